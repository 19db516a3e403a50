import type { CandlePage } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { candleSummary, candlesHoldFor, candlesOf } from './candle-series.ts';

const page: CandlePage = {
  symbol: 'GOLD',
  interval: '1h',
  source: 'simulated',
  time: [0, 3_600_000],
  open: [10, 12],
  high: [13, 12.5],
  low: [9.5, 8],
  close: [12, 8.5],
  volume: [1, 1],
};

describe('candles of a page', () => {
  it('are rows with the time of their start', () => {
    expect(candlesOf(page)).toEqual([
      { at: 0, open: 10, high: 13, low: 9.5, close: 12 },
      { at: 3_600_000, open: 12, high: 12.5, low: 8, close: 8.5 },
    ]);
  });

  it('end where a column is too short, instead of inventing a price', () => {
    expect(candlesOf({ ...page, close: [12] })).toHaveLength(1);
  });

  it('read as a sentence with beginning, end and extremes', () => {
    const format = { price: (value: number) => `${value} $`, at: (at: number) => `t${at / 3_600_000}` };
    expect(candleSummary(candlesOf(page), format)).toBe(
      'Vom t0 bis t1: Beginn 10 $, Ende 8.5 $, höchster Kurs 13 $, tiefster 8 $.',
    );
    expect(candleSummary([], format)).toBeNull();
  });
});

describe('candles are asked for again', () => {
  const at = (minute: number, second: number) => Date.UTC(2026, 2, 2, 10, minute, second);

  it('a little after the running one has closed', () => {
    expect(candlesHoldFor('1m', at(30, 6))).toBe(60_000);
    expect(candlesHoldFor('1m', at(30, 40))).toBe(26_000);
    expect(candlesHoldFor('1h', at(58, 6))).toBe(120_000);
  });

  it('soon when one has closed this moment, which the server may not know yet', () => {
    expect(candlesHoldFor('1m', at(30, 2))).toBe(4_000);
  });

  it('after five minutes at the latest', () => {
    expect(candlesHoldFor('1h', at(10, 0))).toBe(300_000);
    expect(candlesHoldFor('1d', at(10, 0))).toBe(300_000);
  });
});
