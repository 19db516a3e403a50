import { BOT_TYPES, type BotType } from '@botdepot/contract';
import { type Micros, payoutOf } from '@botdepot/money';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { eraseFreeTexts } from '../../../platform/erase-free-texts.ts';
import type { Work } from '../../../platform/work.ts';
import { botInvestments, botTicks, manualTradingRecords } from '../bots.schema.ts';
import { lockBotShared } from '../portfolio/portfolio.ts';
import { investmentReference } from './investment.ts';
import { listInvestmentIds, readInvestment } from './read-investments.ts';
import { stopBot } from './start-and-stop.ts';
import { listFills, listTradingRecords } from './trading-records.ts';

/** Whose account ends: what is theirs and still active. */
const isActiveOf = (userId: string) =>
  and(eq(botInvestments.userId, userId), eq(botInvestments.status, 'active'));

type ClosingInvestment = { id: string; reference: string; botType: BotType; payout: Micros };

/** The investments that a deletion of the account would stop, oldest first, each with what it would pay out now. */
export async function readInvestmentsClosing(tx: Tx, userId: string): Promise<ClosingInvestment[]> {
  const rows = await tx
    .select({
      id: botInvestments.id,
      number: botInvestments.number,
      botType: botInvestments.botType,
      units: botInvestments.units,
      nav: botTicks.nav,
    })
    .from(botInvestments)
    .innerJoin(botTicks, eq(botTicks.portfolioId, botInvestments.portfolioId))
    .where(isActiveOf(userId))
    .orderBy(asc(botInvestments.number));
  return rows.map(({ id, number, botType, units, nav }) => ({
    id,
    reference: investmentReference(number),
    botType,
    payout: payoutOf(units, nav),
  }));
}

export async function listActiveIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.select({ id: botInvestments.id }).from(botInvestments).where(isActiveOf(userId));
  return rows.map(({ id }) => id);
}

/** Locks the active investments in the order of their ids, then their bots (shared) in the order of the catalogue. */
export async function lockActiveInvestments(work: Work, userId: string): Promise<string[]> {
  const rows = await work.tx
    .select({ id: botInvestments.id, botType: botInvestments.botType })
    .from(botInvestments)
    .where(isActiveOf(userId))
    .orderBy(asc(botInvestments.id))
    .for('update');
  for (const botType of BOT_TYPES)
    if (rows.some((row) => row.botType === botType)) await lockBotShared(work.tx, botType);
  return rows.map(({ id }) => id);
}

/**
 * Stops every active investment of a customer as the customer would, into the wallet. The caller holds the locks of
 * `lockActiveInvestments`. Throws PRICES_STALE.
 */
export async function closeInvestments(work: Work, userId: string): Promise<void> {
  const active = await listActiveIds(work.tx, userId);
  for (const investmentId of active.sort()) await stopBot(work, { userId, investmentId, forfeits: true });
  await eraseTexts(work, userId);
}

/** What admins wrote about the customer's investments. */
async function eraseTexts(work: Work, userId: string): Promise<void> {
  const all = await work.tx
    .select({ id: botInvestments.id })
    .from(botInvestments)
    .where(eq(botInvestments.userId, userId));
  const ids = all.map(({ id }) => id);
  await work.tx
    .update(manualTradingRecords)
    .set({ reason: '' })
    .where(inArray(manualTradingRecords.investmentId, ids));
  await eraseFreeTexts(work, ids);
}

const ROWS_AT_ONCE = 1_000;

/** Every investment of a customer with its daily records and the fills behind it, for the download of one's own data. */
export async function* exportInvestments(tx: Tx, userId: string): AsyncGenerator<object> {
  // By their ids: an investment that is stopped meanwhile has another place in the list.
  for (const id of await listInvestmentIds(tx, userId)) {
    const { sparkline: _, ...investment } = await readInvestment(tx, userId, id);
    yield {
      ...investment,
      tradingRecords: await allOf(
        (page) => listTradingRecords(tx, userId, { id, ...page }),
        ({ from, source }) => `${from} ${source}`,
      ),
      fills: await allOf(
        (page) => listFills(tx, userId, { id, ...page }),
        (fill) => fill.id,
      ),
    };
  }
}

/** All pages of a list that is newest first. What comes meanwhile moves the others on, so some are read twice. */
async function allOf<T>(
  list: (page: { page: number; pageSize: number }) => Promise<{ items: T[] }>,
  keyOf: (item: T) => string,
): Promise<T[]> {
  const all = new Map<string, T>();
  for (let page = 1; ; page++) {
    const { items } = await list({ page, pageSize: ROWS_AT_ONCE });
    for (const item of items) all.set(keyOf(item), item);
    if (items.length < ROWS_AT_ONCE) return [...all.values()];
  }
}
