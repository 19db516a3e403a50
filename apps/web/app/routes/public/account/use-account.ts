import type { Profile } from '@botdepot/contract';
import { createContext, use, useEffect, useState } from 'react';
import { signedInMark } from '../../../lib/session/cookies.ts';
import { useWays } from '../../../lib/url/link.tsx';

export type Account = Pick<Profile, 'name' | 'email' | 'role'>;

/**
 * Who is logged in, for the header of the public pages: one plain request, and none at all for visitors without an
 * account. Whatever goes wrong, the page shows itself as before; each navigation looks again, since a session may have begun or
 * ended on the page before, or in another tab.
 */
export function useAccount(): [account: Account | null, forget: () => void] {
  const [account, setAccount] = useState<Account | null>(null);
  const { key } = useWays().location;
  const [returns, setReturns] = useState(0);
  // The browser has kept the document as it was left, before a login or a logout elsewhere.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setAccount(null);
      setReturns((times) => times + 1);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the navigation, the number for a return.
  useEffect(() => {
    if (!signedInMark.isSet()) return setAccount(null);
    const request = new AbortController();
    readAccount(request.signal).then(setAccount, () => undefined);
    return () => request.abort();
  }, [key, returns]);
  const forget = () => {
    signedInMark.remove();
    setAccount(null);
  };
  return [account, forget];
}

export const ShownAccount = createContext<Account | null>(null);

/** The account that the header shows, for the page below it. */
export const useShownAccount = () => use(ShownAccount);

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  const response = await fetch('/api/profile', { signal });
  if (response.status === 401) {
    signedInMark.remove();
    return null;
  }
  if (!response.ok) throw new Error(response.statusText);
  const { name, email, role }: Profile = await response.json();
  return { name, email, role };
}
