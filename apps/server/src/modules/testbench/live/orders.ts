/** Orders to start and to stop an own bot: what their owner does. What comes of them, the host decides (`trade-minute.ts`). */
import {
  canStartOwnBot,
  canStopOwnBot,
  DomainError,
  LIMITS,
  OWN_BOT_STATUS_WORDS,
  type OwnBotOrderKind,
  type OwnBotStatus,
  ownBotLabel,
  ownBotStatusOf,
} from '@botdepot/contract';
import { fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { ENGINE_VERSION } from '@botdepot/trading';
import { and, asc, eq, inArray, lt, max, sql, sum } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId, personOf, type Work } from '../../../platform/work.ts';
import {
  couldTradeSince,
  countOpenRuns,
  findLastRuns,
  findOwnBotRow,
  listOpenRunsOf,
  lockOwnBots,
  type OwnBotRow,
  type OwnRun,
} from '../../bots/index.ts';
import { HOUSE_ACCOUNTS, lockWallet, postTransfer } from '../../wallet/index.ts';
import { ownBotVersions, testbenchCertificates } from '../testbench.schema.ts';
import { ownBotOrders } from './live.schema.ts';
import { countWaitingStarts, readQuota, readUse } from './quotas.ts';

export type OrderRow = typeof ownBotOrders.$inferSelect;

// Any constant will do: whoever takes one of the installation's places does so one after the other.
const PLACES_LOCK = 7_201_004;

/** The orders of some bots that wait, at most one of each. @param lock until the transaction ends, in the order of their ids. */
export async function findWaiting(
  tx: Tx,
  of: { botIds: readonly string[] } | { userId: string },
  lock = false,
): Promise<OrderRow[]> {
  const whose =
    'userId' in of
      ? eq(ownBotOrders.userId, of.userId)
      : // One parameter however many: it is asked for every shard at every minute.
        sql`${ownBotOrders.botId} = ANY(${sql.param(of.botIds)}::uuid[])`;
  const wanted = tx
    .select()
    .from(ownBotOrders)
    .where(and(whose, eq(ownBotOrders.status, 'waiting')))
    .orderBy(asc(ownBotOrders.id));
  return lock ? wanted.for('update') : wanted;
}

/** Starts that wait since before a moment, the oldest first. */
export async function listWaitingStarts(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(ownBotOrders)
    .where(
      and(
        eq(ownBotOrders.status, 'waiting'),
        eq(ownBotOrders.kind, 'start'),
        lt(ownBotOrders.createdAt, before),
      ),
    )
    .orderBy(asc(ownBotOrders.createdAt), asc(ownBotOrders.id))
    .limit(limit);
}

/** What waits to be put into own bots, on the whole installation. */
export async function sumWaiting(tx: Tx): Promise<Micros> {
  const [row] = await tx
    .select({ total: sum(ownBotOrders.amount) })
    .from(ownBotOrders)
    .where(eq(ownBotOrders.status, 'waiting'));
  return fromWire(row?.total ?? '0');
}

/** Which of some versions, at most one of a bot, have a certificate by the engine that runs now, and it passed; by bot. */
async function findCertified(
  tx: Tx,
  versions: readonly { botId: string; version: number }[],
): Promise<Set<string>> {
  const { botId, version, passed, engineVersion } = testbenchCertificates;
  const rows = await tx
    .select({ botId, version })
    .from(testbenchCertificates)
    .where(
      and(
        inArray(
          botId,
          versions.map((wanted) => wanted.botId),
        ),
        eq(passed, true),
        eq(engineVersion, ENGINE_VERSION),
      ),
    );
  return new Set(
    versions
      .filter((wanted) => rows.some((row) => row.botId === wanted.botId && row.version === wanted.version))
      .map((wanted) => wanted.botId),
  );
}

export type BotState = {
  status: OwnBotStatus;
  newestVersion: number | null;
  run: OwnRun | null;
  waiting: OrderRow | null;
};

/** What bots are doing. All of one person, or some of anybody. */
export async function readStates(tx: Tx, botIds: readonly string[]): Promise<Map<string, BotState>> {
  if (botIds.length === 0) return new Map();
  const waiting = await findWaiting(tx, { botIds });
  const newest = await tx
    .select({ botId: ownBotVersions.botId, version: max(ownBotVersions.version) })
    .from(ownBotVersions)
    .where(inArray(ownBotVersions.botId, [...botIds]))
    .groupBy(ownBotVersions.botId);
  const runs = await findLastRuns(tx, botIds);
  const certified = await findCertified(
    tx,
    newest.flatMap(({ botId, version }) => (version === null ? [] : [{ botId, version }])),
  );
  return new Map(
    botIds.map((botId) => {
      const run = runs.get(botId) ?? null;
      const order = waiting.find((row) => row.botId === botId) ?? null;
      const newestVersion = newest.find((row) => row.botId === botId)?.version ?? null;
      const status = ownBotStatusOf({
        newestVersion,
        isCertified: certified.has(botId),
        waiting: order?.kind ?? null,
        lastRun: run && { version: run.ownVersion, state: run.ownState },
      });
      return [botId, { status, newestVersion, run, waiting: order }];
    }),
  );
}

