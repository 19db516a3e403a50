import type { IndicatorOperand, Operand, PriceField } from '../rule.ts';
import type { Column, ColumnSet, Step } from './column-set.ts';
import { DirectionalMovement, ExponentialMean, RelativeStrength, WilderRange } from './recursive-steps.ts';
import { Derived, Deviation, Extreme, MeanSide, SimpleMean, WeightedMean } from './window-steps.ts';

type Indicator<Name extends IndicatorOperand['indicator']> = Extract<IndicatorOperand, { indicator: Name }>;

/** What an operand is at every bar, before its offset and factor. Definitions: `indicator-table.ts`. */
export function operandColumn(set: ColumnSet, operand: Exclude<Operand, { kind: 'number' }>): Column {
  if (operand.kind === 'price') return priceColumn(set, operand.field);
  switch (operand.indicator) {
    case 'sma':
      return simpleMean(set, priceColumn(set, operand.field), operand.field, operand.bars);
    case 'ema':
      return exponentialMean(set, priceColumn(set, operand.field), operand.field, operand.bars);
    case 'wma':
      return stepped(set, ['wma', operand.bars, operand.field], false, (column) => {
        return new WeightedMean(priceColumn(set, operand.field), operand.bars, column);
      });
    case 'rsi':
      return stepped(set, ['rsi', operand.bars], true, (column) => {
        return new RelativeStrength(priceColumn(set, 'close'), operand.bars, column);
      });
    case 'atr':
      return rangeColumn(set, operand.bars);
    case 'macd':
      return macdColumn(set, operand);
    case 'bollinger':
      return bollingerColumn(set, operand);
    case 'stochastic':
      return stochasticColumn(set, operand);
    case 'adx':
      return movementColumn(set, operand);
    case 'highest':
      return extremeColumn(set, operand.field, operand.bars, 1);
    case 'lowest':
      return extremeColumn(set, operand.field, operand.bars, -1);
    case 'change': {
      const { bars } = operand;
      const close = priceColumn(set, 'close');
      return derived(set, ['change', bars], [close], (at) =>
        at < bars ? Number.NaN : 100 * (close.values[at]! / close.values[at - bars]! - 1),
      );
    }
    case 'deviation':
      return deviationColumn(set, operand.field, operand.bars);
    case 'zscore': {
      const value = priceColumn(set, operand.field);
      const mean = simpleMean(set, value, operand.field, operand.bars);
      const deviation = deviationColumn(set, operand.field, operand.bars);
      return derived(set, ['zscore', operand.bars, operand.field], [mean], (at) =>
        deviation.values[at]! > 0
          ? (value.values[at]! - mean.values[at]!) / deviation.values[at]!
          : Number.NaN,
      );
    }
    case 'drawdown': {
      const close = priceColumn(set, 'close');
      const highest = extremeColumn(set, 'high', operand.bars, 1);
      return derived(
        set,
        ['drawdown', operand.bars],
        [highest],
        (at) => 100 * (close.values[at]! / highest.values[at]! - 1),
      );
    }
  }
}

/** Wilder's average true range. */
export const rangeColumn = (set: ColumnSet, bars: number): Column =>
  stepped(set, ['atr', bars], true, (column) => new WilderRange(set.bars, bars, column));

/** On which side of the other the mean over `left` bars stands, −1 to 1; exact. */
export function meanSideColumn(set: ColumnSet, field: PriceField, left: number, right: number): Column {
  const input = priceColumn(set, field);
  if (left === right) {
    const mean = simpleMean(set, input, field, left);
    return derived(set, ['side', field, left, right], [mean], (at) => mean.values[at]! * 0);
  }
  if (left < right)
    return stepped(set, ['side', field, left, right], false, (column) => {
      return new MeanSide(input, left, right, column);
    });
  const turned = meanSideColumn(set, field, right, left);
  return derived(set, ['side', field, left, right], [turned], (at) => 0 - turned.values[at]!);
}

/** The column of that name; where there is none yet, with the step that fills it. */
function stepped(
  set: ColumnSet,
  name: readonly unknown[],
  isCarried: boolean,
  stepFor: (column: Column) => Step,
): Column {
  return set.column(JSON.stringify(name), () => {
    const column = set.empty(isCarried);
    set.add(stepFor(column));
    return column;
  });
}

const derived = (
  set: ColumnSet,
  name: readonly unknown[],
  inputs: readonly Column[],
  valueAt: (at: number) => number,
): Column => {
  const isCarried = inputs.some((input) => input.isCarried);
  return stepped(set, name, isCarried, (column) => new Derived(column, valueAt));
};

