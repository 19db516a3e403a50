import { createOTP } from '@better-auth/utils/otp';
import { base32nopad } from '@scure/base';

const STEP_MS = 30_000;
const firstSteps = new Map<string, number>();

/**
 * The code that an authenticator app shows for this URI, `steps` of 30 seconds after the first one that was asked for: the same steps
 * are the same code however long a test takes between two lines. The server takes the one before and the next one as well, which is how
 * a test signs in twice without waiting.
 */
export function codeFor(totpUri: string, steps = 0): Promise<string> {
  const encoded = new URL(totpUri).searchParams.get('secret') ?? '';
  const first = firstSteps.get(encoded) ?? Math.floor(Date.now() / STEP_MS);
  firstSteps.set(encoded, first);
  const secret = new TextDecoder().decode(base32nopad.decode(encoded));
  return createOTP(secret).hotp(first + steps);
}
