import type { AdminField, LiveSubject } from '@botdepot/contract';

/**
 * A hint that something changed: refetch. To one customer's sockets, to those of everybody who is
 * signed in, to all admins' sockets, or an order to close the
 * sockets of a session. The database stays the truth; a lost hint costs freshness, never data.
 */
export type LiveHint =
  | { to: 'user'; userId: string; subjects: LiveSubject[] }
  | { to: 'customers'; subjects: LiveSubject[] }
  | { to: 'admins'; subjects: LiveSubject[] }
  | { to: 'sessions'; userId: string; sessionId?: string };

/** What sockets are told of changes; the end of a session closes them instead. */
export type ChangeHint = Exclude<LiveHint, { to: 'sessions' }>;

/** Whose socket it is. Bound at the upgrade; when it ends, the socket closes. */
export type LiveSession = { userId: string; adminField: AdminField | null; sessionId: string };

export const messageTypeOf = ({ to }: ChangeHint): 'account' | 'admin' =>
  to === 'admins' ? 'admin' : 'account';

/** Whether the sockets of a session are given a hint; those of nobody are given none. */
export function concerns(hint: ChangeHint, session: LiveSession | null): boolean {
  if (session === null) return false;
  if (hint.to === 'user') return hint.userId === session.userId;
  return hint.to === 'customers' || session.adminField !== null;
}

/** Between whoever changes something and every socket, on this replica and the others. */
export type LiveBus = {
  publishHint(hint: LiveHint): void;
  /** Prices of one tick, already serialised: the same bytes for every socket. */
  publishTick(message: string): void;
  onHint(listener: (hint: LiveHint) => void): () => void;
  onTick(listener: (message: string) => void): () => void;
  /** Called when the bus may have lost messages: sockets are told to refetch. */
  onInterrupted(listener: () => void): () => void;
  close(): Promise<void>;
};

/** The bus of a single process. */
export function createLocalBus(): LiveBus {
  const hints = new Set<(hint: LiveHint) => void>();
  const ticks = new Set<(message: string) => void>();
  return {
    publishHint: (hint) => {
      for (const listener of hints) listener(hint);
    },
    publishTick: (message) => {
      for (const listener of ticks) listener(message);
    },
    onHint: (listener) => subscribe(hints, listener),
    onTick: (listener) => subscribe(ticks, listener),
    onInterrupted: () => () => undefined,
    close: async () => {
      hints.clear();
      ticks.clear();
    },
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
