/** What one minute does to own bots, as transactions: strikes of a shard with the stops that they execute, and starts. */
import { setImmediate } from 'node:timers/promises';
import { isOpenRun, MARKET_SYMBOLS, type OwnBotRunState, ownBotLabel } from '@botdepot/contract';
import { FIXED12_ONE, inUsdt, marketValueOf, unitsFor } from '@botdepot/money';
import { UNQUOTED_LIMIT_MS } from '@botdepot/trading';
import { eq } from 'drizzle-orm';
import { assertEpoch } from '../../../platform/leader.ts';
import { newId, type Work } from '../../../platform/work.ts';
import {
  addUnits,
  closeRun,
  findLastStrike,
  heldSymbols,
  isFaulty,
  lockOwnBots,
  type Minute,
  type OwnRun,
  type OwnStrike,
  openingStrike,
  openRun,
  type PreparedRun,
  type RunningRun,
  type RunStep,
  readOpenMarks,
  type Strike,
  staleSymbols,
  strikeOfRun,
  writeOwnStrikes,
} from '../../bots/index.ts';
import type { ClosedMinute, FeedTick } from '../../markets/index.ts';
import { notify } from '../../notifications/index.ts';
import { HOUSE_ACCOUNTS, postTransfer } from '../../wallet/index.ts';
import { ownBotOrders } from './live.schema.ts';
import { findWaiting, type OrderRow, returnOrder } from './orders.ts';
import { type Progress, writeProgress } from './progress.ts';
import {
  auditRun,
  type EndedRun,
  payOut,
  readNames,
  settlePools,
  tellOfFaults,
  tellOfStart,
} from './run-money.ts';

/** A closed minute as the host takes it from the feed. */
export type HostMinute = {
  readonly closed: Minute;
  /** Since when the newest quote of each symbol is known to hold, ms UTC, at the end of the minute. */
  readonly quoteTimes: ReadonlyMap<string, number>;
};

/** @param tick the newest before the end of the minute; null where none has come yet. */
export function hostMinute({ timeMs, bars, sources }: ClosedMinute, tick: FeedTick | null): HostMinute {
  return {
    closed: {
      time: timeMs,
      bars,
      halted: tick && staleSymbols(tick),
      ...(sources
        ? {
            sources: new Map(
              MARKET_SYMBOLS.map(({ symbol }, index) => [symbol, sources[index] ?? 'simulated']),
            ),
          }
        : {}),
    },
    quoteTimes: new Map(tick?.quotes.map(({ symbol, time }) => [symbol, time])),
  };
}

/** So long at a time others wait while bots are stepped or struck. */
const SLICE_MS = 5;

/** Lets others in where a slice of time is over; for long loops. */
export function slices(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() <= end) return;
    await setImmediate();
    end = performance.now() + SLICE_MS;
  };
}

/** What has become of runs once the transaction commits, by run. */
export type Outcome = Map<string, { row: OwnRun; strike: Strike | null } | 'gone'>;

/**
 * Writes what a minute did to the runs of a shard, or of a part of it: strikes where something came of it or a stop is executed, pools settled
 * at them, and how far the shard is. Nothing is computed here that a second attempt would not compute again.
 *
 * Locks: the bots in ascending order of their numbers, their waiting orders by id, the wallets of those who are paid by user id.
 * @param input.frozen runs that stand still at their last strike.
 * @throws LostLeadershipError
 */
