import { fixed12FromText, fromWire, type Micros, payoutOf } from '@botdepot/money';

/**
 * What units are worth at the newest tick: × NAV, rounded down to the cent like a payout. Without a NAV the value that the
 * API gave stands.
 */
export function valueOfUnits(units: string, known: string, nav: string | null): Micros {
  return nav === null ? fromWire(known) : payoutOf(fixed12FromText(units), fixed12FromText(nav));
}
