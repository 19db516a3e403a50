import { BOT_TYPES, BOTS, type BotType } from '@botdepot/contract';
import { type Fixed12, fixed12FromText, fromWire, type Micros, marketValueOf, toWire } from '@botdepot/money';
import { ENGINE_VERSION } from '@botdepot/trading';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId, type Work } from '../../../platform/work.ts';
import { readSourcesInForce } from '../../markets/index.ts';
import { HOUSE_ACCOUNTS, openPoolAccount, postTransfer } from '../../wallet/index.ts';
import { botNav, botPortfolios, botProtocol, bots } from '../bots.schema.ts';
import type { BotStrategy } from '../strategies.ts';
import type { Strike } from './strike.ts';

/** A portfolio of the house; runs of own bots have rows of the same table, see `own/own-runs.ts`. */
export type PortfolioRow = typeof botPortfolios.$inferSelect & { botType: BotType };

/** Rows that were asked for by the type of their bot. */
const ofHouse = (row: typeof botPortfolios.$inferSelect): PortfolioRow => row as PortfolioRow;

/** The bot's running portfolio; undefined before its first one is opened. */
export async function findRunningPortfolio(tx: Tx, botType: BotType): Promise<PortfolioRow | undefined> {
  const [row] = await tx
    .select({ portfolio: botPortfolios })
    .from(bots)
    .innerJoin(botPortfolios, eq(botPortfolios.id, bots.currentPortfolioId))
    .where(and(eq(bots.botType, botType), isNull(botPortfolios.closedAt)));
  return row && ofHouse(row.portfolio);
}

/** Which of these were used up and closed. */
export async function listClosedPortfolios(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: botPortfolios.id })
    .from(botPortfolios)
    .where(and(inArray(botPortfolios.id, [...ids]), isNotNull(botPortfolios.closedAt)));
  return rows.map(({ id }) => id);
}

/**
 * Opens the next portfolio of a bot, at 1.0 per unit and with a pool of its own, and makes it the current one. The
 * caller holds the bot's exclusive lock.
 */
export async function openPortfolio(
  tx: Tx,
  input: { botType: BotType; runnable: BotStrategy; now: Date },
): Promise<PortfolioRow> {
  const { botType, runnable, now } = input;
  const { strategy, symbols } = runnable;
  const id = newId();
  const [last] = await tx
    .select({ series: botPortfolios.series })
    .from(botPortfolios)
    .where(eq(botPortfolios.botType, botType))
    .orderBy(desc(botPortfolios.series))
    .limit(1);
  const [bot] = await tx
    .insert(bots)
    .values({ number: BOT_TYPES.indexOf(botType), botType, currentPortfolioId: id, createdAt: now })
    .onConflictDoUpdate({ target: bots.botType, set: { currentPortfolioId: id } })
    .returning({ id: bots.id });
  if (!bot) throw new Error('an insert returned no row');
  const [row] = await tx
    .insert(botPortfolios)
    .values({
      id,
      botId: bot.id,
      botType,
      series: (last?.series ?? 0) + 1,
      strategyVersion: strategy.version,
      engineVersion: ENGINE_VERSION,
      parameters: strategy.parameters.parse({}),
      symbols: [...symbols],
      sources: Object.fromEntries(await readSourcesInForce(tx)),
      poolAccountId: await openPoolAccount(tx, id),
      startedAt: now,
    })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  return ofHouse(row);
}

/** The newest strike of a portfolio; null before its first bar. */
export async function findLastStrike(tx: Tx, portfolioId: string): Promise<Strike | null> {
  const [row] = await tx
    .select()
    .from(botNav)
    .where(eq(botNav.portfolioId, portfolioId))
    .orderBy(desc(botNav.seq))
    .limit(1);
  return row ? strikeOf(row) : null;
}

export function strikeOf(row: typeof botNav.$inferSelect): Strike {
  const { seq, nav, peak, maxDrawdown, dayPeak, dayLow, dayDrawdown, phase, barMs } = row;
  const { realised, unrealised, fee, spread, slippage, financing } = row;
  return {
    seq,
    at: row.at.getTime(),
    nav,
    peak,
    maxDrawdown,
    dayPeak,
    dayLow,
    dayDrawdown,
    figures: { realised, unrealised, fee, spread, slippage, financing },
    phase,
    barMs,
  };
}

/** What the newest decisions of a portfolio said, newest first: fills of later bars refer to them. */
export async function listLastDecisions(tx: Tx, portfolioId: string, limit: number): Promise<unknown[]> {
  const rows = await tx
    .select({ data: botProtocol.data })
    .from(botProtocol)
    .where(and(eq(botProtocol.portfolioId, portfolioId), eq(botProtocol.kind, 'decision')))
    .orderBy(desc(botProtocol.at), desc(botProtocol.sequence))
    .limit(limit);
  return rows.map((row) => row.data);
}

/**
 * Number of the last strike as committed. A leader that finds another one than it remembers has lost a bar or doubled
 * it, and must start again from the database.
 */
export async function readStrikeSeq(tx: Tx, portfolioId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ navSeq: botPortfolios.navSeq })
    .from(botPortfolios)
    .where(and(eq(botPortfolios.id, portfolioId), isNull(botPortfolios.closedAt)));
  return row?.navSeq;
}

