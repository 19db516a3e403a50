import {
  type AuthFailure,
  type AuthOutcome,
  post,
  whileSessionChanges,
} from '../../../lib/server/auth-post.ts';

/** One session of who asks, without its token. */
export interface OwnSession {
  id: string;
  createdAt: string;
  userAgent: string | null;
  /** The one of this browser. */
  current: boolean;
}

/** Shown once: the secret of the authenticator app, as a link for its camera, and the codes for an emergency. */
export interface SecondFactorSetUp {
  ok: true;
  totpUri: string;
  backupCodes: string[];
}

export function changeName(name: string): Promise<AuthOutcome> {
  return post('/api/auth/update-user', { name: name.trim() });
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}

export function changePassword(change: PasswordChange): Promise<AuthOutcome> {
  return whileSessionChanges(post('/api/auth/change-password', change));
}

/** Changes nothing yet: the first right code does. */
export async function beginSecondFactor(password: string): Promise<SecondFactorSetUp | AuthFailure> {
  const outcome = await post('/api/auth/two-factor/enable', { password });
  if (!outcome.ok) return outcome;
  const totpUri = readField(outcome.answer, 'totpURI');
  const backupCodes = readCodes(outcome.answer);
  if (typeof totpUri !== 'string' || backupCodes === null) return { ok: false, code: null, message: null };
  return { ok: true, totpUri, backupCodes };
}

export function confirmSecondFactor(code: string): Promise<AuthOutcome> {
  return whileSessionChanges(verifyTotp(code));
}

export function endSecondFactor(password: string): Promise<AuthOutcome> {
  return whileSessionChanges(post('/api/auth/two-factor/disable', { password }));
}

export async function renewBackupCodes(
  password: string,
): Promise<{ ok: true; backupCodes: string[] } | AuthFailure> {
  const outcome = await post('/api/auth/two-factor/generate-backup-codes', { password });
  if (!outcome.ok) return outcome;
  const backupCodes = readCodes(outcome.answer);
  return backupCodes ? { ok: true, backupCodes } : { ok: false, code: null, message: null };
}

/** A code of the authenticator app: at the login, and the first one of a set-up. */
export function verifyTotp(code: string): Promise<AuthOutcome> {
  return post('/api/auth/two-factor/verify-totp', { code });
}

export function verifyBackupCode(code: string): Promise<AuthOutcome> {
  return post('/api/auth/two-factor/verify-backup-code', { code });
}

export function endSession(id: string): Promise<AuthOutcome> {
  return post('/api/auth/revoke-session', { id });
}

export function endOtherSessions(): Promise<AuthOutcome> {
  return post('/api/auth/revoke-other-sessions', {});
}

/** The secret within the link, in groups of four, for those who cannot scan. */
export function secretOf(totpUri: string): string {
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

function readCodes(answer: unknown): string[] | null {
  const codes = readField(answer, 'backupCodes');
  return Array.isArray(codes) && codes.every((code) => typeof code === 'string') ? codes : null;
}

function readField(answer: unknown, key: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, key) : undefined;
}
