import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeFor } from '../authenticator.ts';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import { customer, email, fixture, setUpIdentity, signIn, visitor } from './identity-world.ts';

setUpIdentity();

const password = { password: GOOD_PASSWORD };

const setUpAnswer = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

type Enrolled = { anna: Visitor; uri: string; backupCodes: string[] };

async function setUp(who: Visitor): Promise<Omit<Enrolled, 'anna'>> {
  const { status, body } = await who.post('/two-factor/enable', password);
  expect(status).toBe(200);
  const { totpURI, backupCodes } = setUpAnswer.parse(body);
  return { uri: totpURI, backupCodes };
}

async function enrolled(): Promise<Enrolled> {
  const anna = await customer();
  const app = await setUp(anna);
  const first = await anna.post('/two-factor/verify-totp', { code: await codeFor(app.uri) });
  expect(first.status).toBe(200);
  return { anna, ...app };
}

/** Password given, code still to come. */
async function challenged(host = 2): Promise<Visitor> {
  const who = visitor(host);
  expect((await signIn(who)).body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  return who;
}

const wrongCode = async (uri: string): Promise<string> => {
  const right = await Promise.all([-2, -1, 0, 1, 2, 3].map((steps) => codeFor(uri, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !right.includes(code),
  ) as string; // Seven candidates, six codes.
};

describe('setting up the second factor', () => {
  it('names the installation and the account, and changes nothing before the first code was right', async () => {
    const anna = await customer();
    const { uri, backupCodes } = await setUp(anna);
    expect(decodeURIComponent(new URL(uri).pathname)).toContain(`Botdepot:${email}`);
    expect(new URL(uri).searchParams.get('issuer')).toBe('Botdepot');
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[^01ilo\W]{5}-[^01ilo\W]{5}$/);

    const wrong = await anna.post('/two-factor/verify-totp', { code: await wrongCode(uri) });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
    expect(wrong.body?.message).toMatch(/^Dieser Code stimmt nicht/);
    expect((await signIn(visitor(2))).body).toHaveProperty('user');

    const code = await codeFor(uri);
    expect((await anna.post('/two-factor/verify-totp', { code })).status).toBe(200);
    expect(await anna.resolve()).toMatchObject({ email });
    await challenged();
  });

  it('keeps secret and backup codes encrypted', async () => {
    const { uri, backupCodes } = await enrolled();
    const { rows } = await fixture.database.pool.query(
      'select secret, backup_codes from auth_two_factors t join auth_users u on u.id = t.user_id where email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    for (const plain of [...backupCodes, new URL(uri).searchParams.get('secret')])
      expect(stored).not.toContain(plain);
  });

  it('can be begun again; then only the last secret counts', async () => {
    const anna = await customer();
    const first = await setUp(anna);
    const second = await setUp(anna);
    const code = await codeFor(first.uri);
    expect((await anna.post('/two-factor/verify-totp', { code })).status).toBe(401);
    const other = await codeFor(second.uri);
    expect((await anna.post('/two-factor/verify-totp', { code: other })).status).toBe(200);
    const again = await anna.post('/two-factor/enable', password);
    expect(again).toMatchObject({ status: 400, body: { code: 'TOTP_ALREADY_ENABLED' } });
  });

  it.each(['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'])(
    'needs a session and the password: %s',
    async (path) => {
      const { anna } = await enrolled();
      expect((await visitor(2).post(path, password)).status).toBe(401);
      const wrong = await anna.post(path, { password: 'falsch, aber lang genug' });
      expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
      expect((await anna.post(path, {})).status).toBe(400);
      expect((await anna.post(path, { ...password, allowPasswordless: true })).status).toBe(400);
      await challenged(3);
    },
  );

  it('can be undone with the password', async () => {
    const { anna } = await enrolled();
    expect((await anna.post('/two-factor/disable', password)).status).toBe(200);
    expect(await anna.resolve()).not.toBeNull();
    expect((await signIn(visitor(2))).body).toHaveProperty('user');
  });
});

describe('signing in with a second factor', () => {
  it('gives no session for the password alone, and one for the code', async () => {
    const { uri } = await enrolled();
    const phone = await challenged();
    expect(await phone.resolve()).toBeNull();
    const [name = ''] = phone.cookies.keys();
    expect(name).toBe('botdepot.two_factor');
    const code = await codeFor(uri, 1);
    const answer = await phone.post('/two-factor/verify-totp', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(answer.status).toBe(200);
    expect(await phone.resolve()).toMatchObject({ email });
  });

  it('takes every code once, and none before the last one', async () => {
    const { uri } = await enrolled();
    const used = await codeFor(uri);
    const replay = await (await challenged(2)).post('/two-factor/verify-totp', { code: used });
    expect(replay).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });

    const next = await codeFor(uri, 1);
    const [one, two] = [await challenged(3), await challenged(4)];
    const answers = await Promise.all(
      [one, two].map((who) => who.post('/two-factor/verify-totp', { code: next })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const older = await (await challenged(5)).post('/two-factor/verify-totp', { code: await codeFor(uri) });
    expect(older.status).toBe(401);
  });

  it('takes a backup code instead, typed as people do, and only once', async () => {
    const { backupCodes } = await enrolled();
    const [code = '', other = ''] = backupCodes;
    const phone = await challenged();
    const typed = ` ${code.replace('-', '').toUpperCase()} `;
    expect((await phone.post('/two-factor/verify-backup-code', { code: typed })).status).toBe(200);
    expect(await phone.resolve()).toMatchObject({ email });
    const again = await (await challenged(3)).post('/two-factor/verify-backup-code', { code });
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_BACKUP_CODE' } });
    expect((await (await challenged(4)).post('/two-factor/verify-backup-code', { code: other })).status).toBe(
      200,
    );
  });

  it('forgets the old backup codes when there are new ones', async () => {
    const { anna, backupCodes } = await enrolled();
    const { body } = await anna.post('/two-factor/generate-backup-codes', password);
    const fresh = setUpAnswer.shape.backupCodes.parse(body?.backupCodes);
    expect(fresh).toHaveLength(10);
    const phone = await challenged();
    const verify = (code = '') => phone.post('/two-factor/verify-backup-code', { code });
    expect((await verify(backupCodes[0])).status).toBe(401);
    expect((await verify(fresh[0])).status).toBe(200);
  });

  it.each([
    ['trust in the device', { code: '123456', trustDevice: true }],
    ['a code that is none', { code: '12345' }],
    ['no code', {}],
    ['somebody’s id', { code: '123456', userId: 'x' }],
  ])('refuses a body with %s', async (_name, body) => {
    await enrolled();
    const phone = await challenged();
    const answer = await phone.post('/two-factor/verify-totp', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('asks for the password again without a login under way', async () => {
    const { uri } = await enrolled();
    for (const [path, code] of [
      ['/two-factor/verify-totp', await codeFor(uri, 1)],
      ['/two-factor/verify-backup-code', 'aaaaa-bbbbb'],
    ] as const) {
      expect(await visitor(2).post(path, { code })).toMatchObject({
        status: 401,
        body: {
          code: 'INVALID_TWO_FACTOR_COOKIE',
          message: expect.stringMatching(/Passwort noch einmal/),
        },
      });
    }
    const forged = await challenged(3);
    for (const [name, value] of forged.cookies) forged.cookies.set(name, value.replace(/^.{3}/, 'xyz'));
    expect((await forged.post('/two-factor/verify-totp', { code: await codeFor(uri, 1) })).status).toBe(401);
  });

  it('locks the account after ten wrong codes, however many logins and networks they come from', async () => {
    const { uri } = await enrolled();
    const wrong = await wrongCode(uri);
    const logins: Visitor[] = [];
    for (let host = 2; host < 6; host += 1) logins.push(await challenged(host));
    let refused = 0;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const who = logins[attempt % logins.length] as Visitor; // There are four.
      const path = attempt % 2 ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
      if ((await who.post(path, { code: wrong })).status === 401) refused += 1;
    }
    expect(refused).toBe(10);
    const right = await codeFor(uri, 1);
    const locked = await logins[0]?.post('/two-factor/verify-totp', { code: right });
    expect(locked).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(locked?.body?.message).toBe('Zu viele Versuche. Bitte warten Sie 60\u00a0Minuten.');
    fixture.clock.advance(60 * 60_000);
    expect((await logins[0]?.post('/two-factor/verify-totp', { code: right }))?.status).toBe(200);
  });

  it('lets parallel guesses not overtake the limit', async () => {
    const { uri } = await enrolled();
    const wrong = await wrongCode(uri);
    const logins: Visitor[] = [];
    for (let host = 2; host < 18; host += 1) logins.push(await challenged(host));
    const answers = await Promise.all(
      logins.map((who) => who.post('/two-factor/verify-totp', { code: wrong })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it('ends a login after five wrong codes', async () => {
    const { uri } = await enrolled();
    const phone = await challenged();
    const wrong = await wrongCode(uri);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await phone.post('/two-factor/verify-totp', { code: wrong });
    const ended = await phone.post('/two-factor/verify-totp', { code: await codeFor(uri, 1) });
    expect(ended).toMatchObject({ status: 400, body: { code: 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE' } });
    expect(await phone.resolve()).toBeNull();
  });
});
