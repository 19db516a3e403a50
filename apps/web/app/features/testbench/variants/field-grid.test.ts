import {
  parseRule,
  type RuleParameter,
  ruleHashOf,
  ruleParameters,
  type VariantResult,
  variantsOf,
} from '@botdepot/trading/browser';
import { describe, expect, test } from 'vitest';
import { type FieldGrid, fieldWords, gridOf, neighbourhoodOf, shapeOf, withNumber } from './field-grid.ts';
import type { Sweep } from './use-sweep.ts';

const mean = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });
const rule = parseRule({
  ruleVersion: 1,
  symbols: ['GOLD'],
  interval: '1d',
  side: 'long',
  entryLong: { is: 'crossesAbove', left: mean(20), right: mean(100) },
  sizing: { by: 'share', percent: 50 },
}).rule!;
const [fast, slow] = ruleParameters(rule) as [RuleParameter, RuleParameter];

/** @param years Sharpe ratios a year by across, then up; a number of trades below ten instead where it is a text. @param returns of all */
function sweepOf(
  across: number[],
  up: number[],
  years: (number | string)[][],
  returns: number[] = [],
): Sweep {
  const axes = [
    { parameter: fast, values: across },
    { parameter: slow, values: up },
  ] as const;
  const variants = variantsOf(rule, axes).map((variant, index) => {
    const given = years[Math.floor(index / up.length)]![index % up.length]!;
    const result: VariantResult = {
      ruleHash: ruleHashOf(variant.rule!),
      sharpe: typeof given === 'number' ? given / Math.sqrt(365) : 5,
      trades: typeof given === 'number' ? 10 : Number(given),
      firstDay: 0,
      returns: Float64Array.from(returns),
    };
    return { ...variant, result };
  });
  return {
    rule,
    ruleHash: ruleHashOf(rule),
    axes,
    variants,
    from: 0,
    until: 1,
    overfitting: { value: null, missing: 'too-short' },
    leaders: new Set(),
  };
}

const shape = (years: (number | string)[][]) => {
  const grid = gridOf(sweepOf([15, 20, 25], [90, 100, 110], years));
  return shapeOf(neighbourhoodOf(grid, grid.own!));
};
const sharpes = ({ rows }: FieldGrid) =>
  rows.map((row) => row.map(({ sharpe }) => sharpe && Math.round(sharpe * 10) / 10));

