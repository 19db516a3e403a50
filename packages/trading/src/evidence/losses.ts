import { drawdownSeries } from '../statistics/drawdown.ts';
import { type Figure, figure, missing } from './figure.ts';

/** With fewer days the worst twentieth is a handful. */
const LEAST_DAYS_FOR_TAIL = 100;

/**
 * CVaR 5 %: the mean of the worst twentieth of the days, rounded up to whole days (Rockafellar and Uryasev 2000).
 *
 * @param returns simple daily returns. @returns a fraction; nothing for fewer than a hundred days.
 */
export function worstTwentieth(returns: ArrayLike<number>): Figure {
  const days = returns.length;
  if (days < LEAST_DAYS_FOR_TAIL) return missing('too-short');
  const sorted = Float64Array.from(returns).sort();
  const count = Math.ceil(days / 20);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sum += sorted[rank]!;
  return figure(sum / count);
}

/** The largest drawdown and how long it took to make good for it. Days count from the start, which is day 0. */
export interface DrawdownRecovery {
  /** Fraction, ≤ 0. */
  readonly maxDrawdown: number;
  readonly peakDay: number;
  readonly troughDay: number;
  /** Days from the trough until the record is at its peak again; `undefined` while that is open. */
  readonly recoveryDays: Figure;
}

/** What 1 becomes by the end of each day; nobody loses more than everything. @param returns simple daily returns. */
export function growthOf(returns: ArrayLike<number>): Float64Array {
  const growth = new Float64Array(returns.length);
  for (let day = 0, value = 1; day < growth.length; day++) {
    value *= Math.max(0, 1 + returns[day]!);
    growth[day] = value;
  }
  return growth;
}

/** Time to recover; all zeros for a record that never fell. @param returns simple daily returns. */
export function drawdownRecovery(returns: ArrayLike<number>): DrawdownRecovery {
  const equity = new Float64Array(returns.length + 1).fill(1);
  equity.set(growthOf(returns), 1);
  const drawdowns = drawdownSeries(1, equity);
  const troughDay = drawdowns.reduce((lowest, value, day) => (value < drawdowns[lowest]! ? day : lowest), 0);
  const peakDay = equity
    .subarray(0, troughDay + 1)
    .reduce((highest, value, day, all) => (value > all[highest]! ? day : highest), 0);
  const recovered = equity.findIndex((value, day) => day >= troughDay && value >= equity[peakDay]!);
  return {
    maxDrawdown: drawdowns[troughDay]!,
    peakDay,
    troughDay,
    recoveryDays: recovered === -1 ? missing('undefined') : figure(recovered - troughDay),
  };
}