export async function updatePortfolio(
  tx: Tx,
  id: string,
  values: Partial<typeof botPortfolios.$inferInsert>,
): Promise<void> {
  await tx.update(botPortfolios).set(values).where(eq(botPortfolios.id, id));
}

/** Current portfolios of the bots, closed ones included, as far as they have one. */
export async function listCurrentPortfolios(tx: Tx, botTypes: readonly BotType[]): Promise<PortfolioRow[]> {
  const rows = await tx
    .select({ portfolio: botPortfolios })
    .from(bots)
    .innerJoin(botPortfolios, eq(botPortfolios.id, bots.currentPortfolioId))
    .where(inArray(bots.botType, [...botTypes]))
    .orderBy(sql`${bots.botType}`);
  return rows.map((row) => ofHouse(row.portfolio));
}

/** The end of the last minute that each bot's running portfolio has traded; before its first one, when it was opened. */
export async function readLastSteps(tx: Tx): Promise<Map<BotType, Date>> {
  const { lastBarAt, startedAt, closedAt } = botPortfolios;
  const rows = await tx
    .select({ botType: botPortfolios.botType, lastBarAt, startedAt })
    .from(bots)
    .innerJoin(botPortfolios, eq(botPortfolios.id, bots.currentPortfolioId))
    .where(and(isNull(closedAt), isNotNull(bots.botType)));
  return new Map(
    rows.flatMap(({ botType, lastBarAt: last, startedAt: opened }) =>
      botType ? [[botType, last ?? opened]] : [],
    ),
  );
}

type Settlement = { units: Fixed12; balance: Micros; moved: Micros };

/**
 * Trues a pool up to units × NAV, rounded down to the micro: the difference goes between the pool and the house's market
 * account; nothing is posted when there is none. Sums only what came since the last settlement, never customers, so its
 * cost does not grow with them.
 *
 * The caller holds the bot's exclusive lock: entries with lower numbers can then no longer appear.
 */
export async function settlePool(
  work: Work,
  portfolio: Pick<PortfolioRow, 'id' | 'botType' | 'poolAccountId'>,
  nav: Fixed12,
): Promise<Settlement> {
  const { rows } = await work.tx.$client.query<{ units: string; balance: string; unit_seq: string }>({
    name: 'read-pool',
    text: `
      SELECT (p.settled_units + u.units) AS units, (p.settled_balance + e.amount) AS balance, u.seq AS unit_seq
      FROM bot_portfolios p,
        LATERAL (SELECT coalesce(sum(units), 0) AS units, coalesce(max(seq), p.settled_unit_seq) AS seq
                 FROM bot_unit_entries WHERE portfolio_id = p.id AND seq > p.settled_unit_seq) u,
        LATERAL (SELECT coalesce(sum(amount), 0) AS amount
                 FROM ledger_entries WHERE account_id = p.pool_account_id AND seq > p.settled_entry_seq) e
      WHERE p.id = $1`,
    values: [portfolio.id],
  });
  const [row] = rows;
  if (!row) throw new Error(`portfolio ${portfolio.id} is missing`);
  const units = fixed12FromText(row.units);
  const value = marketValueOf(units, nav);
  const moved = value - fromWire(row.balance);
  const posting =
    moved === 0n
      ? undefined
      : postTransfer(work, {
          kind: 'bot_settled',
          referenceId: portfolio.id,
          description: `${BOTS[portfolio.botType].name}: Marktergebnis verrechnet`,
          customer: null,
          counter: [
            { accountId: portfolio.poolAccountId, amount: moved },
            { accountId: HOUSE_ACCOUNTS.house_market_pnl, amount: -moved },
          ],
        });
  // Queued behind the posting on the same connection, so its newest entry is the settlement's own.
  const marking = work.tx.$client.query({
    name: 'mark-pool',
    text: `
      UPDATE bot_portfolios SET settled_units = $2, settled_balance = $3, settled_unit_seq = $4, settled_at = $5,
        settled_entry_seq = coalesce((SELECT seq FROM ledger_entries WHERE account_id = $6
                                      ORDER BY seq DESC LIMIT 1), settled_entry_seq)
      WHERE id = $1`,
    values: [portfolio.id, row.units, toWire(value), row.unit_seq, work.now, portfolio.poolAccountId],
  });
  await Promise.all([posting, marking]);
  return { units, balance: value, moved };
}

// First key of the two-part advisory locks of the bots; the second is the bot's number, in the house its place in the catalogue.
export const LOCK_CLASS = 7_202;

// The keys are constants of ours and stand in the text, so that tests can take the lock out of the statement.
const statement = (lock: string, botType: BotType): string =>
  `SELECT ${lock}(${LOCK_CLASS}, ${BOT_TYPES.indexOf(botType)})`;

/**
 * Taken by starts, stops and manual returns until their transaction ends: they may run side by side, but no settlement
 * runs meanwhile. Lock order: investment row, then this, then the wallet row.
 */
export async function lockBotShared(tx: Tx, botType: BotType): Promise<void> {
  await tx.$client.query(statement('pg_advisory_xact_lock_shared', botType));
}

/**
 * Taken by the leader for a bar and its settlement until the transaction ends: every unit entry and every posting on
 * the pool is then either committed and visible or not made yet. Nothing else is locked after it but by inserts.
 */
export async function lockBotExclusive(tx: Tx, botType: BotType): Promise<void> {
  await tx.$client.query(statement('pg_advisory_xact_lock', botType));
}
