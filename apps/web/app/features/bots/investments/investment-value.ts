import type { Investment } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { valueOfUnits } from '../../../entities/investment/value-of-units.ts';

export interface InvestmentValue {
  /** Exactly what a stop pays out at this NAV. */
  value: Micros;
  profit: Micros;
  /** Profit per amount invested, manual returns included. */
  returnFraction: number | null;
}

type Valued = Pick<Investment, 'status' | 'units' | 'usdInitialAmount' | 'usdCurrentAmount'>;

/** The value at the newest tick; a stopped investment stays at what was paid. */
export function valueAt(investment: Valued, nav: string | null): InvestmentValue {
  const initial = fromWire(investment.usdInitialAmount);
  const { status, units, usdCurrentAmount } = investment;
  const value = valueOfUnits(units, usdCurrentAmount, status === 'active' ? nav : null);
  const profit = value - initial;
  return { value, profit, returnFraction: fractionOf(profit, initial) };
}

/** A ratio of two amounts, for a percentage on the screen; undefined for nothing. */
export function fractionOf(part: Micros, whole: Micros): number | null {
  return whole === 0n ? null : Number(part) / Number(whole);
}
