import { ENGINE_VERSION } from '@botdepot/trading';
import { and, asc, desc, eq, gt, gte, ne, or } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { PortfolioRow } from '../portfolio/portfolio.store.ts';
import { dayOf, type Strike } from '../portfolio/strike.ts';
import { botStateSnapshots } from './state-snapshot.schema.ts';

export type StateSnapshot = typeof botStateSnapshots.$inferSelect;

/**
 * Keeps the state that a live bar is about to be traded from, where a replay may begin (see `bot_state_snapshots`). In the
 * transaction that writes the bar; nothing for the bars between.
 *
 * @param row as it is before the bar. @param before its last strike, null before the first bar.
 * @param bar the first strike to be written, the version that trades it, and whether a new record begins with it.
 */
export async function keepState(
  tx: Tx,
  row: PortfolioRow,
  before: Strike | null,
  bar: { strike: Strike; strategyVersion: string; isNewRecord: boolean },
): Promise<void> {
  const { strike, strategyVersion, isNewRecord } = bar;
  if (strike.phase !== 'live') return;
  const isDue =
    isNewRecord ||
    before === null ||
    before.phase !== 'live' ||
    dayOf(before.at) !== dayOf(strike.at) ||
    row.strategyVersion !== strategyVersion ||
    row.engineVersion !== ENGINE_VERSION;
  if (!isDue) return;
  await tx.insert(botStateSnapshots).values({
    portfolioId: row.id,
    navSeq: before?.seq ?? 0,
    nextBarAt: new Date(strike.at - strike.barMs),
    strategyVersion,
    engineVersion: ENGINE_VERSION,
    state: row.state,
    sources: row.sources,
  });
}

/**
 * The oldest snapshot from which everything up to now was traded by the present versions and whose next bar is not older
 * than `oldest`. Undefined when there is none.
 */
export async function findReplayStart(
  tx: Tx,
  of: { portfolioId: string; strategyVersion: string; oldest: Date },
): Promise<StateSnapshot | undefined> {
  const { portfolioId, strategyVersion, oldest } = of;
  const ofPortfolio = eq(botStateSnapshots.portfolioId, portfolioId);
  const [other] = await tx
    .select({ navSeq: botStateSnapshots.navSeq })
    .from(botStateSnapshots)
    .where(
      and(
        ofPortfolio,
        or(
          ne(botStateSnapshots.strategyVersion, strategyVersion),
          ne(botStateSnapshots.engineVersion, ENGINE_VERSION),
        ),
      ),
    )
    .orderBy(desc(botStateSnapshots.navSeq))
    .limit(1);
  const [found] = await tx
    .select()
    .from(botStateSnapshots)
    .where(
      and(
        ofPortfolio,
        gte(botStateSnapshots.nextBarAt, oldest),
        other && gt(botStateSnapshots.navSeq, other.navSeq),
      ),
    )
    .orderBy(asc(botStateSnapshots.navSeq))
    .limit(1);
  return found;
}
