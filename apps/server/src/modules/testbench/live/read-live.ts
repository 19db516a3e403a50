/** What owners see of their bots that trade, traded or are about to. */
import { DomainError, isOpenRun, OWN_BOT_LIMITS, type OwnBotOrder, type OwnBotRun } from '@botdepot/contract';
import { fixed12ToText, payoutOf, toWire } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import { count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import {
  findDemoHistories,
  findOwnBotRow,
  findRunOf,
  listRunFills,
  listRunProtocol,
  listRunStrikes,
  listRunsOf,
  type OwnRun,
  readRunCurve,
} from '../../bots/index.ts';
import { ownBotOrders } from './live.schema.ts';
import type { OrderRow } from './orders.ts';
import { readNewestNavs } from './own-money.ts';
import { readHolds } from './read-holds.ts';
import { findStarts, findStops } from './run-money.ts';

export function presentOrder(row: OrderRow): OwnBotOrder {
  const expires = row.createdAt.getTime() + OWN_BOT_LIMITS.startWaitsDays * DAY_MS;
  const isOnItsWay = row.kind === 'start' && row.status === 'waiting';
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    version: row.version,
    amountUsd: row.amount === null ? null : toWire(row.amount),
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    expiresAt: isOnItsWay ? new Date(expires).toISOString() : null,
    nav: row.nav === null ? null : fixed12ToText(row.nav),
    payoutUsd: row.payout === null ? null : toWire(row.payout),
  };
}

/** Runs with what they are worth at the newest minute that was looked at, or were at their end. */
export async function presentRuns(tx: Tx, runs: readonly OwnRun[]): Promise<OwnBotRun[]> {
  if (runs.length === 0) return [];
  const ids = runs.map(({ id }) => id);
  const [starts, stops] = [await findStarts(tx, ids), await findStops(tx, ids)];
  const navs = await readNewestNavs(tx, runs);
  const holds = await readHolds(tx);
  const withDemo = await findDemoHistories(tx, ids);
  return runs.map((run): OwnBotRun => {
    const newest = navs.get(run.id);
    const start = starts.get(run.id);
    if (!newest || !start?.units || start.amount === null) throw new Error(`run ${run.id} was never started`);
    const payout = stops.get(run.id)?.payout ?? null;
    return {
      id: run.id,
      series: run.series,
      version: run.ownVersion,
      state: run.ownState,
      symbols: run.symbols,
      startedAt: run.startedAt.toISOString(),
      demoHistory: withDemo.has(run.id),
      endedAt: run.closedAt?.toISOString() ?? null,
      amountUsd: toWire(start.amount),
      valueUsd: toWire(payout ?? payoutOf(start.units, newest.nav)),
      nav: fixed12ToText(newest.nav),
      at: newest.at.toISOString(),
      held: isOpenRun(run.ownState) ? holds.reasonFor(run.botId) : null,
    };
  });
}

type Own = { id: string; userId: string };
type Page = { page: number; pageSize: number };

async function assertOwn(tx: Tx, { id, userId }: Own): Promise<void> {
  if (!(await findOwnBotRow(tx, { id, ownerId: userId }))) throw DomainError.of('OWN_BOT_NOT_FOUND');
}

/** @throws OWN_BOT_NOT_FOUND */
export async function listOwnBotOrders(
  tx: Tx,
  own: Own,
  { page, pageSize }: Page,
): Promise<{ items: OwnBotOrder[]; total: number }> {
  await assertOwn(tx, own);
  const where = eq(ownBotOrders.botId, own.id);
  const rows = await tx
    .select()
    .from(ownBotOrders)
    .where(where)
    .orderBy(desc(ownBotOrders.createdAt), desc(ownBotOrders.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(ownBotOrders).where(where);
  return { items: rows.map(presentOrder), total: counted?.total ?? 0 };
}

/** The newest ones, as many as are listed. @throws OWN_BOT_NOT_FOUND */
export async function listOwnBotRuns(tx: Tx, own: Own): Promise<OwnBotRun[]> {
  await assertOwn(tx, own);
  return presentRuns(tx, await listRunsOf(tx, own.id, { limit: OWN_BOT_LIMITS.runsListed }));
}

const LISTS = { fills: listRunFills, strikes: listRunStrikes, protocol: listRunProtocol } as const;

/** Fills, strikes or protocol of a run: the newest of the bot, or one of its others. Empty before the first. @throws OWN_BOT_NOT_FOUND */
export async function listOfRun<What extends keyof typeof LISTS>(
  tx: Tx,
  what: What,
  own: Own,
  wanted: Page & { series?: number | undefined },
): Promise<Awaited<ReturnType<(typeof LISTS)[What]>>> {
  const run = await findOwnRun(tx, own, wanted.series);
  const listed = run ? await LISTS[what](tx, run.id, wanted) : { items: [], total: 0 };
  // Each key has its own list; TypeScript does not follow that through the index.
  return listed as Awaited<ReturnType<(typeof LISTS)[What]>>;
}

/** The newest run of a bot, or one of its others; undefined before the first. @throws OWN_BOT_NOT_FOUND */
async function findOwnRun(tx: Tx, own: Own, series: number | undefined): Promise<OwnRun | undefined> {
  await assertOwn(tx, own);
  const run = await findRunOf(tx, own.id, series);
  if (!run && series !== undefined) throw DomainError.of('OWN_BOT_NOT_FOUND');
  return run;
}

/** What its owner's money was worth in a run; nothing before the first. @throws OWN_BOT_NOT_FOUND */
export async function getOwnBotCurve(tx: Tx, own: Own, series: number | undefined) {
  const run = await findOwnRun(tx, own, series);
  if (!run) return [];
  const { units } = (await findStarts(tx, [run.id])).get(run.id) ?? {};
  const newest = (await readNewestNavs(tx, [run])).get(run.id);
  if (!units || !newest) throw new Error(`run ${run.id} was never started`);
  return (await readRunCurve(tx, run, newest)).map(({ at, nav, drawdown }) => ({
    at: at.toISOString(),
    valueUsd: toWire(payoutOf(units, nav)),
    drawdown,
  }));
}
