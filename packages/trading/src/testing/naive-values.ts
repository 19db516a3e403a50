/**
 * The values of rules by their definitions alone, worked out anew from all bars so far. Slow, and only for comparison.
 */
import type { Bar } from '../candles.ts';
import type { IndicatorOperand, Operand, PriceField } from '../rules/rule.ts';

export type TimedBar = Bar & { readonly time: number };

const NONE = undefined;
export type Value = number | undefined;

/** So many bars before the newest one. */
export function operandValue(operand: Operand, bars: readonly TimedBar[], back: number): Value {
  if (operand.kind === 'number') return operand.value;
  const seen = bars.slice(0, Math.max(0, bars.length - back - operand.offset));
  if (seen.length === 0) return NONE;
  const value = operand.kind === 'price' ? fieldOf(seen.at(-1)!, operand.field) : indicator(operand, seen);
  return value === undefined || !Number.isFinite(value) ? NONE : value * operand.factor;
}

const fieldOf = (bar: TimedBar, field: PriceField): number =>
  field === 'typical' ? (bar.high + bar.low + bar.close) / 3 : bar[field];

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Rounded once: a sum of doubles as whole multiples of the smallest of their units. */
function exactMean(values: readonly number[]): number {
  const parts = values
    .filter((value) => value !== 0)
    .map((value) => {
      const exponent = Math.floor(Math.log2(Math.abs(value))) - 53;
      return { digits: BigInt(value / 2 ** exponent), exponent };
    });
  const least = Math.min(0, ...parts.map(({ exponent }) => exponent));
  const sum = parts.reduce((all, { digits, exponent }) => all + (digits << BigInt(exponent - least)), 0n);
  return (Number(sum) * 2 ** least) / values.length;
}

/** At the newest of the bars. */
export function indicator(operand: IndicatorOperand, bars: readonly TimedBar[]): Value {
  const closes = bars.map(({ close }) => close);
  switch (operand.indicator) {
    case 'sma':
      return meanOf(fieldsOf(bars, operand.field), operand.bars);
    case 'ema':
      return exponential(fieldsOf(bars, operand.field), operand.bars).at(-1);
    case 'wma': {
      const window = windowOf(fieldsOf(bars, operand.field), operand.bars);
      if (!window) return NONE;
      return (
        total(window.map((value, index) => value * (index + 1))) / ((operand.bars * (operand.bars + 1)) / 2)
      );
    }
    case 'rsi': {
      const moves = closes.slice(1).map((close, index) => close - closes[index]!);
      const gains = wilder(
        moves.map((move) => Math.max(move, 0)),
        operand.bars,
      );
      const losses = wilder(
        moves.map((move) => Math.max(-move, 0)),
        operand.bars,
      );
      if (gains === undefined || losses === undefined || gains + losses === 0) return NONE;
      return (100 * gains) / (gains + losses);
    }
    case 'atr':
      return wilder(ranges(bars), operand.bars);
    case 'macd': {
      const [fast, slow] = [exponential(closes, operand.fast), exponential(closes, operand.slow)];
      const line = fast.map((value, at) =>
        value === undefined || slow[at] === undefined ? NONE : value - slow[at],
      );
      if (operand.line === 'macd') return line.at(-1);
      const signal = exponential(
        line.filter((value) => value !== undefined),
        operand.signal,
      ).at(-1);
      if (operand.line === 'signal' || signal === undefined) return signal;
      return line.at(-1)! - signal;
    }
    case 'bollinger': {
      const window = windowOf(closes, operand.bars);
      if (!window) return NONE;
      const middle = exactMean(window);
      const width = operand.deviations * deviationOf(window);
      if (operand.line === 'middle') return middle;
      if (operand.line === 'upper') return middle + width;
      if (operand.line === 'lower') return middle - width;
      const [lower, upper] = [middle - width, middle + width];
      if (operand.line === 'width') return (upper - lower) / middle;
      return deviationOf(window) === 0 ? NONE : (closes.at(-1)! - lower) / (upper - lower);
    }
    case 'stochastic': {
      const raw = (back: number): Value => {
        const window = windowOf(bars.slice(0, bars.length - back), operand.bars);
        if (!window) return NONE;
        const low = Math.min(...window.map((bar) => bar.low));
        const high = Math.max(...window.map((bar) => bar.high));
        return high === low ? NONE : (100 * (window.at(-1)!.close - low)) / (high - low);
      };
      const smoothed = (value: (back: number) => Value, count: number, back: number): Value => {
        const values = Array.from({ length: count }, (_, more) => value(back + more));
        return values.includes(undefined) ? NONE : exactMean(values as number[]);
      };
      const k = (back: number) => smoothed(raw, operand.smooth, back);
      return operand.line === 'k' ? k(0) : smoothed(k, operand.signal, 0);
    }
    case 'adx':
      return movement(bars, operand.bars, operand.line);
    case 'highest': {
      const window = windowOf(fieldsOf(bars, operand.field), operand.bars);
      return window && Math.max(...window);
    }
    case 'lowest': {
      const window = windowOf(fieldsOf(bars, operand.field), operand.bars);
      return window && Math.min(...window);
    }
    case 'change': {
      const before = closes.at(-1 - operand.bars);
      return before === undefined ? NONE : 100 * (closes.at(-1)! / before - 1);
    }
    case 'deviation': {
      const window = windowOf(fieldsOf(bars, operand.field), operand.bars);
      return window && deviationOf(window);
    }
    case 'zscore': {
      const window = windowOf(fieldsOf(bars, operand.field), operand.bars);
      if (!window) return NONE;
      const deviation = deviationOf(window);
      return deviation === 0 ? NONE : (window.at(-1)! - exactMean(window)) / deviation;
    }
    case 'drawdown': {
      const window = windowOf(bars, operand.bars);
      return window && 100 * (closes.at(-1)! / Math.max(...window.map((bar) => bar.high)) - 1);
    }
  }
}

