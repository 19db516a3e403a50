/** What server.ts and other modules may use of identity. */
export { type AccessLetterhead, accessMail, accessNews } from './access/access-mails.ts';
export {
  type AccessChange,
  changeRole,
  endSessions,
  lockUser,
  unlockUser,
} from './access/change-access.ts';
export { resetSecondFactor } from './access/reset-second-factor.ts';
export { countOtherAdmins } from './account/account.store.ts';
export type { AccountParts } from './account/account-parts.ts';
export { eraseAccount } from './account/delete-account.ts';
export { deleteExpiredReversals } from './account/email-change.ts';
export { createAccountExport } from './account/export-account.ts';
export { IDENTITY_EXPORTS } from './account/export-identity.ts';
export { type AdminAccess, holdAdmin, listAdminAccess, readRightsChanges } from './admin-access.store.ts';
export { type Auth, createAuth } from './auth.ts';
export { AUTH_ROUTES } from './auth-routes.ts';
export { chooseBot } from './choose-bot.ts';
export { createPersona } from './create-persona.ts';
export { findUsers, listUsers, type UserFilter } from './find-users.ts';
export { getProfile } from './get-profile.ts';
export { identityRouter } from './identity.router.ts';
export {
  countUsers,
  deleteExpiredSessions,
  findUserByEmail,
  findUserById,
  holdUsers,
  listAdmins,
  listCreationTimes,
  listEmails,
  listLocked,
  listSessions,
  normalizeEmail,
  type Role,
  sessionsAlive,
  type User,
} from './identity.store.ts';
export { IDENTITY_INVARIANTS } from './identity-invariants.ts';
export { deleteForgottenDevices, readNewDevices } from './known-devices.ts';
export { promoteToAdmin } from './promote-to-admin.ts';
export { deleteOldSignInEvents } from './sign-in-events.ts';
