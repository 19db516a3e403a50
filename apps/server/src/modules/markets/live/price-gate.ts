import type { MarketType } from '@botdepot/contract';

/** A move beyond this fraction between two sightings is not believed at once. */
const SUSPICIOUS_MOVE: Readonly<Record<MarketType, number>> = {
  crypto: 0.2,
  forex: 0.04,
  indices: 0.08,
  commodities: 0.12,
};
/** So many sightings in a row at the new level, the first one included, make it true. */
const CONFIRMATIONS = 3;

export type PriceGate = {
  /**
   * Whether a price may be believed. One that jumps is held back until further sightings agree with it, so a slipped
   * decimal point cannot trade, while a real crash is believed after three questions. Until then the old price ages.
   * @param known the last price that was believed; null before the first.
   */
  admits(price: number, known: number | null): boolean;
};

/** Watches one symbol. */
export function createPriceGate(marketType: MarketType): PriceGate {
  const limit = SUSPICIOUS_MOVE[marketType];
  const near = (price: number, other: number): boolean =>
    Math.max(price, other) / Math.min(price, other) - 1 <= limit;
  let candidate: { price: number; seen: number } | null = null;

  return {
    admits(price, known) {
      if (known === null || near(price, known)) {
        candidate = null;
        return true;
      }
      candidate =
        candidate && near(price, candidate.price) ? { price, seen: candidate.seen + 1 } : { price, seen: 1 };
      if (candidate.seen < CONFIRMATIONS) return false;
      candidate = null;
      return true;
    },
  };
}
