import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '../../src/modules/identity/account/delete-account.ts';
import { findUserByEmail } from '../../src/modules/identity/index.ts';
import { listLatest } from '../../src/modules/notifications/notifications.ts';
import { listStoredMails, type StoredMail } from '../../src/platform/mail/mailbox.ts';
import { personActor } from '../server-fixture.ts';
import {
  type Answer,
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from './identity-fixture.ts';

let fixture: IdentityFixture;
let folder: string;
let serial = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-account-'));
  fixture = await createIdentityFixture({ DEMO: '1', DATA_DIR: folder });
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  serial += 1;
});

const address = (name: string) => `${name}-${serial}@example.com`;
const visitor = (host = 1) => new Visitor(fixture, `10.7.${serial}.${host}`);

async function signUp(email: string, who = visitor()): Promise<Visitor> {
  expect((await who.post('/sign-up/email', { email, password: GOOD_PASSWORD })).status).toBe(200);
  // The welcome and its message come in the background.
  await fixture.settled();
  return who;
}

async function signIn(email: string, who: Visitor): Promise<Answer> {
  return who.post('/sign-in/email', { email, password: GOOD_PASSWORD });
}

/** What arrived at an address, newest first. */
async function inbox(to: string): Promise<StoredMail[]> {
  await fixture.settled();
  return listStoredMails(join(folder, 'mail'), { to, limit: 50 });
}

/** The token of the newest confirmation link that was sent there. */
async function tokenAt(to: string): Promise<string> {
  for (const { text } of await inbox(to)) {
    const token = /\/profile\?neue-adresse=([\w-]+)/.exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`No link to ${to}`);
}

const send = pg.Client.prototype.query;

/** The texts of all statements that reach PostgreSQL meanwhile, in order. */
async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    texts.push(typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text')));
    return Reflect.apply(send, this, args);
  });
  await action().finally(() => spy.mockRestore());
  return texts;
}

const request = (who: Visitor, email: string) => who.post('/request-email-change', { email });
const confirm = (who: Visitor, token: string) => who.post('/confirm-email-change', { token });

