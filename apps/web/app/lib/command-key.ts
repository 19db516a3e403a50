import { useMemo, useRef } from 'react';
import { newKey } from './new-key.ts';

interface CommandKey {
  /** The key of this request: the same one again for as long as the request is the same. */
  of: (request: string) => string;
  /** The server decided, so a next try is a new command. */
  renew: () => void;
}

/**
 * The idempotency key of a command, for one opening of its dialog. A double click, or a retry after a lost answer, repeats
 * the key and books once. Another amount or reason is another command, and so is a try after a refusal: the server would
 * answer with the stored refusal again.
 */
export function useCommandKey(): CommandKey {
  const current = useRef<{ request: string; key: string } | null>(null);
  return useMemo(
    () => ({
      of(request) {
        if (current.current?.request !== request) current.current = { request, key: newKey() };
        return current.current.key;
      },
      renew() {
        current.current = null;
      },
    }),
    [],
  );
}
