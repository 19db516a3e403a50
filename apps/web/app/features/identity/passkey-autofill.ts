import { useEffect, useRef } from 'react';
import { toast } from '../../lib/toast.ts';
import type { AuthOutcome } from './auth-api.ts';
import { failureText, IDENTITY_TOASTS } from './identity-texts.ts';
import { canOfferInField, stopOffering } from './passkey-api.ts';

/** Browser and device give up under the name of an error, before anybody has chosen a passkey; the server has codes. */
const hasNobodyTried = (code: string): boolean => code.endsWith('Error') || code === 'TOO_MANY_REQUESTS';

/**
 * Offers passkeys in the address field, among the addresses that the browser knows. Begins with the first look at the
 * field, so that nobody who only passes by asks the server for anything.
 *
 * @returns For the field's `onFocus`.
 */
export function usePasskeyAutofill(onPasskey: () => Promise<AuthOutcome>, onDone: () => void): () => void {
  const begun = useRef(false);
  useEffect(
    () => () => {
      if (begun.current) void stopOffering();
    },
    [],
  );

  const offer = async () => {
    if (!(await canOfferInField())) return;
    const outcome = await onPasskey();
    if (outcome.ok) {
      toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
      onDone();
    } else if (outcome.code !== null && !hasNobodyTried(outcome.code)) {
      toast.error(IDENTITY_TOASTS.loginFailed, failureText(outcome));
    }
  };
  return () => {
    if (begun.current) return;
    begun.current = true;
    void offer();
  };
}
