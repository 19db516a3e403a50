import { ORPCError } from '@orpc/client';
import { queryOptions } from '@tanstack/react-query';
import type { OwnIdentity } from './identities-api.ts';

/** The linked identities of who asks. Refused as the API does, so that an ended session leads to the login. */
export const identitiesQuery = queryOptions({
  queryKey: ['identity', 'identities'],
  queryFn: async ({ signal }): Promise<OwnIdentity[]> => {
    const response = await fetch('/api/auth/list-accounts', { signal });
    if (response.status === 401) throw new ORPCError('UNAUTHENTICATED', { status: 401 });
    if (!response.ok) throw new Error(`The list of identities was answered with ${response.status}`);
    return response.json();
  },
  staleTime: 0,
});