const fieldsOf = (bars: readonly TimedBar[], field: PriceField) => bars.map((bar) => fieldOf(bar, field));

const windowOf = <Item>(items: readonly Item[], count: number): readonly Item[] | undefined =>
  items.length < count ? undefined : items.slice(-count);

function meanOf(values: readonly number[], count: number): Value {
  const window = windowOf(values, count);
  return window && exactMean(window);
}

function exponential(values: readonly number[], count: number): Value[] {
  let mean: Value;
  return values.map((value, at) => {
    if (at < count - 1) return NONE;
    mean =
      mean === undefined ? total(values.slice(0, count)) / count : mean + (2 / (count + 1)) * (value - mean);
    return mean;
  });
}

function wilder(values: readonly number[], count: number): Value {
  if (values.length < count) return NONE;
  return values
    .slice(count)
    .reduce((mean, value) => (mean * (count - 1) + value) / count, total(values.slice(0, count)) / count);
}

const ranges = (bars: readonly TimedBar[]): number[] =>
  bars.slice(1).map(({ high, low }, index) => {
    const before = bars[index]!.close;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });

function deviationOf(values: readonly number[]): number {
  if (values.every((value) => value === values[0])) return 0;
  const mean = total(values) / values.length;
  return Math.sqrt(total(values.map((value) => (value - mean) * (value - mean))) / values.length);
}

function movement(bars: readonly TimedBar[], count: number, line: 'adx' | 'plus' | 'minus'): Value {
  if (bars.length <= count) return NONE;
  const rises = bars.slice(1).map(({ high, low }, index) => {
    const [up, down] = [high - bars[index]!.high, bars[index]!.low - low];
    return { up: up > down && up > 0 ? up : 0, down: down > up && down > 0 ? down : 0 };
  });
  const sums = (values: readonly number[]) => {
    const list: number[] = [total(values.slice(0, count))];
    for (const value of values.slice(count)) list.push(list.at(-1)! - list.at(-1)! / count + value);
    return list;
  };
  const range = sums(ranges(bars));
  const share = (moves: readonly number[]) =>
    sums(moves).map((sum, index) => (range[index] === 0 ? 0 : (100 * sum) / range[index]!));
  const plus = share(rises.map(({ up }) => up));
  const minus = share(rises.map(({ down }) => down));
  if (line === 'plus') return plus.at(-1);
  if (line === 'minus') return minus.at(-1);
  const dx = plus.map((value, index) => {
    const sum = value + minus[index]!;
    return sum === 0 ? 0 : (100 * Math.abs(value - minus[index]!)) / sum;
  });
  return wilder(dx, count);
}
