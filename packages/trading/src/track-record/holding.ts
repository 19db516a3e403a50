import type { FillEntry } from './record.ts';

/** Units held of a symbol, signed, and their average mid price. */
export type Holding = { readonly units: number; readonly entry: number };

export const NOTHING_HELD: Holding = { units: 0, entry: 0 };

/**
 * What a fill makes of a holding, by the rules of the paper broker: units taken off are realised at the average price of
 * those held; units beyond zero open a new holding at the fill's mid price. Written again here and not taken from the
 * broker, so that the record is checked by something else than what made it.
 */
export function holdAfter(
  held: Holding,
  fill: Pick<FillEntry, 'mid' | 'after'>,
): { holding: Holding; realised: number } {
  const { mid, after } = fill;
  const { units: before, entry } = held;
  const staysOnSide = before !== 0 && Math.sign(after) === Math.sign(before);
  const taken = staysOnSide ? Math.max(0, Math.abs(before) - Math.abs(after)) : Math.abs(before);
  const realised = taken === 0 ? 0 : Math.sign(before) * taken * (mid - entry);
  if (after === 0) return { holding: NOTHING_HELD, realised };
  if (!staysOnSide) return { holding: { units: after, entry: mid }, realised };
  if (Math.abs(after) <= Math.abs(before)) return { holding: { units: after, entry }, realised };
  return { holding: { units: after, entry: (entry * before + mid * (after - before)) / after }, realised };
}
