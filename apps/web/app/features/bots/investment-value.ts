import type { Investment } from '@botdepot/contract';
import { fixed12FromText, fromWire, type Micros, payoutOf } from '@botdepot/money';

export interface InvestmentValue {
  /** Exactly what a stop pays out at this NAV. */
  value: Micros;
  profit: Micros;
  /** Profit per amount invested, manual returns included. */
  returnFraction: number | null;
}

type Valued = Pick<Investment, 'status' | 'units' | 'usdInitialAmount' | 'usdCurrentAmount'>;

/**
 * The value at the newest tick: units × NAV, rounded down to the cent like a payout. Without a NAV the value that the
 * API gave stands, and a stopped investment stays at what was paid.
 */
export function valueAt(investment: Valued, nav: string | null): InvestmentValue {
  const initial = fromWire(investment.usdInitialAmount);
  const value =
    investment.status === 'active' && nav !== null
      ? payoutOf(fixed12FromText(investment.units), fixed12FromText(nav))
      : fromWire(investment.usdCurrentAmount);
  const profit = value - initial;
  return { value, profit, returnFraction: fractionOf(profit, initial) };
}

/** A ratio of two amounts, for a percentage on the screen; undefined for nothing. */
export function fractionOf(part: Micros, whole: Micros): number | null {
  return whole === 0n ? null : Number(part) / Number(whole);
}

/** Amounts as coordinates of a curve. Only for drawing: figures come from the bigint. */
export function asCoordinate(amount: Micros): number {
  return Number(amount) / 1e6;
}
