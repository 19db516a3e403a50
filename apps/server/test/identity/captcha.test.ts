import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { createSmtpInbox } from '../notifications/smtp-inbox.ts';
import { createIdentityFixture, GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { email, fixture, networkAt, nextPerson, serial, setUpIdentity, visitor } from './identity-world.ts';

const MINUTE_MS = 60_000;
const FAILED = {
  status: 400,
  body: {
    code: 'CAPTCHA_FAILED',
    message:
      'Die Prüfung gegen automatische Anfragen hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
};

setUpIdentity(() => ({ CAPTCHA: '1', DEMO: '0', AUTH_SECRET: 'x'.repeat(32) }));

const signUp = (who: Visitor, captcha?: string) =>
  who.post('/sign-up/email', { email, password: GOOD_PASSWORD, ...(captcha !== undefined && { captcha }) });

/** As the browser gets it. */
async function challengeFor(who: Visitor): Promise<Challenge> {
  const { status, response } = await who.get('/captcha');
  expect(status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  // What the library made, as JSON.
  return (await response.json()) as Challenge;
}

type Payload = { challenge: Challenge; solution: Solution };

async function solved(who: Visitor): Promise<Payload> {
  const challenge = await challengeFor(who);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved in time');
  return { challenge, solution };
}

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');

describe('with a captcha', () => {
  it('opens an account for whoever has done the work, once', async () => {
    const anna = visitor();
    const captcha = encode(await solved(anna));
    expect((await signUp(anna, captcha)).status).toBe(200);
    expect(await anna.resolve()).toMatchObject({ email });
    nextPerson('other');
    expect(await signUp(visitor(2), captcha)).toMatchObject(FAILED);
  });

  it('takes a solution once, also when it comes to two replicas at the same moment', async () => {
    const captcha = encode(await solved(visitor()));
    const replica = { auth: fixture.authOn(fixture.database), baseUrl: fixture.baseUrl };
    const answers = await Promise.all(
      [fixture, replica, fixture, replica].map((where, index) =>
        new Visitor(where, `${networkAt(7)}.${index}`).post('/sign-up/email', {
          email: `twin-${serial}-${index}@example.com`,
          password: GOOD_PASSWORD,
          captcha,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('opens none without it, nor for anything else in its place', async () => {
    const anna = visitor();
    expect(await signUp(anna)).toMatchObject(FAILED);
    for (const junk of ['', 'null', '{}', '%%%', encode(null), encode([]), encode({ challenge: {} })])
      expect(await signUp(anna, junk)).toMatchObject(FAILED);
    expect((await signUp(anna, 'x'.repeat(5_000))).status).toBe(400);
    expect(await anna.resolve()).toBeNull();
  });

  it('takes no work that was not done', async () => {
    const anna = visitor();
    const { challenge, solution } = await solved(anna);
    const { parameters } = challenge;
    const other = await challengeFor(anna);
    const forged: unknown[] = [
      { challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } },
      { challenge, solution: { ...solution, derivedKey: parameters.keyPrefix.padEnd(64, '0') } },
      { challenge: other, solution },
      { challenge: { ...challenge, signature: other.signature }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, data: { expiresAt: 9e15 } } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, keySignature: undefined } }, solution },
      { challenge: { parameters }, solution },
    ];
    for (const payload of forged) expect(await signUp(anna, encode(payload))).toMatchObject(FAILED);
    expect((await signUp(anna, encode({ challenge, solution }))).status).toBe(200);
  });

  it('takes no solution after twenty minutes', async () => {
    const anna = visitor();
    const captcha = encode(await solved(anna));
    fixture.clock.advance(20 * MINUTE_MS);
    expect(await signUp(anna, captcha)).toMatchObject(FAILED);
  });

  it('takes no solution of a challenge from a clock that has been set back since', async () => {
    const anna = visitor();
    fixture.clock.advance(60 * MINUTE_MS);
    const captcha = encode(await solved(anna));
    fixture.clock.advance(-60 * MINUTE_MS);
    expect(await signUp(anna, captcha)).toMatchObject(FAILED);
  });

  it('is asked for before a limit of an account is touched', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) expect(await signUp(visitor())).toMatchObject(FAILED);
    const anna = visitor();
    expect((await signUp(anna, encode(await solved(anna)))).status).toBe(200);
  });

  it('guards the password reset, and nothing of the login', async () => {
    const inbox = await createSmtpInbox();
    const mailing = await createIdentityFixture({
      CAPTCHA: '1',
      DEMO: '0',
      AUTH_SECRET: 'x'.repeat(32),
      SMTP_URL: inbox.url,
      MAIL_FROM: 'Botdepot <post@botdepot.example>',
    });
    const links = () => inbox.received.filter(({ raw }) => raw.includes('/reset-password?token=')).length;
    try {
      const anna = new Visitor(mailing);
      expect((await signUp(anna, encode(await solved(anna)))).status).toBe(200);
      await mailing.database.pool.query('UPDATE auth_users SET email_verified = true');
      expect(await anna.post('/request-password-reset', { email })).toMatchObject(FAILED);
      await mailing.settled();
      expect(links()).toBe(0);
      const captcha = encode(await solved(anna));
      expect((await anna.post('/request-password-reset', { email, captcha })).status).toBe(200);
      await mailing.settled();
      expect(links()).toBe(1);
      expect((await anna.post('/sign-in/email', { email, password: GOOD_PASSWORD })).status).toBe(200);
    } finally {
      await mailing.close();
      await inbox.goDown();
    }
  });
});

describe('without a captcha', () => {
  it('there is no challenge, and nothing is asked', async () => {
    const plain = await createIdentityFixture({ DEMO: '0', AUTH_SECRET: 'x'.repeat(32) });
    const anna = new Visitor(plain);
    expect(await anna.get('/captcha')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD })).status).toBe(200);
    await plain.close();
  });
});
