/** What somebody may have in own bots, and what of it is taken. */
import { asSentence, DomainError, OWN_BOT_LIMITS, type OwnBotQuota } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { and, count, eq, inArray, type SQL, sum } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { personOf, type Work } from '../../../platform/work.ts';
import { listOpenRunsOf, listOwnBotRows, type People } from '../../bots/index.ts';
import { holdUsers } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';
import { ownBotOrders, testbenchQuotas } from './live.schema.ts';

const MICROS = 1_000_000n;

const FOR_ALL = { live: OWN_BOT_LIMITS.live, capital: BigInt(OWN_BOT_LIMITS.capitalUsd) * MICROS };

type QuotaRow = typeof testbenchQuotas.$inferSelect;

async function findQuota(tx: Tx, userId: string): Promise<QuotaRow | undefined> {
  const [row] = await tx.select().from(testbenchQuotas).where(eq(testbenchQuotas.userId, userId));
  return row;
}

/** What somebody may have: the installation's limits, or what an admin has set. */
export async function readQuota(
  tx: Tx,
  userId: string,
): Promise<{ live: number; capital: Micros; isBarred: boolean }> {
  const row = await findQuota(tx, userId);
  const live = row?.live ?? FOR_ALL.live;
  // Who may have none is barred, whichever way it was said.
  return { live, capital: row?.capital ?? FOR_ALL.capital, isBarred: live === 0 || (row?.isBarred ?? false) };
}

/** What counts against it: runs that go on and starts that wait, and what was put into them. */
export async function readUse(tx: Tx, userId: string): Promise<{ live: number; capital: Micros }> {
  // A bot that holds money has an owner.
  const own = await listOwnBotRows(tx, userId);
  const open = await listOpenRunsOf(
    tx,
    own.map(({ id }) => id),
  );
  const live = open.length + (await countWaitingStarts(tx, userId));
  const runs = open.map(({ id }) => id);
  const inRuns = await sumStarts(
    tx,
    and(eq(ownBotOrders.status, 'executed'), inArray(ownBotOrders.portfolioId, runs)),
  );
  const waiting = await sumStarts(
    tx,
    and(eq(ownBotOrders.status, 'waiting'), eq(ownBotOrders.userId, userId)),
  );
  return { live, capital: inRuns + waiting };
}

/** On the whole installation, or of one person. */
export async function countWaitingStarts(tx: Tx, userId?: string): Promise<number> {
  const [row] = await tx
    .select({ orders: count() })
    .from(ownBotOrders)
    .where(
      and(
        eq(ownBotOrders.status, 'waiting'),
        eq(ownBotOrders.kind, 'start'),
        userId ? eq(ownBotOrders.userId, userId) : undefined,
      ),
    );
  return row?.orders ?? 0;
}

async function sumStarts(tx: Tx, where: SQL | undefined): Promise<Micros> {
  const [row] = await tx
    .select({ total: sum(ownBotOrders.amount) })
    .from(ownBotOrders)
    .where(and(eq(ownBotOrders.kind, 'start'), where));
  return fromWire(row?.total ?? '0');
}

type Deps = { people: People };

const wireOf = ({ live, capital }: { live: number; capital: Micros }) => ({
  live,
  capitalUsd: toWire(capital),
});
const wireOrNull = (amount: Micros | null) => (amount === null ? null : toWire(amount));

/** What is set for somebody, what holds for everybody, and what of it is taken. The caller has seen that the account exists. */
export async function getQuota(tx: Tx, { people }: Deps, userId: string): Promise<OwnBotQuota> {
  const row = await findQuota(tx, userId);
  const setBy = row && (await people.listEmails(tx, [row.setBy])).get(row.setBy);
  return {
    userId,
    live: row?.live ?? null,
    capitalUsd: wireOrNull(row?.capital ?? null),
    isBarred: row?.isBarred ?? false,
    setBy: setBy ?? null,
    setAt: row?.setAt.toISOString() ?? null,
    forAll: wireOf(FOR_ALL),
    used: wireOf(await readUse(tx, userId)),
  };
}

/**
 * Sets what is different for somebody, who is told why; what they have already stays.
 * @throws OWN_ACCESS for one's own account, CUSTOMER_NOT_FOUND
 */
export async function setTestbenchQuota(
  work: Work,
  deps: Deps,
  input: {
    userId: string;
    live: number | null;
    capitalUsd: string | null;
    isBarred: boolean;
    reason: string;
  },
): Promise<OwnBotQuota> {
  const { tx, now } = work;
  const { userId, live, isBarred, reason } = input;
  if (work.actor.userId === userId) throw DomainError.of('OWN_ACCESS');
  // The end of an account locks its user before its limits; nothing is written after it.
  if ((await holdUsers(tx, [userId])).length === 0) throw DomainError.of('CUSTOMER_NOT_FOUND');
  const before = await findQuota(tx, userId);
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
    before: auditOf(before ?? { live: null, capital: null, isBarred: false }),
    after: auditOf(values),
    reason,
  });
  await tellOfQuota(work, userId, await readQuota(tx, userId), reason);
  work.hintUser(userId, 'own_bots');
  work.hintAdmins('own_bots');
  return getQuota(tx, deps, userId);
}

const auditOf = ({ live, capital, isBarred }: Pick<QuotaRow, 'live' | 'capital' | 'isBarred'>) => ({
  ownBotsLive: live,
  ownBotsCapital: wireOrNull(capital),
  ownBotsBarred: isBarred,
});

function tellOfQuota(
  work: Work,
  userId: string,
  { live, capital, isBarred }: Awaited<ReturnType<typeof readQuota>>,
  reason: string,
): Promise<void> {
  const bots = live === 1 ? 'einen eigenen Bot' : `bis zu ${live} eigene Bots zugleich`;
  return notify(work, {
    event: 'bot_operation',
    userId,
    title: isBarred ? 'Eigene Bots gesperrt' : 'Grenzen für eigene Bots',
    message: isBarred
      ? `Sie können zurzeit keine eigenen Bots starten: ${asSentence(reason)} Was läuft, läuft weiter, und Sie können es beenden.`
      : `Sie dürfen jetzt ${bots} laufen lassen, mit ${live === 1 ? '' : 'zusammen '}höchstens ${inUsdt(capital)}: ${asSentence(reason)} Was schon läuft, läuft weiter.`,
    type: isBarred ? 'warning' : 'info',
    subject: 'own_bot',
    subjectId: null,
  });
}
