import { INVESTMENTS_NAMED, type WealthHistory } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import type { EarnedParts } from '../investments/breakdown.ts';
import { investmentReference } from '../investments/investment.ts';
import { earnedBetween, type Holding } from './holding.ts';
import type { KnownStrike } from './strikes-at.store.ts';

/** What one investment brought in a period. */
export type Share = { readonly holding: Holding; readonly earned: EarnedParts };

/** In the order of the holdings; one whose bot was never struck has brought nothing yet. */
export function sharesOf(
  period: { from: Date; to: Date },
  holdings: readonly Holding[],
  strikes: ReadonlyMap<string, readonly (KnownStrike | null)[]>,
): Share[] {
  return holdings.flatMap((holding) => {
    const known = strikes.get(holding.portfolioId);
    const to = known?.at(-1);
    if (!to) return [];
    return [{ holding, earned: earnedBetween(holding, period, { from: known?.[0] ?? null, to }) }];
  });
}

/** Those that moved most, newest first. */
export function presentShares(shares: readonly Share[]): WealthHistory['investments'] {
  const bySize = shares.toSorted((a, b) => Number(movedBy(b) - movedBy(a)));
  const chosen = new Set(bySize.slice(0, INVESTMENTS_NAMED));
  return shares
    .filter((share) => chosen.has(share))
    .toReversed()
    .map(({ holding: { id, number, botType, startedAt, stop }, earned }) => ({
      id,
      reference: investmentReference(number),
      botType,
      startedAt: startedAt.toISOString(),
      stoppedAt: stop?.at.toISOString() ?? null,
      realised: toWire(earned.realised),
      unrealised: toWire(earned.unrealised),
      manual: toWire(earned.manual),
      costs: toWire(earned.costs),
      financing: toWire(earned.financing),
      rounding: toWire(earned.rounding),
    }));
}

function movedBy({ earned }: Share): Micros {
  return Object.values(earned).reduce((sum, part) => sum + (part < 0n ? -part : part), 0n);
}
