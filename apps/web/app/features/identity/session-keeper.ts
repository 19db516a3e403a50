import { sessionChanged } from '../../lib/server/auth-post.ts';

/** What the server says about the session. It is unreachable when the network or the server failed. */
export type SessionAnswer =
  | { status: 'signed-in'; userId: string; expiresAt: number }
  | { status: 'signed-out' }
  | { status: 'unreachable' };

interface SessionKeeperOptions {
  /** The server knows no session any more, as it seems. Resolves to whether the visit ends; else the keeper goes on. */
  onSignedOut: () => Promise<boolean>;
  /** Somebody else has logged in with this browser: what the tab shows is not theirs. The keeper has stopped by then. */
  onReplaced: () => void;
  ask?: () => Promise<SessionAnswer>;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;
/** The server renews a session once a day; a tab that stays in sight asks often enough for that. */
const LONGEST_PAUSE_MS = 12 * 60 * 60_000;
const SHORTEST_PAUSE_MS = 60_000;
/** After the retries were in vain or the answer was wrong; whoever comes back to the tab asks earlier. */
const PAUSE_UNREACHABLE_MS = 5 * 60_000;

/**
 * Asks for the session. This is also the only call that renews it: the answer then carries the cookie with its new end.
 * Never rejects.
 */
export async function askSession(): Promise<SessionAnswer> {
  // The answer to an old cookie would take away the new one as well.
  await sessionChanged();
  try {
    const response = await fetch('/api/auth/get-session', { cache: 'no-store' });
    if (response.ok) return readSession(await response.json());
    const mayPass = response.status === 408 || response.status === 429 || response.status >= 500;
    return { status: mayPass ? 'unreachable' : 'signed-out' };
  } catch {
    return { status: 'unreachable' };
  }
}

function readSession(answer: unknown): SessionAnswer {
  if (typeof answer !== 'object' || answer === null || !('session' in answer))
    return { status: 'signed-out' };
  const { session } = answer;
  if (typeof session !== 'object' || session === null || !('expiresAt' in session))
    return { status: 'signed-out' };
  const expiresAt = Date.parse(String(session.expiresAt));
  if (Number.isNaN(expiresAt)) return { status: 'signed-out' };
  return { status: 'signed-in', userId: 'userId' in session ? String(session.userId) : '', expiresAt };
}

/**
 * Keeps the session alive while the app is open: asks at once, whenever the tab becomes visible or the network is there
 * again, and well before the session ends. Failures that may pass are repeated after 200 ms, then each time after twice
 * as long; after any other refusal the visit may end.
 *
 * @returns Stops the keeper.
 */
export function keepSession(options: SessionKeeperOptions): () => void {
  const { onSignedOut, onReplaced, ask = askSession } = options;
  let stopped = false;
  let asking = false;
  let userId: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the pause before the next attempt. */
  let goOn: (() => void) | undefined;

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', wake);
    goOn?.();
  }

  function onVisibility(): void {
    if (document.visibilityState === 'visible') wake();
  }

  function wake(): void {
    if (goOn) goOn();
    else void check();
  }

  async function check(): Promise<void> {
    if (asking || stopped) return;
    asking = true;
    clearTimeout(timer);
    const answer = await askUntilAnswered();
    const ends = !stopped && answer.status === 'signed-out' && (await onSignedOut());
    asking = false;
    if (stopped) return;
    if (ends) return stop();
    if (answer.status === 'signed-in') {
      if (userId !== undefined && answer.userId !== userId) {
        stop();
        onReplaced();
        return;
      }
      userId = answer.userId;
    }
    timer = setTimeout(check, pauseAfter(answer));
  }

  async function askUntilAnswered(): Promise<SessionAnswer> {
    for (let pauseMs = FIRST_RETRY_MS; ; pauseMs *= 2) {
      const answer: SessionAnswer = stopped ? { status: 'unreachable' } : await ask();
      if (answer.status !== 'unreachable' || stopped || pauseMs > LAST_RETRY_MS) return answer;
      await new Promise<void>((resolve) => {
        goOn = resolve;
        timer = setTimeout(resolve, pauseMs);
      });
      clearTimeout(timer);
      goOn = undefined;
    }
  }

  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', wake);
  void check();
  return stop;
}

function pauseAfter(answer: SessionAnswer): number {
  if (answer.status !== 'signed-in') return PAUSE_UNREACHABLE_MS;
  const halfOfTheRest = (answer.expiresAt - Date.now()) / 2;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, halfOfTheRest));
}
