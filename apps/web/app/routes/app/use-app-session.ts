import type { Profile } from '@botdepot/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorCode } from '../../lib/api.ts';
import type { LiveProvider } from '../../lib/live.tsx';
import { askAgain, createHintFollower } from '../../lib/live-subjects.ts';
import { profileQuery } from '../../lib/profile.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { sessionChanged } from '../../lib/session-change.ts';
import { signedInMark } from '../../lib/signed-in-mark.ts';
import { toast } from '../../lib/toast.ts';
import { leaveUnasked, mayLeave } from '../../lib/unsaved.ts';
import { loginReturningTo, urls } from '../../lib/urls.ts';
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
      // What could not be had is asked for again by whoever reads that, and of the profile no hint tells anyway.
      onFirstOpen: () =>
        void askAgain(client, {
          predicate: ({ state, queryHash }) =>
            state.status !== 'error' && queryHash !== hashKey(profileQuery.queryKey),
        }),
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
      toast.success('Abgemeldet');
      await navigate(urls.home);
      client.clear();
    },
    close: hints.close,
  };
}
