import { formatNumber, perYear, type RuleParameter, type SweepAxis } from '@botdepot/trading/browser';
import { isAllLost } from '../result/result-checks.ts';
import type { Sweep, SweptVariant } from './use-sweep.ts';

/** With fewer closed trades a ratio says nothing. */
export const LEAST_TRADES = 10;
/** More fields than these beside one another are too narrow for a phone, where there are fewer the other way. */
const MOST_ACROSS = 9;

/** A variant at its place. */
export interface Field extends SweptVariant {
  /** Columns from the left, rows from the bottom. */
  readonly column: number;
  readonly row: number;
  /** Sharpe ratio a year; null with too few trades, where nothing varies and where all is lost. */
  readonly sharpe: number | null;
  readonly isLost: boolean;
  readonly isOwn: boolean;
  readonly isHighest: boolean;
}

export interface FieldGrid {
  readonly across: SweepAxis;
  readonly up: SweepAxis;
  /** By row from the bottom, then by column. */
  readonly rows: readonly (readonly Field[])[];
  /** Null where the sweep does not go through it. */
  readonly own: Field | null;
  /** The first of equals; null where no field has a ratio. */
  readonly highest: Field | null;
  /** Fields with a ratio. */
  readonly valued: readonly Field[];
}

/** The variants as they are drawn: the first axis across, unless that would be wider than high and too wide. */
export function gridOf({ axes, variants, ruleHash }: Sweep): FieldGrid {
  const [first, second] = axes;
  const swaps = first.values.length > MOST_ACROSS && first.values.length > second.values.length;
  const [across, up] = swaps ? [second, first] : [first, second];
  const variantAt = (column: number, row: number) => {
    const [one, other] = swaps ? [row, column] : [column, row];
    return variants[one * second.values.length + other]!;
  };
  const ratios = variants.flatMap((variant) => sharpeOf(variant) ?? []);
  const top = ratios.length === 0 ? null : Math.max(...ratios);
  let highest: Field | null = null;
  const rows = up.values.map((_up, row) =>
    across.values.map((_across, column): Field => {
      const variant = variantAt(column, row);
      const sharpe = sharpeOf(variant);
      const isHighest = highest === null && sharpe !== null && sharpe === top;
      const isOwn = variant.result?.ruleHash === ruleHash;
      const field = { ...variant, column, row, sharpe, isLost: losesAll(variant), isOwn, isHighest };
      if (isHighest) highest = field;
      return field;
    }),
  );
  const fields = rows.flat();
  return {
    across,
    up,
    rows,
    own: fields.find(({ isOwn }) => isOwn) ?? null,
    highest,
    valued: fields.filter(({ sharpe }) => sharpe !== null),
  };
}

function sharpeOf(variant: SweptVariant): number | null {
  const { result } = variant;
  if (result === null || result.sharpe === null || result.trades < LEAST_TRADES) return null;
  return losesAll(variant) ? null : perYear(result.sharpe);
}

const losesAll = ({ result }: SweptVariant): boolean =>
  result !== null && isAllLost(result.returns.reduce((left, change) => left * (1 + change), 1) - 1);

export interface Neighbourhood {
  readonly field: Field;
  /** The field in the middle of three rows from the top; null beyond the edge. */
  readonly around: readonly (readonly (Field | null)[])[];
  /** Fields with a ratio, without the one in the middle. */
  readonly neighbours: number;
  readonly positive: number;
  /** Of their ratios; null without any. */
  readonly mean: number | null;
}

/** The up to eight fields around one. */
export function neighbourhoodOf({ rows }: FieldGrid, field: Field): Neighbourhood {
  const steps = [-1, 0, 1];
  const around = steps.map((down) =>
    steps.map((right) => rows[field.row - down]?.[field.column + right] ?? null),
  );
  const ratios = around.flat().flatMap((one) => (one === null || one === field ? [] : (one.sharpe ?? [])));
  return {
    field,
    around,
    neighbours: ratios.length,
    positive: ratios.filter((ratio) => ratio > 0).length,
    mean: ratios.length === 0 ? null : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
  };
}

/** - `plateau`: all around is positive, and half as high on average. - `peak`: it is not even half as high. - `slope`: neither. */
export type Shape = 'plateau' | 'peak' | 'slope' | 'not-positive' | 'too-few';

const LEAST_NEIGHBOURS = 3;

/** What the fields around one say; the first that holds, from behind. */
export function shapeOf({ field, neighbours, positive, mean }: Neighbourhood): Shape {
  if (field.isLost) return 'not-positive';
  if (field.sharpe === null || mean === null || neighbours < LEAST_NEIGHBOURS) return 'too-few';
  if (field.sharpe <= 0) return 'not-positive';
  if (mean < field.sharpe / 2) return 'peak';
  return positive === neighbours ? 'plateau' : 'slope';
}

/** „RSI unter 42, beim Kauf“. */
export const withNumber = ({ label }: RuleParameter, value: number): string =>
  label.replace('…', formatNumber(value)).replace(/(?<!\S)1 (Kerze|Position|Abweichung)e?n\b/, '1 $1');

/** What a field changes, in words. */
export const fieldWords = ({ values }: SweptVariant, { axes }: Sweep): string =>
  axes.map(({ parameter }, index) => withNumber(parameter, values[index]!)).join(' · ');
