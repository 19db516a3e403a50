/** What main.ts and other modules may use of identity. */
export { type Auth, type AuthDeps, createAuth, type NewUser, type ResolvedSession } from './auth.ts';
export { chooseBot } from './choose-bot.ts';
export { createPersona, type Persona } from './create-persona.ts';
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
export { isForeignOrigin, ownOrigins } from './own-origins.ts';
export { promoteToAdmin } from './promote-to-admin.ts';
