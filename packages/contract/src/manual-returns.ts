/** The rule of a manual return stands once, here: what the page shows before is what the server books. */
import { floorToCent, type Micros } from '@botdepot/money';

const HUNDRED_PERCENT = 10_000n;

/** A percentage with at most two decimals, a decimal string: `"0.5"`, `"-12.25"`. */
const PERCENT = /^(-?)(\d{1,3})(?:\.(\d{1,2}))?$/;

/** In hundredths of a percent, so that no float decides on money; null for anything but a percentage. */
export function readPercent(text: string): bigint | null {
  const match = PERCENT.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const hundredths = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -hundredths : hundredths;
}

/** Above −100 %, since something must remain, not 0, and at most a doubling. */
export function isReturnPercent(hundredths: bigint): boolean {
  return hundredths > -HUNDRED_PERCENT && hundredths <= HUNDRED_PERCENT && hundredths !== 0n;
}

/** What an investment is worth after the return: amount × (1 + percent / 100), rounded down to the cent. */
export function amountAfterReturn(before: Micros, hundredths: bigint): Micros {
  return floorToCent((before * (HUNDRED_PERCENT + hundredths)) / HUNDRED_PERCENT);
}
