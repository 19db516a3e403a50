import { describe, expect, it } from 'vitest';
import { comparedCurves } from './compared-curves.ts';

const report = (firstDay: string, equity: number[]) => ({
  series: { firstDay, equity, drawdown: equity.map(() => -0.1), buyAndHold: equity },
});
const values = (points: { value: number }[] | undefined) => points?.map(({ value }) => value);

describe('two reports on one scale', () => {
  it('begin at 100 and keep their own days', () => {
    const curves = comparedCurves([
      report('2019-01-01', [1, 1.5, 2]),
      report('2019-01-01', [0.5, 0.25, 0.75]),
    ]);
    expect(curves).toMatchObject({ firstDay: '2019-01-01', lastDay: '2019-01-03' });
    expect(values(curves?.equity[0])).toEqual([100, 150, 200]);
    expect(values(curves?.equity[1])).toEqual([50, 25, 75]);
    expect(curves?.equity[0]?.map(({ at }) => at)).toEqual(curves?.equity[1]?.map(({ at }) => at));
  });

  it('are cut to the days that both have, and the earlier one starts again at 100', () => {
    const curves = comparedCurves([report('2018-12-31', [2, 3, 1]), report('2019-01-01', [1.25, 1.5, 1.75])]);
    expect(curves).toMatchObject({ firstDay: '2019-01-01', lastDay: '2019-01-02' });
    expect(values(curves?.equity[0])).toEqual([150, 50]);
    expect(values(curves?.equity[1])).toEqual([125, 150]);
    expect(curves?.drawdown.map((points) => points.length)).toEqual([2, 2]);
  });

  it('are nothing without a shared day', () => {
    expect(comparedCurves([report('2019-01-01', [1]), report('2020-01-01', [1])])).toBeNull();
    expect(comparedCurves([])).toBeNull();
  });
});
