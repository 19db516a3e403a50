/**
 * Money is a `bigint` of micro-USDT: 1 USDT = 1 USD = 1,000,000 micro. On the wire it is a decimal string
 * (`"1234.56"`), in the database `numeric(20,6)`. Never a JS number, never a float.
 *
 * The one rounding rule of the platform: **what a customer is paid or holds is rounded down to the cent, and the
 * remainder is booked on the rounding account.** Units and NAV (12 decimals) are rounded down as well; the value of
 * units is taken to the nearest micro first, so that what was just invested is worth what was paid. The value on the
 * screen is exactly what a stop pays out.
 */
export type Micros = bigint;

export const MICROS_PER_UNIT = 1_000_000n;
export const MICROS_PER_CENT = 10_000n;

const WIRE = /^(-?)(\d{1,14})(?:\.(\d{1,6}))?$/;

/** Reads a decimal string as the database and the API write it. Throws `RangeError` on anything else. */
export function fromWire(text: string): Micros {
  const match = WIRE.exec(text);
  if (!match) throw new RangeError(`Not a decimal amount: ${JSON.stringify(text.slice(0, 40))}`);
  const [, sign, whole, fraction = ''] = match;
  const micros = BigInt(whole ?? '0') * MICROS_PER_UNIT + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}

/** Writes a decimal string with at least two and at most six decimals; trailing zeros beyond the cent are dropped. */
export function toWire(amount: Micros): string {
  const magnitude = amount < 0n ? -amount : amount;
  const whole = magnitude / MICROS_PER_UNIT;
  const fraction = (magnitude % MICROS_PER_UNIT).toString().padStart(6, '0');
  const trimmed = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}.${trimmed}`;
}

/** Rounds toward minus infinity to the cent: the platform's rounding rule (a payout is never negative). */
export function floorToCent(amount: Micros): Micros {
  const remainder = amount % MICROS_PER_CENT;
  if (remainder === 0n) return amount;
  return remainder > 0n ? amount - remainder : amount - remainder - MICROS_PER_CENT;
}

export function minAmount(a: Micros, b: Micros): Micros {
  return a < b ? a : b;
}
