import { amountAfterReturn, DomainError, isReturnPercent, LIMITS, readPercent } from '@botdepot/contract';
import {
  type Fixed12,
  formatAmount,
  MICROS_PER_CENT,
  type Micros,
  payoutOf,
  toWire,
  unitsFor,
} from '@botdepot/money';

export type PlannedReturn = {
  /** In hundredths of a percent. */
  readonly hundredths: bigint;
  readonly before: Micros;
  readonly after: Micros;
  /** What the units change by, so that they are worth `after` at this NAV. */
  readonly units: Fixed12;
};

/**
 * What a manual return does to an investment at a NAV: its value, to the cent, times (1 + percent / 100).
 *
 * Throws RETURN_WITHOUT_EFFECT when that moves less than a cent or leaves nothing, and AMOUNT_ABOVE_MAXIMUM.
 */
export function planReturn(units: Fixed12, nav: Fixed12, percent: string): PlannedReturn {
  const hundredths = readPercent(percent);
  if (hundredths === null || !isReturnPercent(hundredths)) throw DomainError.of('BAD_REQUEST');
  const before = payoutOf(units, nav);
  const after = amountAfterReturn(before, hundredths);
  if (after === before || after <= 0n)
    throw DomainError.of('RETURN_WITHOUT_EFFECT', { before: toWire(before), after: toWire(after) });
  const maximum = LIMITS.manualReturnAmount;
  if (after > maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(maximum), unit: 'USDT' });
  return { hundredths, before, after, units: unitsToReach(units, nav, { before, after }) };
}

/**
 * The change of units that takes their value from `before` to exactly `after`. What is below the cent stays the
 * investment's own. Units bought are rounded, so the last step to the cent takes one more or one less of the smallest part.
 */
function unitsToReach(units: Fixed12, nav: Fixed12, value: { before: Micros; after: Micros }): Fixed12 {
  let change = unitsFor(value.after - value.before, nav);
  while (payoutOf(units + change, nav) < value.after) change += 1n;
  while (payoutOf(units + change, nav) > value.after) change -= 1n;
  return change;
}

/** `+0,50 %`, `−12,25 %` */
export const percentText = (hundredths: bigint): string =>
  `${formatAmount(hundredths * MICROS_PER_CENT, { sign: 'always' })}\u00a0%`;
