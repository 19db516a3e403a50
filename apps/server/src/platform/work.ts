import { type AdminField, DomainError, type LiveSubject } from '@botdepot/contract';
import { v7 } from 'uuid';
import type { Database, Tx } from './database.ts';
import type { LiveBus, LiveHint } from './live-bus.ts';

/** Who acts. `system` is the platform itself (settlement, escalation); it has no id. */
export type Actor =
  | {
      role: 'user' | 'admin';
      /** What they may do as an admin; null for everybody else. */
      adminField: AdminField | null;
      userId: string;
      sessionId: string;
      /** When the session last proved who uses it. */
      authenticatedAt: Date;
      /** The authenticator app is set up. Admins need it before they act. */
      hasSecondFactor: boolean;
      requestId: string;
    }
  | { role: 'system'; userId: null; sessionId: null; requestId: string };

export const systemActor = (requestId: string): Actor => ({
  role: 'system',
  userId: null,
  sessionId: null,
  requestId,
});

/**
 * What a use case needs: one transaction, the time of the command, who acts, and a place for hints that go out after
 * the commit.
 */
export type Work = {
  tx: Tx;
  /** When the command began: what it writes bears this time. */
  now: Date;
  /** The time of the moment, for what may have grown old while the command waited for a lock. */
  clock: Clock;
  actor: Actor;
  /** Before the server starts: no price moves and nobody trades, so the last prices are good enough to settle an account. */
  nothingRuns?: boolean | undefined;
  /** The admin who asked for it, when another one has approved it: two people stand behind it. */
  requestedBy?: string | undefined;
  hintUser(userId: string, ...subjects: LiveSubject[]): void;
  /** Everybody who is signed in. */
  hintCustomers(...subjects: LiveSubject[]): void;
  hintAdmins(...subjects: LiveSubject[]): void;
  /** Says that mails wait in the queue once this is committed. Absent where the installation sends no mail. */
  queueMails?: (() => void) | undefined;
};

/** Who acts, where only people may. Throws FORBIDDEN for the system. */
export function personOf({ actor }: Work): string {
  if (actor.userId === null) throw DomainError.of('FORBIDDEN');
  return actor.userId;
}

export type WorkRunner = <T>(actor: Actor, run: (work: Work) => Promise<T>) => Promise<T>;

/**
 * Runs use cases in a transaction each and sends their hints once it is committed.
 * @param deps.onMailsQueued called after a commit that left mails to send; absent where the installation sends none.
 */
export function createWorkRunner(deps: {
  database: Database;
  bus: LiveBus;
  clock: Clock;
  onMailsQueued?: (() => void) | undefined;
}): WorkRunner {
  const { onMailsQueued } = deps;
  return async (actor, run) => {
    const hints: LiveHint[] = [];
    let mailsQueued = false;
    const queueMails = () => {
      mailsQueued = true;
    };
    const result = await deps.database.transaction((tx) =>
      run({
        tx,
        now: deps.clock.now(),
        clock: deps.clock,
        actor,
        hintUser: (userId, ...subjects) => hints.push({ to: 'user', userId, subjects }),
        hintCustomers: (...subjects) => hints.push({ to: 'customers', subjects }),
        hintAdmins: (...subjects) => hints.push({ to: 'admins', subjects }),
        ...(onMailsQueued && { queueMails }),
      }),
    );
    for (const hint of hints) deps.bus.publishHint(hint);
    if (mailsQueued) onMailsQueued?.();
    return result;
  };
}

/** Time as a dependency: the demo's history and the tests run the real commands under a clock of their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The one source of ids: UUIDv7, so that keys grow with time and indexes stay compact. */
export const newId = (): string => v7();
