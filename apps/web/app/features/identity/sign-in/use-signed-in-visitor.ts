import { useEffect, useEffectEvent } from 'react';
import { signedInMark } from '../../../lib/session/cookies.ts';
import { askSession } from '../session-keeper.ts';

interface VisitorOptions {
  /** Asks whatever the mark says: it is not set yet when a session has just begun elsewhere. */
  surely?: boolean;
  /** The server was asked and knows no session, or did not answer. */
  onNobody?: () => void;
}

/** Somebody who is signed in already has no business on the login page: once per visit the server is asked. */
export function useSignedInVisitor(
  onSignedIn: () => void,
  { surely = false, onNobody }: VisitorOptions = {},
): void {
  const ask = useEffectEvent(() => surely || signedInMark.isSet());
  const leave = useEffectEvent(onSignedIn);
  const stay = useEffectEvent(() => onNobody?.());
  useEffect(() => {
    if (!ask()) return;
    let left = false;
    void askSession().then(({ status }) => {
      if (status === 'signed-out') signedInMark.remove();
      if (left) return;
      if (status === 'signed-in') leave();
      else stay();
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