/** Throws OWN_BOT_STATE with the state in German. */
export const refuseState = (status: OwnBotStatus): DomainError =>
  DomainError.of('OWN_BOT_STATE', { status: OWN_BOT_STATUS_WORDS[status] });

/**
 * What a bot is doing while nobody does anything about it. Locks: the bot's own, which the host takes for its minutes, the places where
 * one is wanted, the wallet, the bot's row.
 * @throws OWN_BOT_NOT_FOUND, ACCOUNT_CLOSED
 */
export async function lockOwnBot(
  tx: Tx,
  wanted: { id: string; userId: string },
  takesPlace = false,
): Promise<{ bot: OwnBotRow; state: BotState; available: Micros }> {
  const own = { id: wanted.id, ownerId: wanted.userId };
  const found = await findOwnBotRow(tx, own);
  if (!found) throw DomainError.of('OWN_BOT_NOT_FOUND');
  await lockOwnBots(tx, [found.number]);
  if (takesPlace) await tx.$client.query(`SELECT pg_advisory_xact_lock(${PLACES_LOCK})`);
  const { available } = await lockWallet(tx, wanted.userId);
  const bot = await findOwnBotRow(tx, own, true);
  const state = bot && (await readStates(tx, [bot.id])).get(bot.id);
  if (!bot || !state) throw DomainError.of('OWN_BOT_NOT_FOUND');
  return { bot, state, available };
}

/**
 * Puts the amount aside and leaves the rest to the first minute that begins after this.
 *
 * @param deps.ownBotsMax so many may trade at once.
 * @throws OWN_BOT_NOT_FOUND, OWN_BOT_BARRED, OWN_BOT_STATE, OWN_BOT_CHANGED where a newer version was frozen, OWN_BOT_NOT_CERTIFIED,
 * AMOUNT_BELOW_MINIMUM, OWN_BOT_LIMIT, OWN_BOTS_FULL, INSUFFICIENT_WALLET_BALANCE, ACCOUNT_CLOSED
 */
export async function startOwnBot(
  work: Work,
  deps: { ownBotsMax: number },
  input: { id: string; version: number; amountUsd: string },
): Promise<OrderRow> {
  const userId = personOf(work);
  const { tx, now } = work;
  const amount = fromWire(input.amountUsd);
  const { minimum } = LIMITS.ownBotStart;
  if (amount < minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(minimum), unit: 'USDT' });
  const { bot, state, available } = await lockOwnBot(tx, { id: input.id, userId }, true);
  if (!canStartOwnBot(state.status)) {
    if (state.status === 'draft') throw DomainError.of('OWN_BOT_NOT_CERTIFIED');
    throw refuseState(state.status);
  }
  if (input.version !== state.newestVersion) throw DomainError.of('OWN_BOT_CHANGED');
  if (!(await findCertified(tx, [{ botId: bot.id, version: input.version }])).has(bot.id))
    throw DomainError.of('OWN_BOT_NOT_CERTIFIED');
  await assertRoom(tx, { userId, amount, ownBotsMax: deps.ownBotsMax });
  if (amount > available)
    throw DomainError.of('INSUFFICIENT_WALLET_BALANCE', {
      available: toWire(available),
      required: toWire(amount),
    });

  const [id, transferId] = [newId(), newId()];
  await postTransfer(
    work,
    {
      kind: 'own_bot_ordered',
      referenceId: id,
      description: `${ownBotLabel(bot.number)}: Start beauftragt`,
      customer: { userId, available: -amount, reserved: 0n },
      counter: [{ accountId: HOUSE_ACCOUNTS.house_own_bot_orders, amount }],
    },
    transferId,
  );
  const order = await insertOrder(work, bot, {
    id,
    kind: 'start',
    version: input.version,
    amount,
    orderedTransferId: transferId,
    createdAt: now,
  });
  work.hintUser(userId, 'own_bots', 'wallet');
  work.hintAdmins('own_bots');
  return order;
}

async function assertRoom(
  tx: Tx,
  { userId, amount, ownBotsMax }: { userId: string; amount: Micros; ownBotsMax: number },
): Promise<void> {
  const quota = await readQuota(tx, userId);
  if (quota.isBarred) throw DomainError.of('OWN_BOT_BARRED');
  const used = await readUse(tx, userId);
  if (used.live >= quota.live)
    throw DomainError.of('OWN_BOT_LIMIT', {
      limit: String(quota.live),
      kind: quota.live === 1 ? 'laufenden eigenen Bot' : 'laufende eigene Bots',
    });
  if (used.capital + amount > quota.capital)
    throw DomainError.of('OWN_BOT_LIMIT', {
      limit: inUsdt(used.capital),
      kind: `in eigenen Bots, höchstens ${inUsdt(quota.capital)} sind möglich`,
    });
  if ((await countOpenRuns(tx)) + (await countWaitingStarts(tx)) >= ownBotsMax)
    throw DomainError.of('OWN_BOTS_FULL');
}

