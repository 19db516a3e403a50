import { ORPCError } from '@orpc/client';
import { queryOptions } from '@tanstack/react-query';
import type { OwnSession } from './security-api.ts';

/** The sessions of who asks, newest first. Refused as the API does, so that an ended session leads to the login. */
export const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: async ({ signal }): Promise<OwnSession[]> => {
    const response = await fetch('/api/auth/list-sessions', { signal });
    if (response.status === 401) throw new ORPCError('UNAUTHENTICATED', { status: 401 });
    if (!response.ok) throw new Error(`The list of sessions was answered with ${response.status}`);
    return response.json();
  },
  // Sessions begin and end elsewhere, and nothing tells this page.
  staleTime: 0,
});
