import { useQueryClient } from '@tanstack/react-query';
import { useInstantChange } from '../../../lib/server/use-command.ts';
import { profileQuery, useProfile } from '../../../lib/session/profile.ts';

/** The own preferences, as the profile brings them, and how to change some of them. */
export function usePreferences() {
  const { colours, startPage, preferredBot } = useProfile();
  const client = useQueryClient();
  const change = useInstantChange('identity.updatePreferences', {
    keys: [profileQuery.queryKey],
    show: ({ colours: newColours, startPage: newPage, preferredBot: newBot }) =>
      client.setQueryData(
        profileQuery.queryKey,
        (before) =>
          before && {
            ...before,
            ...(newColours && { colours: newColours }),
            ...(newPage && { startPage: newPage }),
            ...(newBot !== undefined && { preferredBot: newBot }),
          },
      ),
  });
  return { preferences: { colours, startPage, preferredBot }, change };
}
