import { DomainError } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { Work } from '../../../platform/work.ts';
import { applyReturn, lockForReturns } from '../../bots/index.ts';
import { attempt } from './attempt.ts';

/**
 * What a return would book on these investments together at this moment, whatever its sign. Rows that cannot be booked
 * count nothing. Everything is tried and taken back.
 */
export async function sumOfReturns(
  work: Work,
  { investmentIds, percent, reason }: { investmentIds: readonly string[]; percent: string; reason: string },
): Promise<Micros> {
  let sum: Micros = 0n;
  // Whoever asks is enough here: it is only about the sum.
  const alone: Work = { ...work, requestedBy: work.actor.userId ?? undefined };
  for (const { id } of await lockForReturns(work.tx, investmentIds)) {
    const profit = await tryReturn(alone, { investmentId: id, percent, reason });
    sum += profit < 0n ? -profit : profit;
  }
  return sum;
}

async function tryReturn(
  work: Work,
  input: { investmentId: string; percent: string; reason: string },
): Promise<Micros> {
  try {
    const tried = await attempt(work, false, async (inner) => {
      const { profitLoss } = await applyReturn(inner, input);
      return { amountUsd: profitLoss, lines: [], threshold: null };
    });
    return tried.ok && tried.effect.amountUsd !== null ? fromWire(tried.effect.amountUsd) : 0n;
  } catch (error) {
    // With stale prices no row can be booked; each says so itself.
    if (error instanceof DomainError) return 0n;
    throw error;
  }
}