function priceColumn(set: ColumnSet, field: PriceField): Column {
  const { bars } = set;
  if (field !== 'typical') {
    return set.column(field, () => ({
      get values() {
        return bars[field];
      },
      isCarried: false,
    }));
  }
  return derived(set, [field], [], (at) => (bars.high[at]! + bars.low[at]! + bars.close[at]!) / 3);
}

const simpleMean = (set: ColumnSet, input: Column, of: unknown, bars: number): Column =>
  stepped(set, ['sma', of, bars], input.isCarried, (column) => new SimpleMean(input, bars, column));

const exponentialMean = (set: ColumnSet, input: Column, of: unknown, bars: number): Column =>
  stepped(set, ['ema', of, bars], true, (column) => new ExponentialMean(input, bars, column));

const extremeColumn = (set: ColumnSet, field: PriceField, bars: number, sign: 1 | -1): Column =>
  stepped(set, ['extreme', field, bars, sign], false, (column) => {
    return new Extreme(priceColumn(set, field), bars, sign, column);
  });

const deviationColumn = (set: ColumnSet, field: PriceField, bars: number): Column =>
  stepped(set, ['deviation', field, bars], false, (column) => {
    return new Deviation(priceColumn(set, field), bars, column);
  });

function macdColumn(set: ColumnSet, { fast, slow, signal, line }: Indicator<'macd'>): Column {
  const close = priceColumn(set, 'close');
  const [quick, calm] = [
    exponentialMean(set, close, 'close', fast),
    exponentialMean(set, close, 'close', slow),
  ];
  const macd = derived(set, ['macd', fast, slow], [quick], (at) => quick.values[at]! - calm.values[at]!);
  if (line === 'macd') return macd;
  const mean = exponentialMean(set, macd, ['macd', fast, slow], signal);
  if (line === 'signal') return mean;
  return derived(set, ['histogram', fast, slow, signal], [mean], (at) => macd.values[at]! - mean.values[at]!);
}

function bollingerColumn(set: ColumnSet, { bars, deviations, line }: Indicator<'bollinger'>): Column {
  const close = priceColumn(set, 'close');
  const middle = simpleMean(set, close, 'close', bars);
  if (line === 'middle') return middle;
  const deviation = deviationColumn(set, 'close', bars);
  const width = (at: number) => deviations * deviation.values[at]!;
  const named = ['bollinger', bars, deviations, line];
  if (line === 'upper') return derived(set, named, [middle], (at) => middle.values[at]! + width(at));
  if (line === 'lower') return derived(set, named, [middle], (at) => middle.values[at]! - width(at));
  const edges = (at: number): [lower: number, upper: number] => [
    middle.values[at]! - width(at),
    middle.values[at]! + width(at),
  ];
  return derived(set, named, [middle], (at) => {
    const [lower, upper] = edges(at);
    if (line === 'width') return (upper - lower) / middle.values[at]!;
    return deviation.values[at]! > 0 ? (close.values[at]! - lower) / (upper - lower) : Number.NaN;
  });
}

function stochasticColumn(set: ColumnSet, { bars, smooth, signal, line }: Indicator<'stochastic'>): Column {
  const close = priceColumn(set, 'close');
  const highest = extremeColumn(set, 'high', bars, 1);
  const lowest = extremeColumn(set, 'low', bars, -1);
  // 0 ÷ 0 where nothing moved, which is undefined.
  const raw = derived(set, ['stochastic', bars], [highest], (at) => {
    const low = lowest.values[at]!;
    return (100 * (close.values[at]! - low)) / (highest.values[at]! - low);
  });
  const k = simpleMean(set, raw, ['stochastic', bars], smooth);
  return line === 'k' ? k : simpleMean(set, k, ['stochastic', bars, smooth], signal);
}

function movementColumn(set: ColumnSet, { bars, line }: Indicator<'adx'>): Column {
  const lines = ['plus', 'minus', 'adx'] as const;
  const named = (name: (typeof lines)[number]) => JSON.stringify(['adx', bars, name]);
  const make = () => {
    const columns = { plus: set.empty(true), minus: set.empty(true), adx: set.empty(true) };
    set.add(new DirectionalMovement(set.bars, bars, columns));
    for (const name of lines) set.column(named(name), () => columns[name]);
    return columns[line];
  };
  return set.column(named(line), make);
}
