import type { BotType } from '@botdepot/contract';
import { ENGINE_VERSION } from '@botdepot/trading';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { readSourcesInForce } from '../../markets/index.ts';
import { openPoolAccount } from '../../wallet/index.ts';
import { botNav, botPortfolios, botProtocol, bots } from '../bots.schema.ts';
import type { BotStrategy } from '../strategies.ts';
import type { Strike } from './strike.ts';

export type PortfolioRow = typeof botPortfolios.$inferSelect;

/** The bot's running portfolio; undefined before its first one is opened. */
export async function findRunningPortfolio(tx: Tx, botType: BotType): Promise<PortfolioRow | undefined> {
  const [row] = await tx
    .select({ portfolio: botPortfolios })
    .from(bots)
    .innerJoin(botPortfolios, eq(botPortfolios.id, bots.currentPortfolioId))
    .where(and(eq(bots.botType, botType), isNull(botPortfolios.closedAt)));
  return row?.portfolio;
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
  const [row] = await tx
    .insert(botPortfolios)
    .values({
      id,
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
  await tx
    .insert(bots)
    .values({ botType, currentPortfolioId: id, createdAt: now })
    .onConflictDoUpdate({ target: bots.botType, set: { currentPortfolioId: id } });
  return row;
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
  return rows.map((row) => row.portfolio);
}
