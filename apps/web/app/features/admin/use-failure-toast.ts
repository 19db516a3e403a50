import { useEffect } from 'react';
import { errorCode } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { ADMIN_TOASTS } from './admin-texts.ts';

/** Says once that something was not loaded. Without a session the login follows and says why. */
export function useFailureToast(error: unknown, text: string): void {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED';
  useEffect(() => {
    if (failed) toast.error(ADMIN_TOASTS.failed, text);
  }, [failed, text]);
}
