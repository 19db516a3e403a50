import { useState } from 'react';
import { api, errorText } from '../../lib/api.ts';
import { asksForProof, withProof } from '../../lib/reauthenticate.ts';
import { whileSessionEnds } from '../../lib/session-change.ts';
import { signedInMark } from '../../lib/signed-in-mark.ts';
import { urls } from '../../lib/urls.ts';

export function useDeleteAccount() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    try {
      await withProof(() => whileSessionEnds(deleteAndLeave()));
    } catch (error) {
      // Who has given up knows that.
      if (!asksForProof(error)) setProblem(errorText(error));
      setPending(false);
    }
  };
  return { remove, pending, problem };
}

/**
 * Does not resolve once the account is gone: this page has no session any more, and the next one is loaded anew, so that
 * nothing of the account stays in its memory.
 */
async function deleteAndLeave(): Promise<never> {
  await api.identity.deleteAccount({});
  signedInMark.remove();
  window.location.replace(urls.farewell);
  return new Promise(() => undefined);
}