/** Ends a run at the first strike that its owner cannot know yet. @throws OWN_BOT_NOT_FOUND, OWN_BOT_STATE, ACCOUNT_CLOSED */
export async function stopOwnBot(work: Work, { id }: { id: string }): Promise<OrderRow> {
  const userId = personOf(work);
  const { bot, state } = await lockOwnBot(work.tx, { id, userId });
  if (!state.run || !canStopOwnBot(state.status)) throw refuseState(state.status);
  const order = await insertOrder(work, bot, {
    id: newId(),
    kind: 'stop',
    version: state.run.ownVersion,
    portfolioId: state.run.id,
    createdAt: work.now,
  });
  work.hintUser(userId, 'own_bots');
  work.hintAdmins('own_bots');
  return order;
}

async function insertOrder(
  work: Work,
  bot: OwnBotRow,
  values: Omit<typeof ownBotOrders.$inferInsert, 'botId' | 'userId'> & { id: string; kind: OwnBotOrderKind },
): Promise<OrderRow> {
  const [row] = await work.tx
    .insert(ownBotOrders)
    .values({ ...values, botId: bot.id, userId: personOf(work) })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  await writeAudit(work, {
    action: row.kind === 'start' ? 'own_bot.order_start' : 'own_bot.order_stop',
    subject: 'own_bot',
    subjectId: bot.id,
    after: {
      status: 'waiting',
      botNumber: bot.number,
      version: row.version,
      orderId: row.id,
      ...(row.amount === null ? {} : { amountUsd: toWire(row.amount), transferId: row.orderedTransferId }),
    },
  });
  return row;
}

/**
 * Takes a waiting order back; what a start had put aside is in the wallet again.
 *
 * A stop stays once a minute has ended that can execute it: its owner knows the price by then, whether or not the host has looked at it. A
 * start is booked at 1.0 whenever it is, and one of a run that stands still at its last price: both can be taken back as long as they wait.
 * @throws OWN_BOT_ORDER_NOT_FOUND, OWN_BOT_ORDER_DECIDED
 */
export async function cancelOwnBotOrder(work: Work, { id }: { id: string }): Promise<OrderRow> {
  const userId = personOf(work);
  const { tx } = work;
  const [order] = await tx
    .select()
    .from(ownBotOrders)
    .where(and(eq(ownBotOrders.id, id), eq(ownBotOrders.userId, userId)))
    .for('update');
  const bot = order && (await findOwnBotRow(tx, { id: order.botId, ownerId: userId }));
  if (!order || !bot) throw DomainError.of('OWN_BOT_ORDER_NOT_FOUND');
  if (order.status !== 'waiting') throw DomainError.of('OWN_BOT_ORDER_DECIDED');
  if (order.portfolioId !== null) {
    const [run] = await listOpenRunsOf(tx, [order.botId]);
    const isKnown =
      run && run.ownState !== 'broken' && (await couldTradeSince(tx, run, order.createdAt, work.clock.now()));
    if (isKnown) throw DomainError.of('OWN_BOT_ORDER_DECIDED');
  }
  return returnOrder(work, { order, number: bot.number, status: 'cancelled' });
}

/** Ends a waiting order that is locked without executing it. */
export async function returnOrder(
  work: Work,
  input: { order: OrderRow; number: number; status: 'cancelled' | 'expired'; reason?: string },
): Promise<OrderRow> {
  const { order, number, status, reason } = input;
  const { tx, now } = work;
  const transferId = order.amount === null ? null : newId();
  if (order.amount !== null && transferId !== null)
    await postTransfer(
      work,
      {
        kind: 'own_bot_order_returned',
        referenceId: order.id,
        description: `${ownBotLabel(number)}: ${status === 'expired' ? 'Auftrag verfallen' : 'Auftrag zurückgenommen'}`,
        customer: { userId: order.userId, available: order.amount, reserved: 0n },
        counter: [{ accountId: HOUSE_ACCOUNTS.house_own_bot_orders, amount: -order.amount }],
      },
      transferId,
    );
  const [row] = await tx
    .update(ownBotOrders)
    .set({ status, decidedAt: now, decidedTransferId: transferId })
    .where(eq(ownBotOrders.id, order.id))
    .returning();
  if (!row) throw new Error('a locked order disappeared');
  await writeAudit(work, {
    action: status === 'expired' ? 'own_bot.expire_order' : 'own_bot.cancel_order',
    subject: 'own_bot',
    subjectId: order.botId,
    before: { status: 'waiting', kind: order.kind },
    after: {
      status,
      botNumber: number,
      orderId: order.id,
      ...(order.amount === null ? {} : { amountUsd: toWire(order.amount), transferId }),
    },
    reason,
  });
  work.hintUser(order.userId, 'own_bots', 'wallet');
  work.hintAdmins('own_bots');
  return row;
}
