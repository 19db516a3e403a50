import {
  CandleSeries,
  DAY_MS,
  RULE_CAPITAL,
  type Rule,
  ruleOfShape,
  ruleSymbolSpec,
  sharedColumns,
} from '@botdepot/trading/browser';
import { describe, expect, test } from 'vitest';
import { endNumberOf, numbersOf } from '../rule-numbers.ts';
import { histogramOf, previewRule } from './preview.ts';

const START = Date.UTC(2024, 0, 1);
const close = { kind: 'price', field: 'close' };
const mean = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });

const NEVER = { is: 'above', left: close, right: { kind: 'number', value: 1e9 } };
const ALWAYS = { is: 'above', left: close, right: { kind: 'number', value: 0 } };

const rule = (more: object = {}): Rule =>
  ruleOfShape({
    ruleVersion: 1,
    symbols: ['GOLD', 'EUR/USD'],
    interval: '1d',
    side: 'long',
    entryLong: { is: 'crossesAbove', left: close, right: mean(10) },
    exitLong: { is: 'below', left: close, right: mean(10) },
    stop: { unit: 'percent', value: 2 },
    sizing: { by: 'share', percent: 40 },
    maxPositions: 2,
    ...more,
  })!;

/** A small linear congruential generator: the same walk every time. @param after bars from this one on come from another. */
function walk(seed: number, bars: number, after = Number.POSITIVE_INFINITY): CandleSeries {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const candles = new CandleSeries();
  let price = 100;
  for (let bar = 0; bar < bars; bar++) {
    if (bar === after) state ^= 0x5bd1e995;
    const open = price;
    price *= 1 + (random() - 0.5) * 0.04;
    const [high, low] = [Math.max(open, price) * 1.002, Math.min(open, price) * 0.998];
    candles.append(START + bar * DAY_MS, { open, high, low, close: price, volume: 1 });
  }
  return candles;
}

const request = (more: object = {}, after?: number) => ({
  rule: rule(),
  markets: ['GOLD', 'EUR/USD'].map((symbol, index) => ({
    spec: ruleSymbolSpec(symbol),
    candles: walk(index + 1, 400, after),
  })),
  from: null,
  until: START + 300 * DAY_MS,
  costFactor: 1,
  chartSymbol: null,
  ...more,
});

describe('a preview', () => {
  test('adds up, and ends before the test period', () => {
    const preview = previewRule(request(), sharedColumns());
    const byLines = preview.lines.reduce((sum, { exits }) => sum + exits, 0);
    const others = Object.values(preview.otherExits).reduce((sum, exits) => sum + exits, 0);
    expect(preview.entries).toBeGreaterThan(10);
    expect(byLines + others + preview.open).toBe(preview.entries);
    expect(preview.bars).toBe(600);
    expect(preview.days.at(-1)).toBe(START + 299 * DAY_MS);
    expect(preview.equity[0]).toBe(RULE_CAPITAL * (1 + preview.returns[0]!));
    expect(preview.missingWarmUp).toBeGreaterThan(0);
    expect(preview.chart.candles.length).toBeGreaterThan(0);
    for (const { at } of preview.chart.candles) expect(at).toBeLessThan(START + 300 * DAY_MS);
  });

  test('is the same whatever comes in the test period; only how things stand now is not', () => {
    const { now, ...known } = previewRule(request(), sharedColumns());
    const { now: otherNow, ...other } = previewRule(request({}, 300), sharedColumns());
    expect(other).toEqual(known);
    expect(otherNow).not.toEqual(now);
    expect(now.map(({ symbol, at }) => [symbol, at])).toEqual([
      ['GOLD', START + 399 * DAY_MS],
      ['EUR/USD', START + 399 * DAY_MS],
    ]);
  });

  test('is the same from columns that other rules have filled', () => {
    const shared = sharedColumns();
    const given = request();
    for (const value of [1, 2, 5])
      previewRule({ ...given, rule: rule({ stop: { unit: 'atr', value } }) }, shared);
    expect(previewRule(given, shared)).toEqual(previewRule(request(), sharedColumns()));
  });

  test('of markets without a bar is empty and no failure', () => {
    const markets = [{ spec: ruleSymbolSpec('GOLD'), candles: new CandleSeries() }];
    const preview = previewRule(request({ markets, rule: rule({ symbols: ['GOLD'] }) }), sharedColumns());
    expect(preview).toMatchObject({ entries: 0, bars: 0, maxDrawdown: null, trades: [] });
    expect(preview.now).toEqual([{ symbol: 'GOLD', at: null, lines: [], missing: null }]);
  });

  test.each([
    { name: 'alternatives: the nearest', entryLong: { any: [NEVER, ALWAYS] }, missing: 0 },
    { name: 'what all needs', entryLong: { all: [NEVER, ALWAYS, NEVER] }, missing: 2 },
    { name: 'alternatives within', entryLong: { all: [NEVER, { any: [NEVER, NEVER] }] }, missing: 2 },
    {
      name: 'a part that needs more than its alternative',
      entryLong: { any: [{ all: [NEVER, NEVER] }, NEVER] },
      missing: 1,
    },
    {
      name: 'the side that is nearer',
      side: 'both',
      entryLong: { all: [NEVER, NEVER] },
      entryShort: NEVER,
      missing: 1,
    },
  ])('counts what is missing for an entry by $name', ({ missing, name: _, ...more }) => {
    const { now } = previewRule(request({ rule: rule(more) }), sharedColumns());
    expect(now.map((market) => market.missing)).toEqual([missing, missing]);
  });

  test('gives every trade the number of the line that ended it', () => {
    const whole = rule({ target: { unit: 'percent', value: 3 }, maxBars: 5 });
    const numbers = numbersOf(whole);
    expect(numbers).toEqual({
      entryLong: 1,
      entryShort: null,
      lines: [1, 2],
      endings: { stop: 3, target: 4, time: 5 },
    });
    const { trades } = previewRule(request({ rule: whole }), sharedColumns());
    const ends = new Set(trades.map((trade) => endNumberOf(trade, numbers)));
    expect([...ends].sort()).toEqual([2, 3, 4, 5]);
  });
});

test('values are spread over all bars before the test period', () => {
  const { markets, until } = request();
  const histogram = histogramOf(
    { kind: 'indicator', indicator: 'rsi', bars: 14, offset: 0, factor: 1 },
    markets,
    until,
    sharedColumns(),
  );
  const counted = histogram!.counts.reduce((sum, count) => sum + count, 0);
  // Two in a hundred lie beyond, and the first 14 bars of each market are not known.
  expect(counted).toBeGreaterThan(0.97 * 2 * (300 - 14));
  expect(counted).toBeLessThanOrEqual(2 * (300 - 14));
  expect(histogram!.from).toBeGreaterThan(0);
  expect(histogram!.to).toBeLessThan(100);
  const still = { kind: 'number', value: 3 } as const;
  expect(histogramOf(still, markets, until, sharedColumns())).toBeNull();
});
