import type { Investment } from '@botdepot/contract';
import { formatAmount, fromWire, MICROS_PER_CENT, MINUS, type Micros } from '@botdepot/money';
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

/** Of its profit: what an operator booked. A server of before an update does not say it. */
export const bookedByHand = ({ manual }: Pick<Investment, 'manual'>): Micros => fromWire(manual ?? '0');

/** A ratio of two amounts, for a percentage on the screen; undefined for nothing. */
export function fractionOf(part: Micros, whole: Micros): number | null {
  return whole === 0n ? null : Number(part) / Number(whole);
}

/** To the hundredth of a cent, toward zero: `−0,0123`. What one fill or one day costs is often less than a cent. */
export function formatFineAmount(amount: Micros): string {
  const magnitude = amount < 0n ? -amount : amount;
  const hundredths = (magnitude % MICROS_PER_CENT) / (MICROS_PER_CENT / 100n);
  const text = `${formatAmount(magnitude)}${hundredths.toString().padStart(2, '0')}`;
  // What is cut to zero has no sign.
  return amount < 0n && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}
