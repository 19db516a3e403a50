import { type AdminField, type AdminOperation, mayUse, type Profile } from '@botdepot/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queries } from '../server/api.ts';

/** Changes rarely, and a change of the role closes the live connection, which asks again. */
export const profileQuery = queries.identity.getProfile.queryOptions({ staleTime: 5 * 60_000 });

/** The profile of who is logged in. Only inside the app's layout, which shows nothing before it is loaded. */
export function useProfile(): Profile {
  return useSuspenseQuery(profileQuery).data;
}

/** The field in which somebody may act by now; null for everybody but admins, and for those who have no second factor yet. */
export const actingField = ({
  adminField,
  awaitsSecondFactor,
}: Pick<Profile, 'adminField' | 'awaitsSecondFactor'>): AdminField | null =>
  awaitsSecondFactor ? null : adminField;

/** Whether who is logged in may use an operation of the back office. What they may not is not offered; the server refuses it. */
export function useMay(): (operation: AdminOperation) => boolean {
  const field = actingField(useProfile());
  return (operation) => mayUse(field, operation);
}
