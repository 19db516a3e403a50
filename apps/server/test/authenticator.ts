import { createOTP } from '@better-auth/utils/otp';
import { base32nopad } from '@scure/base';

/**
 * The code that an authenticator app shows for this URI, `steps` of 30 seconds from now. The server takes the next one
 * already, which is how a test signs in twice without waiting.
 */
export function codeFor(totpUri: string, steps = 0): Promise<string> {
  const encoded = new URL(totpUri).searchParams.get('secret') ?? '';
  const secret = new TextDecoder().decode(base32nopad.decode(encoded));
  return createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + steps);
}