export async function commitShard(
  work: Work,
  input: {
    epoch: number;
    shard: number;
    minute: HostMinute;
    steps: readonly RunStep[];
    frozen: readonly OwnRun[];
    progress: Progress;
  },
): Promise<Outcome> {
  const { epoch, shard, minute, steps, frozen, progress } = input;
  const { tx } = work;
  const runs = [...steps.map(({ running }) => running.row), ...frozen];
  await assertEpoch(tx, epoch);
  await lockOwnBots(
    tx,
    runs.map(({ number }) => number),
  );
  const outcome: Outcome = new Map();
  const marks = await readOpenMarks(
    tx,
    runs.map(({ id }) => id),
  );
  // Ended with its account meanwhile, or committed by an attempt of which nobody has heard.
  for (const run of runs) if (marks.get(run.id) !== run.navSeq) outcome.set(run.id, 'gone');
  const orders = await findWaiting(tx, { botIds: runs.map(({ botId }) => botId) }, true);
  const stopOf = (run: OwnRun) =>
    orders.find(
      ({ portfolioId, createdAt }) => portfolioId === run.id && createdAt.getTime() < minute.closed.time,
    );

  const strikes: OwnStrike[] = [];
  const ended: EndedRun[] = [];
  const pause = slices();
  for (const step of steps) {
    await pause();
    const { row } = step.running;
    if (outcome.has(row.id)) continue;
    const stop = stopOf(row);
    const unquoted = stop && dealable(step, minute, stop);
    if (!step.isDue && !unquoted) continue;
    const strike = struck(step, unquoted);
    strikes.push(strike);
    if (isOpenRun(strike.ownState)) continue;
    const order = unquoted ? stop : orders.find(({ portfolioId }) => portfolioId === row.id);
    ended.push({ run: row, order, strike: strike.record.strike, state: strike.ownState });
  }
  await settlePools(work, strikes);
  const rows = await writeOwnStrikes(tx, strikes, work.now);
  for (const [index, row] of rows.entries()) {
    const strike = strikes[index]?.record.strike ?? null;
    outcome.set(row.id, isOpenRun(row.ownState) ? { row, strike } : 'gone');
  }
  for (const run of frozen) {
    const order = stopOf(run);
    if (outcome.has(run.id) || !order) continue;
    const strike = await lastStrikeOf(tx, run);
    ended.push({ run, order, strike, state: 'stopped' });
    await closeRun(tx, run, { state: 'stopped', nav: strike.nav }, work.now);
    outcome.set(run.id, 'gone');
  }
  await payOut(work, ended);
  await tellOfFaults(work, strikes);
  await writeProgress(tx, { shard, epoch, progress: withoutGone(progress, runs, outcome) });
  return outcome;
}

async function lastStrikeOf(tx: Work['tx'], run: OwnRun): Promise<Strike> {
  const strike = await findLastStrike(tx, run.id);
  if (!strike) throw new Error(`run ${run.id} has no strike`);
  return strike;
}

const withoutGone = (progress: Progress, runs: readonly OwnRun[], outcome: Outcome): Progress => {
  const gone = new Set(runs.filter(({ id }) => outcome.get(id) === 'gone').map(({ number }) => number));
  return new Map([...progress].filter(([number]) => !gone.has(number)));
};

/**
 * Whether a stop can be executed at the end of a minute: everything that is held has a bar and a quote from after the order, but for what nobody
 * has said a price of for so long that it is closed at its last one. These symbols, or undefined.
 */
function dealable(
  { running }: RunStep,
  { quoteTimes, closed }: HostMinute,
  order: OrderRow,
): string[] | undefined {
  const since = order.createdAt.getTime();
  const unquoted: string[] = [];
  for (const { symbol, lastBarEnd } of heldSymbols(running)) {
    const barBegan = lastBarEnd - running.setup.barMs;
    if (barBegan > since && (quoteTimes.get(symbol) ?? 0) > since) continue;
    if (closed.time + running.setup.barMs - lastBarEnd <= UNQUOTED_LIMIT_MS) return undefined;
    unquoted.push(symbol);
  }
  return unquoted;
}

function struck(step: RunStep, unquoted: readonly string[] | undefined): OwnStrike {
  const { running, advance } = step;
  const record = strikeOfRun(step, unquoted);
  const balance = marketValueOf(running.row.settledUnits, record.strike.nav);
  const ownState = stateAfter(step, unquoted !== undefined);
  const base = { run: running.row, record, before: running.strike, ownState, balance };
  // What was closed for a stop is in no engine that goes on.
  return { ...base, state: advance.report.liquidated || unquoted ? null : running.engine.state() };
}

function stateAfter({ running, advance }: RunStep, isStopped: boolean): OwnBotRunState {
  if (advance.report.liquidated) return 'liquidated';
  if (isStopped) return 'stopped';
  return isFaulty(advance) ? 'faulted' : running.row.ownState;
}

/** A start that can be executed, with the engine that it begins with. */
export type PreparedStart = {
  readonly order: OrderRow;
  readonly bot: { id: string; number: number; ownerId: string };
  readonly prepared: PreparedRun;
  readonly shard: number;
};

