import type { Preferences } from '@botdepot/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { profileQuery, useProfile } from '../../lib/profile.ts';

/** The own preferences, as the profile brings them, and how to change some of them: at once, and taken back on a failure. */
export function usePreferences() {
  const { colours, startPage, preferredBot } = useProfile();
  const client = useQueryClient();
  const show = (change: Partial<Preferences>) =>
    client.setQueryData(profileQuery.queryKey, (before) => before && { ...before, ...change });
  const change = useMutation({
    // One after the other, so that the last one stays.
    scope: { id: 'preferences' },
    mutationFn: (input: Partial<Preferences>) => api.identity.updatePreferences(input),
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: profileQuery.queryKey });
      show(input);
    },
    onError: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  return { preferences: { colours, startPage, preferredBot }, change };
}
