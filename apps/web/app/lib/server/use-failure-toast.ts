import { useEffect } from 'react';
import { toast } from '../page/toast.ts';
import { errorCode } from './api.ts';

/** The specification's title, byte-exact. */
const TITLE = 'Fehler';

/** Says once that something was not loaded. Without a session the login follows and says why. */
export function useFailureToast(error: unknown, text: string): void {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED';
  useEffect(() => {
    if (failed) toast.error(TITLE, text);
  }, [failed, text]);
}
