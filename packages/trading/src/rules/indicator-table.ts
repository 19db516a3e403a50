/**
 * What the indicators of rules have in common: the unit they are in, their first defined bar, and how many bars more the recursive
 * ones need until what they began with weighs less than 0.1 %.
 *
 * Definitions: Wilder (1978) for RSI, ATR and ADX, Appel for MACD, Bollinger for the bands, Lane for the stochastic; equal to those of
 * the library Stock.Indicators. Bars are counted from the first one given, which is 0.
 */
import type { Distance, Leaf, Operand, Rule } from './rule.ts';
import { leavesOf, operandsOf, SECTIONS } from './rule.ts';

/** Values of different units cannot be compared; a plain number can be with any. */
export type Unit = 'price' | 'move' | 'percent' | 'ratio';

export function unitOf(operand: Operand): Unit | null {
  if (operand.kind === 'number') return null;
  if (operand.kind === 'price') return 'price';
  switch (operand.indicator) {
    case 'rsi':
    case 'stochastic':
    case 'adx':
    case 'change':
    case 'drawdown':
      return 'percent';
    case 'atr':
    case 'macd':
    case 'deviation':
      return 'move';
    case 'zscore':
      return 'ratio';
    case 'bollinger':
      return operand.line === 'position' || operand.line === 'width' ? 'ratio' : 'price';
    default:
      return 'price';
  }
}

/** How long an exponential mean remembers what it was begun with. */
const exponentialTail = (bars: number): number => Math.ceil(3.5 * (bars + 1));
const wilderTail = (bars: number): number => 7 * bars;

interface Reach {
  /** The first bar with a value. */
  first: number;
  /** Bars after it until the beginning no longer counts. */
  tail: number;
}

export function reachOf(operand: Operand): Reach {
  if (operand.kind !== 'indicator') return { first: 0, tail: 0 };
  switch (operand.indicator) {
    case 'ema':
      return { first: operand.bars - 1, tail: exponentialTail(operand.bars) };
    case 'rsi':
    case 'atr':
      return { first: operand.bars, tail: wilderTail(operand.bars) };
    case 'macd':
      return operand.line === 'macd'
        ? { first: operand.slow - 1, tail: exponentialTail(operand.slow) }
        : {
            first: operand.slow + operand.signal - 2,
            tail: exponentialTail(operand.slow) + exponentialTail(operand.signal),
          };
    case 'stochastic': {
      const first = operand.bars + operand.smooth - 2;
      return { first: operand.line === 'k' ? first : first + operand.signal - 1, tail: 0 };
    }
    case 'adx':
      return operand.line === 'adx'
        ? { first: 2 * operand.bars - 1, tail: 2 * wilderTail(operand.bars) }
        : { first: operand.bars, tail: wilderTail(operand.bars) };
    case 'change':
      return { first: operand.bars, tail: 0 };
    default:
      return { first: operand.bars - 1, tail: 0 };
  }
}

/** The ATR that distances are measured in. */
export const DISTANCE_ATR_BARS = 14;

function neededBy(leaf: Leaf): number {
  const reaches = operandsOf(leaf).map((operand) => {
    const { first, tail } = reachOf(operand);
    return first + tail + (operand.kind === 'number' ? 0 : operand.offset);
  });
  const before = 'of' in leaf ? leaf.bars : leaf.is === 'crossesAbove' || leaf.is === 'crossesBelow' ? 1 : 0;
  return Math.max(0, ...reaches) + before;
}

/** Bars before a period after which every value of the rule is defined and settled; at least 1. */
export function warmUpBarsOf(rule: Rule): number {
  const needed = SECTIONS.flatMap((section) => {
    const condition = rule[section];
    return condition === null ? [] : leavesOf(condition).map(neededBy);
  });
  const byAtr = (distance: Distance | null) => distance?.unit === 'atr';
  const atr = [rule.stop, rule.target, rule.trailing].some(byAtr)
    ? DISTANCE_ATR_BARS + wilderTail(DISTANCE_ATR_BARS)
    : 0;
  return Math.max(atr, ...needed) + 1;
}
