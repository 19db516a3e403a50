import { ORPCError } from '@orpc/client';
import { queryOptions } from '@tanstack/react-query';
import type { OwnPasskey } from './passkey-api.ts';

/** The passkeys of who asks, newest first. Refused as the API does, so that an ended session leads to the login. */
export const passkeysQuery = queryOptions({
  queryKey: ['identity', 'passkeys'],
  queryFn: async ({ signal }): Promise<OwnPasskey[]> => {
    const response = await fetch('/api/auth/passkey/list-user-passkeys', { signal });
    if (response.status === 401) throw new ORPCError('UNAUTHENTICATED', { status: 401 });
    if (!response.ok) throw new Error(`The list of passkeys was answered with ${response.status}`);
    return response.json();
  },
  staleTime: 0,
});
