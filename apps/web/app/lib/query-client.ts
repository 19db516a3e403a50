import { ORPCError } from '@orpc/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { errorCode } from './api.ts';

/**
 * One per visit to the app, created by its layout: public pages do without. The live connection says when data is out of
 * date, so only what it says nothing about is polled, and a return to the tab refetches only what is stale.
 *
 * @param onUnauthenticated The session is over: some call was answered with UNAUTHENTICATED.
 */
export function createQueryClient(onUnauthenticated: () => void = () => undefined): QueryClient {
  const isOver = (error: unknown) => errorCode(error) === 'UNAUTHENTICATED';
  return new QueryClient({
    // What cannot be loaded is logged and shown as a state; there is no toast for it.
    queryCache: new QueryCache({
      onError: (error) => (isOver(error) ? onUnauthenticated() : console.error(error)),
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isOver(error)) onUnauthenticated();
      },
    }),
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 5 * 60_000, retry: mayRetry },
      // A command carries an idempotency key, but whether to repeat it is the customer's decision.
      // Without a network it fails at once: kept back, it would be carried out later, by itself and whatever was decided since.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Once more when the network or the server failed; a refusal stays a refusal. */
function mayRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ORPCError && error.status < 500;
  return !refused && failures < 1;
}
