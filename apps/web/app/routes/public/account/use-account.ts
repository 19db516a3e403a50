import type { Profile } from '@botdepot/contract';
import { useEffect, useState } from 'react';
import { useLocation, useOutletContext } from 'react-router';
import { signedInMark } from '../../../lib/session/signed-in-mark.ts';

export type Account = Pick<Profile, 'name' | 'email' | 'role'>;

/**
 * Who is logged in, for the header of the public pages: one plain request, and none at all for visitors without an
 * account. Whatever goes wrong, the page shows itself as to a visitor; each navigation looks again, since a session may
 * have begun on the page before.
 */
export function useAccount(): [account: Account | null, forget: () => void] {
  const [account, setAccount] = useState<Account | null>(null);
  const { key } = useLocation();
  const isKnown = account !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the navigation.
  useEffect(() => {
    if (isKnown || !signedInMark.isSet()) return;
    const request = new AbortController();
    readAccount(request.signal).then(setAccount, () => undefined);
    return () => request.abort();
  }, [key, isKnown]);
  const forget = () => {
    signedInMark.remove();
    setAccount(null);
  };
  return [account, forget];
}

/** The account that the header shows, for the pages below it. */
export const useShownAccount = () => useOutletContext<Account | null>();

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  const response = await fetch('/api/profile', { signal });
  if (response.status === 401) signedInMark.remove();
  if (!response.ok) return null;
  const { name, email, role }: Profile = await response.json();
  return { name, email, role };
}
