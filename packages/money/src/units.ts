import { floorToCent, type Micros } from './amount.ts';

/**
 * Units of a bot and its NAV (net asset value per unit) are fixed-point bigints with 12 decimals: `1.0` is
 * `1_000_000_000_000n`. On the wire and in the database they are decimal strings, `numeric(30,12)`.
 */
export type Fixed12 = bigint;

export const FIXED12_ONE: Fixed12 = 10n ** 12n;

/** Far above any price or NAV, and where a double is no finer than an eighth. */
const FIGURE_LIMIT = 1e15;

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d{1,12}))?$/;

/** Reads a decimal string of at most 12 decimals. Throws `RangeError` on anything else. */
export function fixed12FromText(text: string): Fixed12 {
  const match = DECIMAL.exec(text);
  if (!match)
    throw new RangeError(`Not a decimal of at most 12 places: ${JSON.stringify(text.slice(0, 40))}`);
  const [, sign, whole, fraction = ''] = match;
  const value = BigInt(whole ?? '0') * FIXED12_ONE + BigInt(fraction.padEnd(12, '0'));
  return sign === '-' ? -value : value;
}

/** Writes a decimal string with all 12 decimals, as `fixed12FromText` and the database read it. */
export function fixed12ToText(value: Fixed12): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = (magnitude % FIXED12_ONE).toString().padStart(12, '0');
  return `${value < 0n ? '-' : ''}${magnitude / FIXED12_ONE}.${fraction}`;
}

/**
 * Takes a figure of the engine (a double) across the border into fixed point, rounding down. Throws `RangeError` when
 * it is not finite or not between −1e15 and 1e15, so that a fault of the engine can never become a price.
 */
export function fixed12FromNumber(value: number): Fixed12 {
  if (!Number.isFinite(value)) throw new RangeError(`Not a finite figure: ${value}`);
  if (Math.abs(value) >= FIGURE_LIMIT) throw new RangeError(`Figure out of range: ${value}`);
  const exact = fixed12FromText(value.toFixed(12));
  // toFixed rounds to nearest; step back when that went above the value.
  return Number(fixed12ToText(exact)) > value ? exact - 1n : exact;
}

/** Units bought for `amount` at `nav`, rounded towards zero to 12 decimals. Throws `RangeError` unless NAV is positive. */
export function unitsFor(amount: Micros, nav: Fixed12): Fixed12 {
  if (nav <= 0n) throw new RangeError('NAV must be positive');
  // amount / 1e6 / (nav / 1e12) × 1e12 = amount × 1e18 / nav
  return (amount * 10n ** 18n) / nav;
}

/** Units × NAV in micro-USDT, rounded towards zero to the micro. */
export function marketValueOf(units: Fixed12, nav: Fixed12): Micros {
  return (units * nav) / 10n ** 18n;
}

/**
 * What a stop pays out and what the screen shows: units × NAV to the nearest micro, then rounded down to the cent. Units
 * were rounded down by up to 1e-12 when they were bought; without the first step 100.00 would be worth 99.99 at once.
 */
export function payoutOf(units: Fixed12, nav: Fixed12): Micros {
  const half = 5n * 10n ** 17n;
  return floorToCent((units * nav + half) / 10n ** 18n);
}
