/** What server.ts and other modules may use of identity. */

export {
  type AccessChange,
  changeRole,
  endSessions,
  lockUser,
  resetSecondFactor,
  unlockUser,
} from './access/access.ts';
export { type AccessLetterhead, accessMail, accessNews } from './access/access-mails.ts';
export {
  type AdminAccess,
  createPersona,
  holdAdmin,
  listAdminAccess,
  promoteToAdmin,
  readRightsChanges,
} from './access/admin-access.ts';
export { countOtherAdmins } from './account/account.ts';
export type { AccountParts } from './account/delete-account.ts';
export { eraseAccount } from './account/delete-account.ts';
export { deleteExpiredReversals } from './account/email-change.ts';
export { createAccountExport, IDENTITY_EXPORTS } from './account/export-account.ts';
export { chooseBot, getProfile } from './account/profile.ts';
export { createUnconfirmedAccountsEnd } from './account/unconfirmed-accounts.ts';
export { type Auth, createAuth } from './auth/auth.ts';
export { AUTH_ROUTES } from './auth/auth-routes.ts';
export { identityRouter } from './identity.router.ts';
export {
  countUsers,
  deleteExpiredSessions,
  findUserByEmail,
  findUserById,
  findUsers,
  holdUsers,
  listAdmins,
  listCreationTimes,
  listEmails,
  listLocked,
  listSessions,
  listUsers,
  meantUsers,
  normalizeEmail,
  type Role,
  sessionsAlive,
  type User,
  type UserFilter,
} from './identity.store.ts';
export { IDENTITY_INVARIANTS } from './identity-invariants.ts';
export { deleteForgottenDevices, readNewDevices } from './sign-in/known-devices.ts';
export { deleteOldSignInEvents } from './sign-in/sign-in-events.ts';
