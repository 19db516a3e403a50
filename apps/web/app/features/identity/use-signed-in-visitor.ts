import { useEffect, useEffectEvent } from 'react';
import { askSession } from '../../lib/session-keeper.ts';
import { signedInMark } from '../../lib/signed-in-mark.ts';

/** Somebody who is signed in already has no business on the login page: once per visit the server is asked. */
export function useSignedInVisitor(onSignedIn: () => void): void {
  const leave = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!signedInMark.isSet()) return;
    let left = false;
    void askSession().then(({ status }) => {
      if (status === 'signed-out') signedInMark.remove();
      if (status === 'signed-in' && !left) leave();
    });
    return () => {
      left = true;
    };
  }, []);
}

/**
 * For a page that waits until a link in a message has been opened. That happens in another tab, and whoever comes back
 * to this one is signed in here too.
 */
export function useSignInElsewhere(onSignedIn: () => void): void {
  const leave = useEffectEvent(onSignedIn);
  useEffect(() => {
    let left = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const { status } = await askSession();
      if (status === 'signed-in' && !left) leave();
    };
    document.addEventListener('visibilitychange', ask);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
