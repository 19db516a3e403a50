/** Own bots that hold money at the end of their owner's account, and in the download of one's data. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId, type Work } from '../../../platform/work.ts';
import {
  closeRun,
  findLastStrike,
  listOpenRunsOf,
  listOwnBotRows,
  listRunFills,
  listRunsOf,
  lockOwnBots,
} from '../../bots/index.ts';
import { ownBotOrders, testbenchQuotas } from './live.schema.ts';
import { findWaiting, returnOrder } from './orders.ts';
import { presentOrder, presentRuns } from './read-live.ts';
import { payOut } from './run-money.ts';

/** Own bots of a person and what waits on them, without a lock. */
export async function listOwnLive(tx: Tx, userId: string): Promise<string[]> {
  const bots = await listOwnBotRows(tx, userId);
  const orders = await findWaiting(tx, { userId });
  return [...bots, ...orders].map(({ id }) => id);
}

/** What the host locks, in its order: no minute of theirs is written from here on, and once the wallet is locked no order begins. */
export async function lockOwnLive({ tx }: Work, userId: string): Promise<string[]> {
  const bots = await listOwnBotRows(tx, userId);
  await lockOwnBots(
    tx,
    bots.map(({ number }) => number),
  );
  const orders = await findWaiting(tx, { userId }, true);
  return [...bots, ...orders].map(({ id }) => id);
}

/**
 * Orders are taken back and runs are stopped at their last strike, whatever its age: the money goes to the house anyway, so nobody gains by an old
 * price. The caller holds the locks of `lockOwnLive`.
 */
export async function closeOwnLive(work: Work, userId: string): Promise<void> {
  const { tx, now } = work;
  const bots = await listOwnBotRows(tx, userId);
  for (const order of await findWaiting(tx, { userId })) {
    const number = bots.find(({ id }) => id === order.botId)?.number;
    if (number === undefined) throw new Error('an order of a bot that is gone');
    await returnOrder(work, { order, number, status: 'cancelled', reason: 'account ended' });
  }
  const runs = await listOpenRunsOf(
    tx,
    bots.map(({ id }) => id),
  );
  for (const run of runs) {
    const strike = await findLastStrike(tx, run.id);
    if (!strike) throw new Error(`run ${run.id} has no strike`);
    const [order] = await tx
      .insert(ownBotOrders)
      .values({
        id: newId(),
        botId: run.botId,
        userId,
        kind: 'stop',
        version: run.ownVersion,
        portfolioId: run.id,
        createdAt: now,
      })
      .returning();
    await closeRun(tx, run, { state: 'stopped', nav: strike.nav }, now);
    await payOut(work, [{ run, order, strike, state: 'stopped' }]);
  }
  await tx.delete(testbenchQuotas).where(eq(testbenchQuotas.userId, userId));
}

const ROWS_AT_ONCE = 1_000;

/** Orders, runs and fills of one of a person's bots, for the download of one's data. */
export async function exportOwnLive(tx: Tx, botId: string): Promise<object> {
  const orders = await tx
    .select()
    .from(ownBotOrders)
    .where(eq(ownBotOrders.botId, botId))
    .orderBy(asc(ownBotOrders.createdAt), asc(ownBotOrders.id));
  return { orders: orders.map(presentOrder), runs: await allRuns(tx, botId) };
}

async function allRuns(tx: Tx, botId: string): Promise<object[]> {
  const all: object[] = [];
  for (let before: number | undefined; ; ) {
    const runs = await listRunsOf(tx, botId, { limit: ROWS_AT_ONCE, before });
    for (const run of await presentRuns(tx, runs)) all.push({ ...run, fills: await allFills(tx, run.id) });
    if (runs.length < ROWS_AT_ONCE) return all;
    before = runs.at(-1)?.series;
  }
}

async function allFills(tx: Tx, runId: string): Promise<object[]> {
  const all: object[] = [];
  for (let page = 1; ; page++) {
    const { items } = await listRunFills(tx, runId, { page, pageSize: ROWS_AT_ONCE });
    all.push(...items);
    if (items.length < ROWS_AT_ONCE) return all;
  }
}