describe('another e-mail address', () => {
  it('counts once its owner has opened the link; the old address is told and other devices are logged out', async () => {
    const [old, next] = [address('alt'), address('neu')];
    const anna = await signUp(old);
    const elsewhere = visitor(2);
    await signIn(old, elsewhere);
    await request(anna, next);
    expect(await findUserByEmail(fixture.database.db, next)).toBeNull();

    fixture.hints.length = 0;
    expect(await confirm(anna, await tokenAt(next))).toMatchObject({ status: 200, body: { status: true } });
    expect(await anna.resolve()).toMatchObject({ email: next });
    expect(await elsewhere.resolve()).toBeNull();
    expect(fixture.hints.filter(({ to }) => to === 'sessions')).toHaveLength(1);
    expect(await findUserByEmail(fixture.database.db, next)).toMatchObject({ emailVerified: true });
    expect((await inbox(old))[0]?.subject).toMatch(/^Ihre E-Mail-Adresse wurde geändert/);
    expect((await inbox(old))[0]?.text).toContain('Wenn Sie das nicht waren');
    expect((await inbox(old))[0]?.text).not.toContain(next);
    const owner = await findUserByEmail(fixture.database.db, next);
    const told = await listLatest(fixture.database.db, String(owner?.id));
    expect(told.filter(({ subject, isRead }) => subject === 'security' && !isRead)).toContainEqual(
      expect.objectContaining({ title: 'E-Mail-Adresse geändert' }),
    );
    expect((await signIn(old, visitor(3))).body?.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(next, visitor(3))).status).toBe(200);
  });

  it('takes the link once, from the newest message, in the session of the account that asked', async () => {
    const next = address('neu');
    const anna = await signUp(address('alt'));
    const other = await signUp(address('fremd'), visitor(2));
    await request(anna, address('erst'));
    const first = await tokenAt(address('erst'));
    await request(anna, next);
    const token = await tokenAt(next);
    const invalid = { status: 400, body: { code: 'EMAIL_CHANGE_LINK_INVALID' } };
    expect(await confirm(anna, first)).toMatchObject(invalid);
    expect(await confirm(other, token)).toMatchObject(invalid);
    expect((await confirm(visitor(3), token)).status).toBe(401);
    expect((await confirm(anna, token)).status).toBe(200);
    expect(await confirm(anna, token)).toMatchObject(invalid);
  });

  it('forgets the link after an hour', async () => {
    const anna = await signUp(address('alt'));
    await request(anna, address('neu'));
    const token = await tokenAt(address('neu'));
    fixture.clock.advance(60 * 60_000);
    expect((await confirm(anna, token)).body?.code).toBe('EMAIL_CHANGE_LINK_INVALID');
    expect(await anna.resolve()).toMatchObject({ email: address('alt') });
  });

  it('answers the same for a free and a taken address; the owner of the taken one gets a message', async () => {
    const taken = address('vergeben');
    await signUp(taken, visitor(2));
    const anna = await signUp(address('alt'));
    const visible = async ({ response }: Answer) => ({
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
    });
    const free = await visible(await request(anna, address('frei')));
    expect(await visible(await request(anna, taken))).toEqual(free);
    const [told] = await inbox(taken);
    expect(told?.subject).toMatch(/^Ihre E-Mail-Adresse gehört schon zu einem Konto/);
    expect(told?.text).not.toContain(address('alt'));
    expect(told?.text).not.toContain('neue-adresse');
    expect(await inbox(address('frei'))).toHaveLength(1);
  });

  it('asks the database the same for a free and a taken address', async () => {
    const taken = address('vergeben');
    await signUp(taken, visitor(2));
    const anna = await signUp(address('alt'));
    const free = await statementsOf(() => request(anna, address('frei')));
    expect(free.length).toBeGreaterThan(3);
    expect(await statementsOf(() => request(anna, taken))).toEqual(free);
  });

  it('goes to whoever confirms it first when two want it', async () => {
    const next = address('begehrt');
    const anna = await signUp(address('anna'));
    const ben = await signUp(address('ben'), visitor(2));
    await request(anna, next);
    const annas = await tokenAt(next);
    await request(ben, next);
    const bens = await tokenAt(next);
    const answers = await Promise.all([confirm(anna, annas), confirm(ben, bens)]);
    expect(answers.map(({ status, body }) => body?.code ?? status).sort()).toEqual([
      200,
      'EMAIL_CHANGE_TAKEN',
    ]);
  });

  it('makes every other link under way void, such as one for a new password sent to the old address', async () => {
    const old = address('alt');
    const anna = await signUp(old);
    await visitor(2).post('/request-password-reset', { email: old });
    await request(anna, address('neu'));
    await confirm(anna, await tokenAt(address('neu')));
    const link = (await inbox(old))
      .map(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1])
      .find(Boolean);
    const reset = await visitor(2).post('/reset-password', {
      token: link,
      newPassword: 'regenschirm mondlicht 41',
    });
    expect(reset.body?.code).toBe('INVALID_TOKEN');
  });

  it('asks for a session that has proved lately who uses it, and for a login at all', async () => {
    const anna = await signUp(address('alt'));
    expect((await request(visitor(2), address('neu'))).status).toBe(401);
    fixture.clock.advance(16 * 60_000);
    expect(await request(anna, address('neu'))).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    await anna.post('/reauthenticate', { password: GOOD_PASSWORD });
    expect((await request(anna, address('neu'))).status).toBe(200);
  });

  it('must be another one and look like one', async () => {
    const anna = await signUp(address('alt'));
    expect((await request(anna, address('ALT'))).body?.code).toBe('EMAIL_UNCHANGED');
    expect((await request(anna, 'keine adresse')).body?.code).toBe('INVALID_EMAIL');
  });

  it('can be asked for five times an hour', async () => {
    const anna = await signUp(address('alt'));
    for (let time = 1; time <= 5; time++)
      expect((await request(anna, address(`neu-${time}`))).status).toBe(200);
    expect((await request(anna, address('neu-6'))).status).toBe(429);
  });

  it('floods nobody’s mailbox, however many accounts ask for it', async () => {
    const victim = address('opfer');
    let sent = 0;
    for (let host = 1; host <= 7; host++) {
      const who = await signUp(address(`konto-${host}`), visitor(host));
      if ((await request(who, victim)).status === 200) sent += 1;
    }
    expect(sent).toBe(5);
    expect(await inbox(victim)).toHaveLength(5);
  });

  it('is not for an installation that cannot send mail', async () => {
    const silent = await createIdentityFixture({
      DEMO: '0',
      AUTH_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://nowhere',
    });
    const who = new Visitor(silent, '10.8.0.1');
    await who.post('/sign-up/email', { email: 'anna@example.com', password: GOOD_PASSWORD });
    expect(await who.post('/request-email-change', { email: 'neu@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_CHANGE_UNAVAILABLE' },
    });
    await silent.close();
  });
});

describe('an address whose account was deleted', () => {
  it('is told, can no longer log in, and can open a new account', async () => {
    const email = address('alt');
    const anna = await signUp(email);
    const before = await anna.resolve();
    const actor = { ...personActor('user', before?.userId ?? ''), sessionId: before?.sessionId ?? '' };
    await request(anna, address('neu'));
    fixture.auth.farewell(await fixture.runWork(actor, (work) => deleteAccount(work, [])));
    expect(await anna.resolve()).toBeNull();
    expect((await confirm(anna, await tokenAt(address('neu')))).status).toBe(401);
    expect((await signIn(email, visitor(2))).body?.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await inbox(email))[0]?.subject).toMatch(/^Ihr Konto ist gelöscht/);
    await signUp(email, anna);
    expect((await anna.resolve())?.userId).not.toBe(before?.userId);
  });
});
