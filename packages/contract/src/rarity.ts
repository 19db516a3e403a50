/** Whether a result is usual: how it compares with what stretches of the same length brought in the published backtest. */
import type { UsualRange } from './bots.ts';

/**
 * So many stretches that share no day it takes: one in twenty cannot be told from fewer than twenty, one in a hundred not from
 * fewer than a hundred.
 */
export const RARITY_NEEDS = { usual: 20, rare: 100 } as const;

/** `usual`: as nine in ten were. `rare`: as one in fifty was, at either end. */
export type Rarity = 'usual' | 'unusual' | 'rare';

/** Null where the backtest is too short to say. */
export function rarityOf(
  returnFraction: number,
  { independent, veryLow, low, high, veryHigh }: UsualRange,
): Rarity | null {
  if (independent < RARITY_NEEDS.usual) return null;
  if (returnFraction >= low && returnFraction <= high) return 'usual';
  const isRare = returnFraction < veryLow || returnFraction > veryHigh;
  return isRare && independent >= RARITY_NEEDS.rare ? 'rare' : 'unusual';
}
