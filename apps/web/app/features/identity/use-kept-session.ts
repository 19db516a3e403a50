import { useEffect, useEffectEvent } from 'react';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { keepSession } from './session-keeper.ts';
import { deliverPendingBot } from './sign-in/pending-bot.ts';

interface KeptSessionOptions {
  /** The server knows no session any more, as it seems. Resolves to whether the visit ends. */
  onSignedOut: () => Promise<boolean>;
  /** The choice of sign-up has just been given to the profile. */
  onProfileChanged: () => void;
}

/** For the layout of everything behind the login: keeps the session alive as long as the app is open. */
export function useKeptSession({ onSignedOut, onProfileChanged }: KeptSessionOptions): void {
  const signedOut = useEffectEvent(onSignedOut);
  const profileChanged = useEffectEvent(onProfileChanged);
  useEffect(() => {
    let left = false;
    // The link that confirms an address leads straight here, past the login page.
    void deliverPendingBot().then((changed) => {
      if (changed && !left) profileChanged();
    });
    let stop = () => {};
    // Without a session, what the page asks first says so.
    const callOff = whenIdle(() => {
      // Nothing of the one before may stay, in no cache and no field.
      stop = keepSession({ onSignedOut: () => signedOut(), onReplaced: () => window.location.reload() });
    });
    return () => {
      left = true;
      callOff();
      stop();
    };
  }, []);
}
