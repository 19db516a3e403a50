import type { Profile } from '@botdepot/contract';
import { ORPCError } from '@orpc/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LiveProvider } from '../../lib/live/live.tsx';
import { createHintFollower } from '../../lib/live/live-subjects.ts';
import { toast } from '../../lib/page/toast.ts';
import { api, errorCode, isRefusedAdmin } from '../../lib/server/api.ts';
import { sessionChanged } from '../../lib/server/auth-post.ts';
import { signedInMark } from '../../lib/session/cookies.ts';
import { profileQuery } from '../../lib/session/profile.ts';
import { leaveUnasked, mayLeave } from '../../lib/session/unsaved.ts';
import { loginReturningTo, urls } from '../../lib/url/urls.ts';
import { signOut } from '../sign-out.ts';

export interface AppSession {
  client: QueryClient;
  live: Omit<ComponentProps<typeof LiveProvider>, 'children'>;
  /** The server knows no session any more, as it seems. Resolves to whether the visit ends. */
  end: () => Promise<boolean>;
  signOut: () => void;
  close: () => void;
}

/** The session of this visit to the app: its data, its live connection, and its end. */
export function useAppSession(): AppSession {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  const [session] = useState(() => createAppSession((to, options) => latest.current(to, options)));
  useEffect(() => session.close, [session]);
  return session;
}

type Navigate = (to: string, options?: { replace: boolean }) => void | Promise<void>;

function createAppSession(navigate: Navigate): AppSession {
  const client = createQueryClient(() => void endSession());
  const hints = createHintFollower(client);
  // Once the visit ends, further refusals say nothing new.
  let ending = false;

  let looking: Promise<boolean> | undefined;
  /** With the session that the server knows. To be answered no the server must have answered. */
  function canGoOn(): Promise<boolean> {
    looking ??= sessionChanged()
      .then(() => api.identity.getProfile())
      .then(goOnWith, (error: unknown) => errorCode(error) !== 'UNAUTHENTICATED')
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  /** Somebody else's session begins the page anew. */
  function goOnWith(profile: Profile): boolean {
    const shown = client.getQueryData(profileQuery.queryKey);
    if (shown && shown.userId !== profile.userId) {
      // Nothing of the one before may stay, in no cache and no field.
      ending = true;
      leaveUnasked();
      window.location.reload();
      return false;
    }
    client.setQueryData(profileQuery.queryKey, profile);
    return true;
  }

  /** Some call found no session: another tab may have replaced it, else to the login and back here afterwards. */
  async function endSession(): Promise<boolean> {
    // A logout that is under way may yet fail.
    if (ending) return false;
    if (await canGoOn()) {
      hints.refetchAll();
      return false;
    }
    leave();
    return true;
  }

  function leave(): void {
    if (ending) return;
    ending = true;
    leaveUnasked();
    signedInMark.remove();
    const wasSignedIn = client.getQueryData(profileQuery.queryKey) !== undefined;
    if (wasSignedIn) toast.info('Sitzung beendet', 'Bitte melden Sie sich wieder an.');
    const { pathname, search, hash } = window.location;
    void navigate(loginReturningTo(pathname + search + hash), { replace: true });
  }

  /** Data without a socket. Resolves to whether the server answered. */
  async function refetchWithoutSocket(): Promise<boolean> {
    const askedAt = Date.now();
    await client.invalidateQueries();
    return (client.getQueryState(profileQuery.queryKey)?.dataUpdatedAt ?? 0) >= askedAt;
  }

  return {
    client,
    live: {
      onHint: (message) => {
        if (message.type === 'resync') hints.refetchAll({ spread: true });
        else hints.follow(message);
      },
      onGap: () => hints.refetchAll(),
      // A socket is closed when its session ended, but also when the role changed; the profile tells which.
      onSessionEnded: async (restart) => {
        if (ending) return;
        if (await canGoOn()) restart();
        else leave();
      },
      onLost: refetchWithoutSocket,
    },
    end: endSession,
    signOut: async () => {
      if (ending || !(await mayLeave())) return;
      ending = true;
      const outcome = await signOut();
      if (!outcome.ok) {
        ending = false;
        toast.error('Fehler', 'Abmeldung fehlgeschlagen');
        return;
      }
      leaveUnasked();
      toast.clear();
      toast.success('Abgemeldet');
      await navigate(urls.home);
      client.clear();
    },
    close: hints.close,
  };
}

/**
 * One per visit to the app, created by its layout: public pages do without. The live connection says when data is out of
 * date, so only what it says nothing about is polled, and a return to the tab refetches only what is stale.
 *
 * @param onUnauthenticated The session is over: some call was answered with UNAUTHENTICATED.
 */
function createQueryClient(onUnauthenticated: () => void = () => undefined): QueryClient {
  const isOver = (error: unknown) => errorCode(error) === 'UNAUTHENTICATED';
  return new QueryClient({
    // What cannot be loaded is logged and shown as a state; there is no toast for it. Who may not read it is told so: no fault.
    queryCache: new QueryCache({
      onError: (error) => {
        if (isOver(error)) onUnauthenticated();
        else if (!isRefusedAdmin(error)) console.error(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isOver(error)) onUnauthenticated();
      },
    }),
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 5 * 60_000, retry: mayRetry },
      // A command carries an idempotency key, but whether to repeat it is the customer's decision.
      // Without a network it fails at once: kept back, it would be carried out later, by itself and whatever was decided since.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Once more when the network or the server failed; a refusal stays a refusal. */
function mayRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ORPCError && error.status < 500;
  return !refused && failures < 1;
}