/**
 * Executes starts at the end of a minute: the amount goes from the account of orders to the pool of a new run, at 1.0 per unit. Those that were
 * taken back meanwhile are left out. Locks as `commitShard`; no wallet is touched.
 * @returns the runs, as they are once the transaction commits.
 */
export async function executeStarts(
  work: Work,
  input: { epoch: number; minute: HostMinute; starts: readonly PreparedStart[] },
): Promise<RunningRun[]> {
  const { epoch, minute, starts } = input;
  const { tx, now } = work;
  await assertEpoch(tx, epoch);
  await lockOwnBots(
    tx,
    starts.map(({ bot }) => bot.number),
  );
  const waiting = await findWaiting(tx, { botIds: starts.map(({ bot }) => bot.id) }, true);
  const opened: RunningRun[] = [];
  const strikes: OwnStrike[] = [];
  for (const { order, bot, prepared, shard } of starts) {
    const { amount } = order;
    if (amount === null || !waiting.some(({ id }) => id === order.id)) continue;
    const { symbols } = prepared.setup;
    const units = unitsFor(amount, FIXED12_ONE);
    const row = await openRun(tx, {
      bot,
      version: order.version,
      shard,
      strategyVersion: prepared.setup.strategy.version,
      symbols,
      sources: Object.fromEntries(
        symbols.map((symbol) => [symbol, minute.closed.sources?.get(symbol) ?? 'simulated']),
      ),
      units,
      amount,
      now: new Date(prepared.knownUntil),
    });
    const record = openingStrike(prepared, row);
    const { seq, nav, figures } = record.strike;
    const transferId = newId();
    await postTransfer(
      work,
      {
        kind: 'own_bot_started',
        referenceId: order.id,
        description: `${ownBotLabel(bot.number)} gestartet`,
        customer: null,
        counter: [
          { accountId: HOUSE_ACCOUNTS.house_own_bot_orders, amount: -amount },
          { accountId: row.poolAccountId, amount },
        ],
      },
      transferId,
    );
    await addUnits(tx, {
      orderId: order.id,
      portfolioId: row.id,
      transferId,
      units,
      nav,
      figures,
      navSeq: seq,
      createdAt: now,
    });
    await tx
      .update(ownBotOrders)
      .set({
        status: 'executed',
        decidedAt: now,
        portfolioId: row.id,
        navSeq: seq,
        nav,
        units,
        decidedTransferId: transferId,
      })
      .where(eq(ownBotOrders.id, order.id));
    await auditRun(work, row, 'own_bot.start', { amount, nav, transferId, orderId: order.id });
    await tellOfStart(work, row, order.userId, amount);
    strikes.push({ run: row, record, before: null, state: null, ownState: 'live', balance: amount });
    opened.push({ ...prepared, row, strike: record.strike });
  }
  const rows = await writeOwnStrikes(tx, strikes, now);
  return opened.map((running, index) => ({ ...running, row: rows[index] ?? running.row }));
}

/** Gives back what starts that nothing came of had put aside, in the order of their owners. */
export async function expireStarts(
  work: Work,
  input: { epoch: number; bots: readonly { id: string; number: number }[]; expiresBefore: Date },
): Promise<number> {
  const { epoch, bots, expiresBefore } = input;
  await assertEpoch(work.tx, epoch);
  const waiting = await findWaiting(work.tx, { botIds: bots.map(({ id }) => id) }, true);
  const due = waiting.filter(({ kind, createdAt }) => kind === 'start' && createdAt <= expiresBefore);
  const names = await readNames(
    work.tx,
    due.map(({ botId }) => botId),
  );
  for (const order of due.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const bot = bots.find(({ id }) => id === order.botId);
    if (!bot) continue;
    await returnOrder(work, { order, number: bot.number, status: 'expired' });
    const name = names.get(order.botId) ?? ownBotLabel(bot.number);
    await notify(work, {
      event: 'bot_started_or_stopped',
      userId: order.userId,
      title: 'Start verfallen',
      message: `Der Start von „${name}“ kam nicht zustande. ${inUsdt(order.amount ?? 0n)} sind wieder in Ihrem Wallet.`,
      type: 'warning',
      subject: 'own_bot',
      subjectId: order.botId,
    });
  }
  return due.length;
}
