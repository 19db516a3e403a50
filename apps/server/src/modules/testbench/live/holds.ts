/** What operators do about own bots that trade: hold one or all, and let them go on. They change no rule and no result. */
import { asSentence, DomainError, type OwnBotHold } from '@botdepot/contract';
import { and, count, desc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId, personOf, type Work } from '../../../platform/work.ts';
import {
  listOpenRuns,
  listOpenRunsOf,
  listOwnBotsById,
  type People,
  readBotNumbers,
} from '../../bots/index.ts';
import { holdUsers } from '../../identity/index.ts';
import { type NotificationContent, notifyEach } from '../../notifications/index.ts';
import { ownBotHolds, ownBotOrders } from './live.schema.ts';
import { readHolds } from './read-holds.ts';
import { readNames } from './run-money.ts';

type Deps = { people: People };
type HoldRow = typeof ownBotHolds.$inferSelect;
type HoldOrder = { botId: string | null; reason: string };

const ofBot = (botId: string | null) =>
  botId === null ? isNull(ownBotHolds.botId) : eq(ownBotHolds.botId, botId);

/**
 * Holds one own bot, or all: from the next closed minute on they sell everything at the next price and decide nothing, and waiting starts wait on.
 * Stops are executed as ever. Owners are told in the same transaction.
 * @throws OWN_BOT_NOT_FOUND, OWN_BOT_HELD
 */
export async function holdOwnBots(work: Work, deps: Deps, { botId, reason }: HoldOrder): Promise<OwnBotHold> {
  const { tx, now } = work;
  const owners = await holdOwners(tx, botId);
  if (await isGone(tx, botId)) throw DomainError.of('OWN_BOT_NOT_FOUND');
  const [row] = await tx
    .insert(ownBotHolds)
    .values({ id: newId(), botId, reason, heldBy: personOf(work), heldAt: now })
    .onConflictDoNothing()
    .returning();
  if (!row) throw DomainError.of('OWN_BOT_HELD');
  await auditHold(work, row, 'own_bot.hold', reason);
  const name = await nameOf(tx, botId);
  await tellOwners(work, owners, {
    title: name === null ? 'Eigene Bots angehalten' : 'Eigener Bot angehalten',
    message: `Der Betreiber hat ${name ?? 'alle eigenen Bots'} angehalten: ${asSentence(reason)} ${
      name === null
        ? 'Was sie halten, wird zum nächsten Kurs verkauft, und Starts warten.'
        : 'Was der Bot hält, wird zum nächsten Kurs verkauft, und ein Start wartet.'
    } Einen laufenden Bot können Sie jederzeit beenden, einen wartenden Start jederzeit zurücknehmen.`,
    type: 'warning',
    subjectId: botId,
  });
  work.hintAdmins('own_bots');
  return presentOne(tx, deps, row);
}

/** Locks a bot, so that it is not deleted meanwhile with what was written about it before. */
const isGone = async (tx: Tx, botId: string | null): Promise<boolean> =>
  botId !== null && (await listOwnBotsById(tx, [botId], true)).length === 0;

/** Why a bot that is gone is released, is kept nowhere: nobody would erase it. @throws OWN_BOT_NOT_HELD */
export async function releaseOwnBots(
  work: Work,
  deps: Deps,
  { botId, reason }: HoldOrder,
): Promise<OwnBotHold> {
  const { tx } = work;
  const owners = await holdOwners(tx, botId);
  const kept = (await isGone(tx, botId)) ? undefined : reason;
  const [row] = await tx
    .update(ownBotHolds)
    .set({
      releasedBy: personOf(work),
      releasedAt: sql`greatest(${ownBotHolds.heldAt}, ${work.now}::timestamptz)`,
      releaseReason: kept ?? '',
    })
    .where(and(ofBot(botId), isNull(ownBotHolds.releasedAt)))
    .returning();
  if (!row) throw DomainError.of('OWN_BOT_NOT_HELD');
  await auditHold(work, row, 'own_bot.release', kept);
  const name = await nameOf(tx, botId);
  // While all are held it does not trade, whatever is said of it alone.
  if ((await readHolds(tx)).all === null)
    await tellOwners(work, owners, {
      title: name === null ? 'Eigene Bots handeln wieder' : 'Eigener Bot handelt wieder',
      message: `Der Betreiber lässt ${name ?? 'eigene Bots'} wieder handeln: ${asSentence(reason)} Entschieden wird bei der nächsten Kerze.`,
      type: 'info',
      subjectId: botId,
    });
  work.hintAdmins('own_bots');
  return presentOne(tx, deps, row);
}

function auditHold(
  work: Work,
  row: HoldRow,
  action: 'own_bot.hold' | 'own_bot.release',
  reason: string | undefined,
): Promise<void> {
  const held = action === 'own_bot.hold';
  return writeAudit(work, {
    action,
    subject: 'own_bot',
    subjectId: row.botId ?? row.id,
    before: { held: !held },
    after: { held },
    reason,
  });
}