describe('the fields of a sweep', () => {
  const years = [
    [0.1, 0.2, 0.3],
    [0.4, 0.5, 0.9],
    ['3', 0.9, -0.2],
  ];
  const sweep = sweepOf([15, 20, 25], [90, 100, 110], years);
  const grid = gridOf(sweep);

  test('stand in columns from the left and in rows from the bottom', () => {
    expect(sharpes(grid)).toEqual([
      [0.1, 0.4, null],
      [0.2, 0.5, 0.9],
      [0.3, 0.9, -0.2],
    ]);
    expect(grid.own).toMatchObject({ column: 1, row: 1, values: [20, 100] });
    expect(fieldWords(grid.own!, sweep)).toBe(
      'Einfacher Durchschnitt über 20 Kerzen · Einfacher Durchschnitt über 100 Kerzen',
    );
  });

  test('with fewer than ten trades have no ratio, whatever was worked out', () => {
    expect(grid.rows[0]![2]).toMatchObject({ sharpe: null, result: { trades: 3 } });
    expect(grid.valued).toHaveLength(8);
  });

  test('have none where all of the capital is lost: what goes on then varies nothing', () => {
    const years = [[-659, -12]];
    const bleeding = (days: number) => new Array<number>(days).fill(-0.05);
    const all = gridOf(sweepOf([20], [90, 100], years, bleeding(200)));
    expect(sharpes(all)).toEqual([[null], [null]]);
    expect(all.own).toMatchObject({ isLost: true });
    expect(shapeOf(neighbourhoodOf(all, all.own!))).toBe('not-positive');
    expect(sharpes(gridOf(sweepOf([20], [90, 100], years, bleeding(150))))).toEqual([[-659], [-12]]);
  });

  test('have one highest, the first of equals', () => {
    expect(grid.rows.flat().filter(({ isHighest }) => isHighest)).toEqual([grid.highest]);
    expect(grid.highest).toMatchObject({ column: 2, row: 1 });
  });

  test('too many beside one another are drawn the other way', () => {
    const across = Array.from({ length: 10 }, (_, index) => index + 16);
    const turned = gridOf(
      sweepOf(
        across,
        [90, 100],
        across.map((value) => [value, value + 0.5]),
      ),
    );
    expect([turned.across.parameter, turned.up.parameter]).toEqual([slow, fast]);
    expect(sharpes(turned).slice(0, 2)).toEqual([
      [16, 16.5],
      [17, 17.5],
    ]);
    expect(turned.own).toMatchObject({ column: 1, row: 4, values: [20, 100] });
  });

  test('are named as one says it, of one candle as well', () => {
    expect(withNumber({ ...fast, label: 'Höchstens … Kerzen halten' }, 1)).toBe('Höchstens 1 Kerze halten');
    expect(withNumber({ ...fast, label: 'Höchstens … Positionen' }, 1)).toBe('Höchstens 1 Position');
    expect(withNumber(fast, 21)).toBe('Einfacher Durchschnitt über 21 Kerzen');
  });

  test('need not hold the rule itself, and none may have a ratio', () => {
    expect(gridOf(sweepOf([15], [90, 100], [[1, 2]])).own).toBeNull();
    const none = gridOf(sweepOf([20], [90, 100], [['0', '9']]));
    expect([none.highest, none.valued]).toEqual([null, []]);
  });
});

describe('around a field', () => {
  test('are up to eight others; what has no ratio counts for nothing', () => {
    const grid = gridOf(
      sweepOf(
        [15, 20, 25],
        [90, 100, 110],
        [
          [0.1, 0.2, 0.3],
          [0.4, 9, 0.6],
          ['3', -0.8, 0.9],
        ],
      ),
    );
    const around = neighbourhoodOf(grid, grid.own!);
    expect(around).toMatchObject({ neighbours: 7, positive: 6 });
    expect(around.mean).toBeCloseTo((0.1 + 0.2 + 0.3 + 0.4 + 0.6 - 0.8 + 0.9) / 7);
    const corner = neighbourhoodOf(grid, grid.rows[2]![0]!);
    expect(corner.around.map((row) => row.map((field) => field?.sharpe?.toFixed(1) ?? null))).toEqual([
      [null, null, null],
      [null, '0.3', '0.6'],
      [null, '0.2', '9.0'],
    ]);
  });

  test.each([
    [
      'plateau',
      [
        [0.5, 0.5, 0.5],
        [0.5, 1, 0.5],
        [0.5, 0.5, 0.5],
      ],
    ],
    [
      'peak',
      [
        [0.5, 0.5, 0.5],
        [0.5, 1, 0.5],
        [0.5, 0.5, 0.49],
      ],
    ],
    [
      'slope',
      [
        [0.9, 0.9, 0.9],
        [0.9, 1, 0.9],
        [0.9, 0.9, -0.1],
      ],
    ],
    [
      'not-positive',
      [
        [1, 1, 1],
        [1, 0, 1],
        [1, 1, 1],
      ],
    ],
    [
      'too-few',
      [
        ['1', '1', '1'],
        ['1', 1, '1'],
        ['1', 1, 1],
      ],
    ],
    [
      'plateau',
      [
        ['1', '1', '1'],
        ['1', 1, 1],
        ['1', 1, 1],
      ],
    ],
    [
      'too-few',
      [
        [1, 1, 1],
        [1, '9', 1],
        [1, 1, 1],
      ],
    ],
  ] as const)('%s', (expected, years) => {
    expect(shape(years.map((row) => [...row]))).toBe(expected);
  });
});
