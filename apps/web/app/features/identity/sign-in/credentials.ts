import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@botdepot/contract/catalogue';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { FIELD_PROBLEMS } from '../identity-texts.ts';

export type Credentials = { email: string; password: string };
export type NewPassword = { password: string; confirmation: string };

/** No address is longer (RFC 5321). */
const LONGEST_EMAIL = 254;
// The browser's own rule for <input type="email"> in short: something, @, something. The server decides.
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return FIELD_PROBLEMS.emailMissing;
  const tooLong = lengthProblem(email, LONGEST_EMAIL);
  if (tooLong) return tooLong;
  return EMAIL.test(email.trim()) ? undefined : FIELD_PROBLEMS.emailInvalid;
}

/** Existing passwords are never judged, only asked for. */
export function passwordMissing(password: string): string | undefined {
  return password === '' ? FIELD_PROBLEMS.passwordMissing : undefined;
}

export const LOGIN_RULES = { email: emailProblem, password: passwordMissing };

/** Length is the only rule for a new password; the server also knows a list of common ones. */
export const NEW_PASSWORD_RULES = {
  password: (password: string) => {
    if (password.length > PASSWORD_MAX_LENGTH) return FIELD_PROBLEMS.passwordTooLong(PASSWORD_MAX_LENGTH);
    if (password !== '' && password.length < PASSWORD_MIN_LENGTH)
      return FIELD_PROBLEMS.passwordTooShort(PASSWORD_MIN_LENGTH);
    return passwordMissing(password);
  },
  confirmation: (confirmation: string, { password }: NewPassword) => {
    if (confirmation === '') return FIELD_PROBLEMS.confirmationMissing;
    return confirmation === password ? undefined : FIELD_PROBLEMS.confirmationDiffers;
  },
};

export const SIGN_UP_RULES = { email: emailProblem, ...NEW_PASSWORD_RULES };

/** That two passwords differ may be mended in either. */
export const NEW_PASSWORD_MENDS = { password: ['confirmation'] } as const;

/** Which field the server objects to; some refusals are about none. */
export function refusedField(code: string | null): 'email' | 'password' | undefined {
  if (code?.startsWith('PASSWORD_')) return 'password';
  return code === 'INVALID_EMAIL' || code?.startsWith('USER_ALREADY_EXISTS') ? 'email' : undefined;
}