/** As its owner calls it; null for all. */
async function nameOf(tx: Tx, botId: string | null): Promise<string | null> {
  if (botId === null) return null;
  const name = (await readNames(tx, [botId])).get(botId);
  return name === undefined ? 'Ihren Bot' : `„${name}“`;
}

/**
 * Those whose bots run or wait to: whom it concerns. Their accounts, and the one of a bot that does neither, do not end until the
 * transaction does. This comes first: the end of an account locks its user before the holds of its bots.
 */
async function holdOwners(tx: Tx, botId: string | null): Promise<string[]> {
  const runs = botId === null ? await listOpenRuns(tx) : await listOpenRunsOf(tx, [botId]);
  const waiting = await tx
    .selectDistinct({ ownerId: ownBotOrders.userId })
    .from(ownBotOrders)
    .where(
      and(
        eq(ownBotOrders.status, 'waiting'),
        eq(ownBotOrders.kind, 'start'),
        botId === null ? undefined : eq(ownBotOrders.botId, botId),
      ),
    );
  const concerned = new Set([...runs, ...waiting].flatMap(({ ownerId }) => ownerId ?? []));
  const own = botId === null ? [] : await listOwnBotsById(tx, [botId]);
  await holdUsers(tx, [...concerned, ...own.map(({ ownerId }) => ownerId)]);
  return [...concerned].sort();
}

async function tellOwners(
  work: Work,
  owners: readonly string[],
  content: Pick<NotificationContent, 'title' | 'message' | 'type' | 'subjectId'>,
): Promise<void> {
  await notifyEach(work, owners, { ...content, event: 'bot_operation', subject: 'own_bot' });
  for (const owner of owners) work.hintUser(owner, 'own_bots');
}

/** Holds with who was at it, as far as their accounts still exist. */
async function presentHolds(tx: Tx, { people }: Deps, rows: readonly HoldRow[]): Promise<OwnBotHold[]> {
  const emails = await people.listEmails(
    tx,
    rows.flatMap(({ heldBy, releasedBy }) => (releasedBy === null ? [heldBy] : [heldBy, releasedBy])),
  );
  const numbers = await readBotNumbers(
    tx,
    rows.flatMap(({ botId }) => botId ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    botId: row.botId,
    number: row.botId === null ? null : (numbers.get(row.botId) ?? null),
    reason: row.reason,
    heldAt: row.heldAt.toISOString(),
    heldBy: emails.get(row.heldBy) ?? null,
    releasedAt: row.releasedAt?.toISOString() ?? null,
    releasedBy: row.releasedBy === null ? null : (emails.get(row.releasedBy) ?? null),
    releaseReason: row.releaseReason,
  }));
}

async function presentOne(tx: Tx, deps: Deps, row: HoldRow): Promise<OwnBotHold> {
  const [hold] = await presentHolds(tx, deps, [row]);
  if (!hold) throw new Error('a hold was not presented');
  return hold;
}

/** The one of a bot, or of all, that lasts. */
export async function findLastingHold(tx: Tx, deps: Deps, botId: string | null): Promise<OwnBotHold | null> {
  const rows = await tx
    .select()
    .from(ownBotHolds)
    .where(and(ofBot(botId), isNull(ownBotHolds.releasedAt)));
  const [hold] = await presentHolds(tx, deps, rows);
  return hold ?? null;
}

/** All holds, what lasts first, then the newest. */
export async function listOwnBotHolds(
  tx: Tx,
  deps: Deps,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: OwnBotHold[]; total: number }> {
  const rows = await selectHolds(tx, undefined, { limit: pageSize, offset: (page - 1) * pageSize });
  const [counted] = await tx.select({ total: count() }).from(ownBotHolds);
  return { items: await presentHolds(tx, deps, rows), total: counted?.total ?? 0 };
}

const HOLDS_OF_RUN = 50;

/** Holds of a run's bot, and of all bots while it went on: the newest, what lasts first. */
export async function listHoldsOfRun(
  tx: Tx,
  deps: Deps,
  { botId, startedAt, closedAt }: { botId: string; startedAt: Date; closedAt: Date | null },
): Promise<OwnBotHold[]> {
  const { heldAt, releasedAt } = ownBotHolds;
  const meanwhile = and(
    or(isNull(releasedAt), gte(releasedAt, startedAt)),
    closedAt === null ? undefined : lte(heldAt, closedAt),
  );
  const rows = await selectHolds(tx, or(ofBot(botId), and(ofBot(null), meanwhile)), { limit: HOLDS_OF_RUN });
  return presentHolds(tx, deps, rows);
}

function selectHolds(
  tx: Tx,
  where: SQL | undefined,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<HoldRow[]> {
  return tx
    .select()
    .from(ownBotHolds)
    .where(where)
    .orderBy(sql`${ownBotHolds.releasedAt} is not null`, desc(ownBotHolds.heldAt), desc(ownBotHolds.id))
    .limit(limit)
    .offset(offset);
}
