/** What a person's own bots hold of their money: whoever tells what somebody has reads it here. */
import { isOpenRun } from '@botdepot/contract';
import { type Fixed12, fromWire, type Micros, payoutOf } from '@botdepot/money';
import {
  type AnyColumn,
  and,
  asc,
  eq,
  exists,
  gt,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../platform/database.ts';
import { bots, listOpenRunsOf, listOwnBotRows, type OwnRun, readNewestStrikes } from '../../bots/index.ts';
import { ownBotDrafts } from '../testbench.schema.ts';
import { ownBotOrders } from './live.schema.ts';
import { readProgressOf } from './progress.ts';

/**
 * The newest NAV of each of some runs, by run: that of the newest minute that was looked at, or that of the last strike where nothing is
 * looked at any more. Absent before the first strike.
 */
export async function readNewestNavs(
  tx: Tx,
  runs: readonly Pick<OwnRun, 'id' | 'number' | 'ownState'>[],
): Promise<Map<string, { at: Date; nav: Fixed12 }>> {
  const strikes = await readNewestStrikes(
    tx,
    runs.map(({ id }) => id),
  );
  // One that is broken stands still at its last strike, whatever was known of it in between.
  const stepped = runs.filter(({ ownState }) => isOpenRun(ownState) && ownState !== 'broken');
  const progress = await readProgressOf(
    tx,
    stepped.map(({ number }) => number),
  );
  return new Map(
    runs.flatMap((run) => {
      const strike = strikes.get(run.id);
      if (!strike) return [];
      const reached = stepped.includes(run) ? progress.get(run.number) : undefined;
      const newest =
        reached && reached.minute > strike.at ? { at: reached.minute, nav: reached.nav } : strike;
      return [[run.id, { at: new Date(newest.at), nav: newest.nav }] as const];
    }),
  );
}

/** One that goes on has a bot that its owner has not deleted. */
async function listOpenRunsOfPerson(tx: Tx, userId: string): Promise<OwnRun[]> {
  const own = await listOwnBotRows(tx, userId);
  return listOpenRunsOf(
    tx,
    own.map(({ id }) => id),
  );
}

/** Whole cents: what was put into an own bot, and what it is worth at the newest minute that was looked at; equal while it waits to start. */
type OwnHolding = { id: string; name: string; put: Micros; value: Micros; isWaiting: boolean };

/** The own bots that hold somebody's money, in the order of their starts, and whether they ever put anything into one. */
export async function readOwnInvested(
  tx: Tx,
  userId: string,
): Promise<{ held: OwnHolding[]; hasBegun: boolean }> {
  const { status, kind, amount, units, createdAt, portfolioId } = ownBotOrders;
  const ofPerson = eq(ownBotOrders.userId, userId);
  const [begun] = await tx.select({ id: ownBotOrders.id }).from(ownBotOrders).where(ofPerson).limit(1);
  if (!begun) return { held: [], hasBegun: false };
  const starts = await tx
    .select({ id: ownBotOrders.botId, name: ownBotDrafts.name, amount, units, runId: portfolioId })
    .from(ownBotOrders)
    // One that holds money has a draft: it cannot be deleted.
    .innerJoin(ownBotDrafts, eq(ownBotDrafts.botId, ownBotOrders.botId))
    .where(
      and(
        ofPerson,
        eq(kind, 'start'),
        or(eq(status, 'waiting'), and(eq(status, 'executed'), notExists(closedRun(portfolioId)))),
      ),
    )
    .orderBy(asc(createdAt), asc(ownBotOrders.id));
  const navs = await readNewestNavs(tx, await listOpenRunsOfPerson(tx, userId));
  const held = starts.map(({ runId, amount, units, ...bot }) => {
    const put = amount ?? 0n;
    const value = runId === null ? put : payoutOf(units ?? 0n, navs.get(runId)?.nav ?? 0n);
    return { ...bot, put, value, isWaiting: runId === null };
  });
  return { held, hasBegun: true };
}

/**
 * The starts of a person's own bots, those of deleted ones included, by the time of their orders: put aside at `orderedAt`, until
 * `decidedAt` in no bot and in no wallet. Those that were given back before `since` are left out, those whose run was stopped then, and
 * those of `endedStarts`.
 */
export async function readOwnStarts(tx: Tx, userId: string, since: Date) {
  const { status, decidedAt, createdAt, portfolioId } = ownBotOrders;
  const rows = await tx
    .select({
      id: ownBotOrders.id,
      botId: ownBotOrders.botId,
      number: bots.number,
      /** Null once the bot is deleted. */
      name: ownBotDrafts.name,
      amount: ownBotOrders.amount,
      orderedAt: createdAt,
      /** Null while it waits. */
      decidedAt,
      /** Null where no run came of it. */
      runId: portfolioId,
    })
    .from(ownBotOrders)
    .innerJoin(bots, eq(bots.id, ownBotOrders.botId))
    .leftJoin(ownBotDrafts, eq(ownBotDrafts.botId, ownBotOrders.botId))
    .where(
      and(
        eq(ownBotOrders.userId, userId),
        eq(ownBotOrders.kind, 'start'),
        or(eq(status, 'executed'), eq(status, 'waiting'), gt(decidedAt, since)),
        notExists(
          tx
            .select({ id: stops.id })
            .from(stops)
            .where(and(isStopOf(portfolioId), lte(stops.decidedAt, since))),
        ),
        or(isNull(portfolioId), lte(decidedAt, since), notExists(closedRun(portfolioId))),
      ),
    )
    .orderBy(asc(createdAt), asc(ownBotOrders.id));
  // A check sees to it that a start has an amount.
  return rows.flatMap(({ amount, ...row }) => (amount === null ? [] : [{ ...row, amount }]));
}

const closedRun = (run: AnyColumn): SQL =>
  sql`(SELECT FROM bot_portfolios p WHERE p.id = ${run} AND p.closed_at IS NOT NULL)`;

/** The starts whose runs began after `since` and are over, as rows that the database adds up: there may be thousands. */
export function endedStarts(userId: string, since: Date): SQL {
  return sql`SELECT s.id, s.bot_id, b.number, d.name, s.amount, s.created_at AS ordered_at, s.decided_at, s.portfolio_id AS run_id
    FROM own_bot_orders s
    JOIN bots b ON b.id = s.bot_id
    JOIN bot_portfolios p ON p.id = s.portfolio_id AND p.closed_at IS NOT NULL
    LEFT JOIN own_bot_drafts d ON d.bot_id = s.bot_id
    WHERE s.user_id = ${userId} AND s.kind = 'start' AND s.status = 'executed' AND s.decided_at > ${since}`;
}

/** What a person's runs have brought in whole cents, those of deleted bots included: those that go on and those that are over. Null for none. */
export async function readOwnResults(
  tx: Tx,
  userId: string,
): Promise<{ running: Micros | null; ended: Micros | null }> {
  const { held } = await readOwnInvested(tx, userId);
  const open = held.filter(({ isWaiting }) => !isWaiting);
  const running = open.reduce((total, { value, put }) => total + value - put, 0n);
  return { running: open.length === 0 ? null : running, ended: await sumEnded(tx, userId) };
}

/** The database adds them up, however many there are. A run that ended without a stop was used up and paid nothing. */
async function sumEnded(tx: Tx, userId: string): Promise<Micros | null> {
  const { amount, portfolioId } = ownBotOrders;
  const [row] = await tx
    .select({ total: sum(sql`coalesce(${stops.payout}, 0) - ${amount}`) })
    .from(ownBotOrders)
    .leftJoin(stops, isStopOf(portfolioId))
    .where(
      and(
        eq(ownBotOrders.userId, userId),
        eq(ownBotOrders.kind, 'start'),
        eq(ownBotOrders.status, 'executed'),
        exists(closedRun(portfolioId)),
      ),
    );
  return row?.total == null ? null : fromWire(row.total);
}

const stops = alias(ownBotOrders, 'stops');
/** The executed one that a run ended by, if any. */
const isStopOf = (run: AnyColumn) =>
  and(eq(stops.portfolioId, run), eq(stops.kind, 'stop'), eq(stops.status, 'executed'));
