import { FIXED12_ONE, type Fixed12, fixed12FromNumber, MICROS_PER_CENT, type Micros } from '@botdepot/money';

/** Units × a figure per unit, to the nearest hundredth of a cent: what one fill or one day costs is often less than a cent. */
export function fineAmount(units: Fixed12, perUnit: number): Micros {
  const step = (MICROS_PER_CENT / 100n) * 10n ** 6n;
  return (((units * fixed12FromNumber(perUnit)) / FIXED12_ONE + step / 2n) / step) * (MICROS_PER_CENT / 100n);
}
