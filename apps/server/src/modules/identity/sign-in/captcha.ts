import { hkdfSync, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { MOST_AHEAD_MS, type RateLimiter } from '../../../platform/rate-limit.ts';
import type { Clock } from '../../../platform/work.ts';

export type Captcha = {
  newChallenge(): Promise<Challenge>;
  /** Whether this is the solution of one of our challenges, in time and for the first time. Uses it up. */
  accept(payload: string | undefined): Promise<boolean>;
};

const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * About a second of one core in a browser, and not much less for a machine that signs up in masses: PBKDF2 is done
 * hundreds of times, and its rounds cannot be shortened.
 */
const COST = 2_000;
const LEAST_TRIES = 500;
const MOST_TRIES = 1_500;
const LIFETIME_MS = 20 * 60_000;
export const MOST_PAYLOAD_CHARACTERS = 3_000;

const hex = z.string().regex(/^[\da-f]{2,128}$/);
const payloadShape = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      cost: z.literal(COST),
      data: z.strictObject({ expiresAt: z.number() }),
      keyLength: z.number(),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.number(), derivedKey: hex }),
});

/**
 * A proof of work instead of a riddle: nobody has to prove that they can see or hear, and no third party is asked. Keys
 * come from the installation's secret and used challenges are kept in the database, so replicas agree.
 */
export function createCaptcha(deps: { secret: string; clock: Clock; limiter: RateLimiter }): Captcha {
  const { clock, limiter } = deps;
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', deps.secret, '', `captcha ${purpose}`, 32)).toString('hex');
  const secrets = {
    hmacSignatureSecret: keyFor('challenge'),
    hmacKeySignatureSecret: keyFor('solution'),
  };

  return {
    newChallenge: () =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(LEAST_TRIES, MOST_TRIES),
        deriveKey,
        // Not the library's own field, which is judged by the machine's time.
        data: { expiresAt: clock.now().getTime() + LIFETIME_MS },
        ...secrets,
      }),
    async accept(payload) {
      const parsed = payloadShape.safeParse(readPayload(payload));
      if (!parsed.success) return false;
      const { challenge, solution } = parsed.data;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      const { data, nonce } = challenge.parameters;
      const left = data.expiresAt - clock.now().getTime();
      // What a clock gave out that has been set back since would outlive the note that it was used.
      if (!verified || left <= 0 || left > LIFETIME_MS + MOST_AHEAD_MS) return false;
      // The first one counts, whichever replica it comes to.
      const key = { purpose: 'captcha', subject: nonce };
      return (await limiter.consume(key, { max: 1, windowMs: 2 * LIFETIME_MS })) === 0;
    },
  };
}

function readPayload(payload: string | undefined): unknown {
  if (payload === undefined || payload.length > MOST_PAYLOAD_CHARACTERS) return undefined;
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
