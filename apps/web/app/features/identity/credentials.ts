import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@botdepot/contract/catalogue';
import { lengthProblem } from '../../lib/text-length.ts';
import { FIELD_PROBLEMS } from './identity-texts.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface NewPassword {
  password: string;
  confirmation: string;
}

export interface SignUpInput extends NewPassword {
  email: string;
}

export type FieldProblems<T> = Partial<Record<keyof T, string>>;

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
export function loginProblems({ email, password }: Credentials): FieldProblems<Credentials> {
  return withoutEmpty({
    email: emailProblem(email),
    password: password === '' ? FIELD_PROBLEMS.passwordMissing : undefined,
  });
}

export function signUpProblems({ email, ...newPassword }: SignUpInput): FieldProblems<SignUpInput> {
  return { ...withoutEmpty({ email: emailProblem(email) }), ...newPasswordProblems(newPassword) };
}

/** Length is the only rule for a new password; the server also knows a list of common ones. */
export function newPasswordProblems({ password, confirmation }: NewPassword): FieldProblems<NewPassword> {
  return withoutEmpty({
    password: newPasswordProblem(password),
    confirmation: confirmationProblem(password, confirmation),
  });
}

/**
 * What stays marked while somebody corrects: a problem is about what was sent, so it goes with the first change of its field.
 * That two passwords differ may be mended in either.
 */
export function problemsLeft<T>(problems: FieldProblems<T>, change: Partial<T>): FieldProblems<T> {
  const changed = new Set([...Object.keys(change), ...('password' in change ? ['confirmation'] : [])]);
  return Object.fromEntries(
    Object.entries(problems).filter(([field]) => !changed.has(field)),
  ) as FieldProblems<T>;
}

/** Which field the server objects to; some refusals are about none. */
export function refusedField(code: string | null): 'email' | 'password' | undefined {
  if (code?.startsWith('PASSWORD_')) return 'password';
  return code === 'INVALID_EMAIL' || code?.startsWith('USER_ALREADY_EXISTS') ? 'email' : undefined;
}

function newPasswordProblem(password: string): string | undefined {
  if (password === '') return FIELD_PROBLEMS.passwordMissing;
  if (password.length < PASSWORD_MIN_LENGTH) return FIELD_PROBLEMS.passwordTooShort(PASSWORD_MIN_LENGTH);
  if (password.length > PASSWORD_MAX_LENGTH) return FIELD_PROBLEMS.passwordTooLong(PASSWORD_MAX_LENGTH);
  return undefined;
}

function confirmationProblem(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return FIELD_PROBLEMS.confirmationMissing;
  return confirmation === password ? undefined : FIELD_PROBLEMS.confirmationDiffers;
}

function withoutEmpty<K extends string>(problems: Record<K, string | undefined>): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  for (const key in problems) {
    const problem = problems[key];
    if (problem !== undefined) found[key] = problem;
  }
  return found;
}
