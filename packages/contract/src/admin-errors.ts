/** What every operation of the back office may answer. */
export const forAdmins = ['UNAUTHENTICATED', 'FORBIDDEN', 'OUTSIDE_FIELD', 'SECOND_FACTOR_REQUIRED'] as const;
/** Whoever moves money of others has proved lately who they are. */
export const forAdminMoney = [...forAdmins, 'REAUTHENTICATION_REQUIRED'] as const;
