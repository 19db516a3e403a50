import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { refetchSubjects } from '../../lib/live-subjects.ts';

interface MoneyCommand<Result> {
  send: (options: { context: { idempotencyKey: string } }) => Promise<Result>;
  onDone: (result: Result) => void;
  onFailed: (error: unknown) => void;
}

/**
 * Sends a command that moves money. The caller keeps one key until the server has decided, so whatever is repeated is booked
 * once; and a double click is sent once, since the second one arrives before React shows that the first is on its way.
 */
export function useMoneyCommand<Result>({ send, onDone, onFailed }: MoneyCommand<Result>) {
  const client = useQueryClient();
  const inFlight = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (idempotencyKey: string) => send({ context: { idempotencyKey } }),
    onSuccess: onDone,
    onError: onFailed,
    // Never optimistic: whatever came of it, the figures are asked for again.
    onSettled: () => {
      inFlight.current = false;
      refetchSubjects(client, ['wallet', 'deposits', 'withdrawals']);
    },
  });
  return {
    run: (idempotencyKey: string) => {
      if (inFlight.current) return;
      inFlight.current = true;
      mutate(idempotencyKey);
    },
    isPending,
    error,
    /** Another review begins: what was said about the one before is no longer true. */
    forget: reset,
  };
}
