import type { LiveSubject } from '@botdepot/contract';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import type { LiveBus, LiveHint } from './live-bus.ts';

/** Who acts. `system` is the platform itself (settlement, escalation); it has no id. */
export type Actor =
  | { role: 'user' | 'admin'; userId: string; sessionId: string; requestId: string }
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
  now: Date;
  actor: Actor;
  hintUser(userId: string, ...subjects: LiveSubject[]): void;
  /** Everybody who is signed in. */
  hintCustomers(...subjects: LiveSubject[]): void;
  hintAdmins(...subjects: LiveSubject[]): void;
};

export type WorkRunner = <T>(actor: Actor, run: (work: Work) => Promise<T>) => Promise<T>;

/** Runs use cases in a transaction each and sends their hints once it is committed. */
export function createWorkRunner(deps: { database: Database; bus: LiveBus; clock: Clock }): WorkRunner {
  return async (actor, run) => {
    const hints: LiveHint[] = [];
    const result = await deps.database.transaction((tx) =>
      run({
        tx,
        now: deps.clock.now(),
        actor,
        hintUser: (userId, ...subjects) => hints.push({ to: 'user', userId, subjects }),
        hintCustomers: (...subjects) => hints.push({ to: 'customers', subjects }),
        hintAdmins: (...subjects) => hints.push({ to: 'admins', subjects }),
      }),
    );
    for (const hint of hints) deps.bus.publishHint(hint);
    return result;
  };
}
