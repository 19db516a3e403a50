/** What operators do about own bots: list them, hold one or all, and set what somebody may have. They change no rule and no result. */
import { type AdminOwnBot, asSentence, DomainError, type OwnBotHold } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId, personOf, type Work } from '../../../platform/work.ts';
import {
  listOpenRuns,
  listOpenRunsOf,
  listOwnBotsById,
  listRunPage,
  type People,
  sumOwnPools,
} from '../../bots/index.ts';
import { notifyEach } from '../../notifications/index.ts';
import { ownBotHolds, testbenchQuotas } from './live.schema.ts';
import { sumWaiting } from './orders.ts';
import { readHolds } from './read-holds.ts';
import { presentRuns } from './read-live.ts';

type Deps = { people: People };
type HoldRow = typeof ownBotHolds.$inferSelect;

/** Runs of all own bots, those that go on first, then the newest. @param open only those that go on, or only those that do not. */
export async function listAllOwnBots(
  tx: Tx,
  { people }: Deps,
  wanted: { page: number; pageSize: number; open?: boolean | undefined },
) {
  const { runs, total } = await listRunPage(tx, wanted);
  const shown = await presentRuns(tx, runs);
  const owners = runs.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]));
  const emails = await people.listEmails(tx, [...new Set(owners)]);
  const items = runs.flatMap((run): AdminOwnBot[] => {
    const found = shown.find(({ id }) => id === run.id);
    if (!found) return [];
    const { version, state, symbols, startedAt, endedAt, amountUsd, valueUsd, nav, at, held } = found;
    const owner = run.ownerId === null ? null : (emails.get(run.ownerId) ?? null);
    const { botId, number, ownerId } = run;
    return [
      {
        botId,
        number,
        ownerId,
        owner,
        version,
        state,
        symbols,
        startedAt,
        endedAt,
        amountUsd,
        valueUsd,
        nav,
        at,
        held,
      },
    ];
  });
  return {
    items,
    total,
    poolsUsd: toWire(await sumOwnPools(tx)),
    ordersUsd: toWire(await sumWaiting(tx)),
    held: (await readHolds(tx)).all,
  };
}

type HoldOrder = { botId: string | null; reason: string };

const ofBot = (botId: string | null) =>
  botId === null ? isNull(ownBotHolds.botId) : eq(ownBotHolds.botId, botId);

/**
 * Holds one own bot, or all: from the next closed minute on they sell everything at the next price and decide nothing, and waiting starts wait on.
 * Stops are executed as ever. Owners are told in the same transaction.
 * @throws OWN_BOT_NOT_FOUND, OWN_BOT_HELD
 */
export async function holdOwnBots(work: Work, { botId, reason }: HoldOrder): Promise<OwnBotHold> {
  const { tx, now } = work;
  if (botId !== null && (await listOwnBotsById(tx, [botId])).length === 0)
    throw DomainError.of('OWN_BOT_NOT_FOUND');
  const [row] = await tx
    .insert(ownBotHolds)
    .values({ id: newId(), botId, reason, heldBy: personOf(work), heldAt: now })
    .onConflictDoNothing()
    .returning();
  if (!row) throw DomainError.of('OWN_BOT_HELD');
  await auditHold(work, row, 'own_bot.hold', reason);
  await tellOwners(work, row, {
    title: 'Eigener Bot angehalten',
    message: `Der Betreiber hat ${botId === null ? 'alle eigenen Bots' : 'Ihren Bot'} angehalten: ${asSentence(reason)} Alles wird zum nächsten Kurs verkauft. Sie können ihn jederzeit beenden.`,
    type: 'warning',
  });
  return presentHold(row);
}

/** @throws OWN_BOT_NOT_HELD */
export async function releaseOwnBots(work: Work, { botId, reason }: HoldOrder): Promise<OwnBotHold> {
  const [row] = await work.tx
    .update(ownBotHolds)
    .set({
      releasedBy: personOf(work),
      releasedAt: sql`greatest(${ownBotHolds.heldAt}, ${work.now}::timestamptz)`,
      releaseReason: reason,
    })
    .where(and(ofBot(botId), isNull(ownBotHolds.releasedAt)))
    .returning();
  if (!row) throw DomainError.of('OWN_BOT_NOT_HELD');
  await auditHold(work, row, 'own_bot.release', reason);
  await tellOwners(work, row, {
    title: 'Eigener Bot handelt wieder',
    message: `Der Betreiber lässt ${botId === null ? 'eigene Bots' : 'Ihren Bot'} wieder handeln: ${asSentence(reason)} Entschieden wird bei der nächsten Kerze.`,
    type: 'info',
  });
  return presentHold(row);
}

function auditHold(
  work: Work,
  row: HoldRow,
  action: 'own_bot.hold' | 'own_bot.release',
  reason: string,
): Promise<void> {
  return writeAudit(work, {
    action,
    subject: 'own_bot',
    subjectId: row.botId ?? row.id,
    after: { held: action === 'own_bot.hold' },
    reason,
  });
}

/** Of bots that run now: whose waits to start sees it on its page. */
async function tellOwners(
  work: Work,
  { botId }: HoldRow,
  content: { title: string; message: string; type: 'warning' | 'info' },
): Promise<void> {
  const runs = botId === null ? await listOpenRuns(work.tx) : await listOpenRunsOf(work.tx, [botId]);
  const owners = new Set(runs.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])));
  await notifyEach(work, [...owners].sort(), {
    ...content,
    event: 'bot_operation',
    subject: 'own_bot',
    subjectId: botId,
  });
  for (const owner of owners) work.hintUser(owner, 'own_bots');
}

const presentHold = (row: HoldRow): OwnBotHold => ({
  id: row.id,
  botId: row.botId,
  reason: row.reason,
  heldAt: row.heldAt.toISOString(),
  releasedAt: row.releasedAt?.toISOString() ?? null,
  releaseReason: row.releaseReason,
});

/** Sets what is different for somebody; what they have already stays. The caller has seen that the account exists. */
export async function setTestbenchQuota(
  work: Work,
  input: {
    userId: string;
    live: number | null;
    capitalUsd: string | null;
    isBarred: boolean;
    reason: string;
  },
) {
  const { tx, now } = work;
  const { userId, live, isBarred, reason } = input;
  const capital = input.capitalUsd === null ? null : fromWire(input.capitalUsd);
  const values = { live, capital, isBarred, setBy: personOf(work), setAt: now };
  await tx
    .insert(testbenchQuotas)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: testbenchQuotas.userId, set: values });
  await writeAudit(work, {
    action: 'own_bot.set_quota',
    subject: 'user',
    subjectId: userId,
    after: {
      ownBotsLive: live,
      ownBotsCapital: capital === null ? null : toWire(capital),
      ownBotsBarred: isBarred,
    },
    reason,
  });
  work.hintUser(userId, 'own_bots');
  return { userId, live, capitalUsd: capital === null ? null : toWire(capital), isBarred };
}
