/** How far a sign-up has come once the account exists. */
export interface SignUpProgress {
  step: 'bot' | 'confirmation';
  email: string;
  /** Without a session the address has to be confirmed after the choice of the bot. */
  signedIn: boolean;
}

/**
 * The progress stands in the entry of the history: a tab that the phone has put away, while its owner was reading mail,
 * comes back to where it was. What is found there may be anything.
 */
export function readSignUpProgress(state: unknown): SignUpProgress | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if (!('step' in state) || !('email' in state) || !('signedIn' in state)) return undefined;
  const { step, email, signedIn } = state;
  if (step !== 'bot' && step !== 'confirmation') return undefined;
  if (typeof email !== 'string' || typeof signedIn !== 'boolean') return undefined;
  return { step, email, signedIn };
}
