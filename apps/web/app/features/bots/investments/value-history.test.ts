import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { offeredPeriods, pointsIn, valuePoints } from './value-history.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 5, 2);
const history = {
  nav: '0.990000000000',
  valueHistory: [
    { at: new Date(START).toISOString(), value: '2000.00', drawdown: 0 },
    { at: new Date(START + DAY_MS).toISOString(), value: '2020.00', drawdown: 0 },
    { at: new Date(START + 2 * DAY_MS).toISOString(), value: '1980.00', drawdown: -0.01 },
  ],
};

describe('the curve of an investment', () => {
  it('ends at the newest tick, with the drawdown from the highest NAV', () => {
    const points = valuePoints(history, {
      at: START + 3 * DAY_MS,
      value: fromWire('1960'),
      nav: '0.98',
    });
    expect(points).toHaveLength(4);
    expect(points.at(-1)?.value).toBe(1960);
    expect(points.at(-1)?.drawdown).toBeCloseTo(-0.02, 12);
  });

  it('has no drawdown at a new high', () => {
    const points = valuePoints(history, { at: START + 3 * DAY_MS, value: fromWire('2100'), nav: '1.2' });
    expect(points.at(-1)?.drawdown).toBe(0);
  });

  it('never runs backwards when the tick is older than the history', () => {
    const points = valuePoints(history, { at: START, value: fromWire('1990'), nav: '0.985' });
    expect(points.map(({ at }) => at)).toEqual([START, START + DAY_MS, START + 2 * DAY_MS]);
    expect(points.at(-1)?.value).toBe(1990);
  });
});

describe('the periods of the curve', () => {
  const days = (count: number) => Array.from({ length: count }, (_, day) => ({ at: START + day * DAY_MS }));

  it('are counted back from its end', () => {
    expect(pointsIn(days(60), '1w')).toHaveLength(8);
    expect(pointsIn(days(60), 'max')).toHaveLength(60);
  });

  it('are offered when they show a curve that is not everything', () => {
    expect(offeredPeriods(days(60)).map(({ label }) => label)).toEqual(['1W', '1M', 'Max']);
    expect(offeredPeriods(days(3)).map(({ label }) => label)).toEqual(['Max']);
  });
});
