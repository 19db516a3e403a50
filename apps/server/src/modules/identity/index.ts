/** What main.ts and other modules may use of identity. */
export type { AccountParts } from './account/account-parts.ts';
export { type AccountExport, createAccountExport } from './account/export-account.ts';
export { IDENTITY_EXPORTS } from './account/export-identity.ts';
export { type Auth, type AuthDeps, createAuth, type NewUser, type ResolvedSession } from './auth.ts';
export { AUTH_ROUTES } from './auth-routes.ts';
export { chooseBot } from './choose-bot.ts';
export { createPersona, type Persona } from './create-persona.ts';
export { findUsers, listUsers, type UserEntry } from './find-users.ts';
export { getProfile } from './get-profile.ts';
export { identityRouter } from './identity.router.ts';
export {
  countUsers,
  deleteExpiredSessions,
  findUserByEmail,
  findUserById,
  listAdmins,
  listEmails,
  normalizeEmail,
  type Role,
  sessionsAlive,
  type User,
} from './identity.store.ts';
export { deleteForgottenDevices } from './known-devices.ts';
export { isForeignOrigin, ownOrigins } from './own-origins.ts';
export { promoteToAdmin } from './promote-to-admin.ts';
