import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, errorCode, errorText } from '../../lib/api.ts';
import { whileSessionEnds } from '../../lib/session-change.ts';
import { signedInMark } from '../../lib/signed-in-mark.ts';
import { urls } from '../../lib/urls.ts';
import { useReauthentication } from '../../ui/use-reauthentication.tsx';

interface DeleteAccount {
  remove: () => void;
  pending: boolean;
  problem: string | null;
  dialog: ReactNode;
}

export function useDeleteAccount(): DeleteAccount {
  const { run, dialog } = useReauthentication();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(() => whileSessionEnds(deleteAndLeave())),
  });
  // Who has given up knows that.
  const isShown = error !== null && errorCode(error) !== 'REAUTHENTICATION_REQUIRED';
  return {
    remove: () => {
      if (!isPending) mutate();
    },
    pending: isPending,
    problem: isShown ? errorText(error) : null,
    dialog,
  };
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
