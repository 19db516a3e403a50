import { useEffect } from 'react';
import { toast } from '../page/toast.ts';
import { errorCode, isRefusedAdmin } from './api.ts';

/** The specification's title, byte-exact. */
const TITLE = 'Fehler';

/** Says once that something was not loaded, until it is. Without a session the login follows and says why; who may not read it reads that. */
export function useFailureToast(error: unknown, text: string): void {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED' && !isRefusedAdmin(error);
  useEffect(() => {
    if (failed) toast.error(TITLE, text);
    else toast.endError(TITLE, text);
  }, [failed, text]);
}
