import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AuditAction,
  deviceName,
  SIGN_IN_EVENTS_KEPT_DAYS,
  type SignInEvent,
  type SignInEventKind,
} from '@botdepot/contract';
import { asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { writeAudit } from '../../../platform/audit.ts';
import { coarseNetwork } from '../../../platform/client-address.ts';
import type { Database, Tx } from '../../../platform/database.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { type Actor, type Clock, createWorkRunner, newId, systemActor } from '../../../platform/work.ts';
import { signInEvents } from '../identity.schema.ts';
import { findUserByEmail, findUserById, type User } from '../identity.store.ts';

/** Where a request comes from. */
export type Place = { userAgent: string | null; address: string };

/** What somebody can bring about who is not the owner. All of one hour and kind share a row. */
const FAILURES: ReadonlySet<SignInEventKind> = new Set([
  'sign_in_failed',
  'sign_in_blocked',
  'second_factor_failed',
  'admin_refused',
]);
/** What is audited for admins. Changes of the address have audit rows already, written with the change itself. */
const AUDIT_ACTION: { readonly [Kind in SignInEventKind]: AuditAction | null } = {
  signed_in: 'user.signed_in',
  signed_out: 'user.signed_out',
  sign_in_failed: 'user.sign_in_failed',
  sign_in_blocked: 'user.sign_in_blocked',
  second_factor_failed: 'user.second_factor_failed',
  second_factor_on: 'user.second_factor_on',
  second_factor_off: 'user.second_factor_off',
  password_changed: 'user.password_changed',
  password_reset: 'user.password_reset',
  email_changed: null,
  email_change_undone: null,
  passkey_added: 'user.passkey_added',
  passkey_removed: 'user.passkey_removed',
  identity_linked: 'user.identity_linked',
  identity_unlinked: 'user.identity_unlinked',
  // Only customers are refused.
  admin_refused: null,
};

/** Of one kind, account and day. More says nothing new to anybody, and the log has them all. */
const MOST_A_DAY = 30;
const SHOWN = 50;
const DAY_MS = 24 * 60 * 60_000;
const HOUR_CHARACTERS = '2026-11-24T15'.length;

export type SignInLog = ReturnType<typeof createSignInLog>;

/**
 * Records what happens at the doors of accounts: a line in the log, a row for the owner, and for admins an audit row. After the
 * answer and without being able to fail it, so nobody can tell from the time whether an address has an account.
 */
export function createSignInLog(deps: {
  database: Database;
  bus: LiveBus;
  clock: Clock;
  log: Logger;
  outbox: Outbox;
}) {
  const { database, clock, log, outbox } = deps;
  const runWork = createWorkRunner(deps);
  const places = new AsyncLocalStorage<Place>();
  let former: Promise<void> = Promise.resolve();
  /** One after the other, since the audit log has no other order than that in which it is written. */
  const runInTurn = (task: () => Promise<void>): void =>
    outbox.run(() => {
      const written = former.then(task);
      former = written.catch(() => undefined);
      return written;
    });

  function write(userId: string | null, kind: SignInEventKind, place: Place | undefined): void {
    log.info({ event: kind, userId, ...shownPlace(place) }, 'sign-in event');
  }

  type Happened = Pick<NewEvent, 'id' | 'kind' | 'at'>;
  // Its id tells the order of what happens in one moment: written it is whenever the database gets to it.
  const happened = (kind: SignInEventKind): Happened => ({ id: newId(), kind, at: clock.now() });

  async function keep(userId: string, event: Happened, place: Place | undefined) {
    const { kind, at } = event;
    const user = await findUserById(database.db, userId);
    // Gone meanwhile, and its events with it.
    if (!user) return;
    await runWork(actorOf(user, kind, at), async (work) => {
      const isNew = await insertSignInEvent(work.tx, { ...event, userId, ...shownPlace(place) });
      const action = AUDIT_ACTION[kind];
      if (isNew && user.role === 'admin' && action !== null)
        await writeAudit(work, { action, subject: 'user', subjectId: userId });
    });
  }

  return {
    /** Whatever `run` records happened from there. */
    whileFrom: <T>(place: Place, run: () => T): T => places.run(place, run),
    record(userId: string, kind: SignInEventKind, place: Place | undefined = places.getStore()): void {
      const event = happened(kind);
      write(userId, kind, place);
      runInTurn(() => keep(userId, event, place));
    },
    /** For who is not known but by an address, which may have no account. The log does not name it either way. */
    recordFor(email: string, kind: SignInEventKind, place: Place): void {
      const event = happened(kind);
      runInTurn(async () => {
        const user = await findUserByEmail(database.db, email);
        if (user) await keep(user.id, event, place);
        write(user?.id ?? null, kind, place);
      });
    },
  };
}

/** Those who fail at a door need not be the ones who live there. */
function actorOf(user: Pick<User, 'id' | 'role' | 'adminField'>, kind: SignInEventKind, at: Date): Actor {
  const requestId = newId();
  if (FAILURES.has(kind)) return systemActor(requestId);
  return {
    role: user.role,
    adminField: user.adminField,
    userId: user.id,
    sessionId: requestId,
    authenticatedAt: at,
    hasSecondFactor: false,
    requestId,
  };
}

function shownPlace(place: Place | undefined): { device: string; network: string | null } {
  return {
    device: deviceName(place?.userAgent ?? null),
    network: place ? coarseNetwork(place.address) : null,
  };
}

type NewEvent = {
  id: string;
  userId: string;
  kind: SignInEventKind;
  at: Date;
  device: string;
  network: string | null;
};

/** Adds an event, or counts it to the failures of its hour. True for a new row; none is added beyond `MOST_A_DAY`. */
export async function insertSignInEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const { id, userId, kind, device, network } = event;
  const at = event.at.toISOString();
  const slot = FAILURES.has(kind) ? at.slice(0, HOUR_CHARACTERS) : id;
  const since = new Date(event.at.getTime() - DAY_MS).toISOString();
  const { rows } = await tx.execute<{ is_new: boolean }>(sql`
    INSERT INTO ${signInEvents} AS known (id, user_id, kind, slot, at, device, network)
    SELECT ${id}::uuid, ${userId}::uuid, ${kind}, ${slot}, ${at}::timestamptz, ${device}, ${network}
    WHERE (SELECT count(*) FROM ${signInEvents}
      WHERE user_id = ${userId}::uuid AND kind = ${kind} AND at > ${since}::timestamptz) < ${MOST_A_DAY}
    ON CONFLICT (user_id, kind, slot) DO UPDATE SET
      at = greatest(known.at, excluded.at), times = known.times + 1,
      device = excluded.device, network = excluded.network
    RETURNING xmax = 0 AS is_new`);
  return rows[0]?.is_new === true;
}

/** The newest events of an account, newest first. */
export async function listSignInEvents(tx: Tx, userId: string): Promise<SignInEvent[]> {
  const { id, kind, at, times, device, network } = signInEvents;
  const rows = await tx
    .select({ id, kind, at, times, device, network })
    .from(signInEvents)
    .where(eq(signInEvents.userId, userId))
    .orderBy(desc(at), desc(id))
    .limit(SHOWN);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** All that is kept, for the download of one's own data; their number is bounded. */
export async function* exportSignInEvents(tx: Tx, userId: string): AsyncGenerator<object> {
  const { id, kind, at, times, device, network } = signInEvents;
  const rows = await tx
    .select({ kind, at, times, device, network })
    .from(signInEvents)
    .where(eq(signInEvents.userId, userId))
    .orderBy(asc(at), asc(id));
  for (const row of rows) yield { ...row, at: row.at.toISOString() };
}

export async function deleteOldSignInEvents(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SIGN_IN_EVENTS_KEPT_DAYS * DAY_MS);
  await tx.delete(signInEvents).where(lt(signInEvents.at, before));
}
