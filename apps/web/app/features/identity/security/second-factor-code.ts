export type CodeKind = 'totp' | 'backup';

/** What is wrong with a code before it is sent; spaces and a missing hyphen do not matter. */
export function codeProblem(kind: CodeKind, code: string): string | undefined {
  const typed = code.replace(/\s/g, '');
  if (typed === '') return 'Bitte geben Sie den Code ein.';
  if (kind === 'totp' && !/^\d{6}$/.test(typed)) return 'Der Code aus der App hat sechs Ziffern.';
  return undefined;
}

const LOGIN_OVER = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'];

/** Another code would not help: the login has to begin again with the password. */
export function isLoginOver(code: string | null): boolean {
  return code !== null && LOGIN_OVER.includes(code);
}

/** The server objects to the code itself. */
export function isWrongCode(code: string | null): boolean {
  return code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE';
}
