import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { GOOD_PASSWORD } from '../identity/identity-fixture.ts';
import { type AccessWorld, openAccessWorld, type Person, REASON } from './access-world.ts';

const MINUTE_MS = 60_000;

let world: AccessWorld;
let admin: Person;

beforeAll(async () => {
  world = await openAccessWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.someone('admin');
  world.fixture.hints.length = 0;
});

async function audit(person: Person): Promise<Record<string, unknown>[]> {
  const { rows } = await world.fixture.database.pool.query(
    `SELECT action, actor_id, before, after, reason FROM audit_log
     WHERE subject = 'user' AND subject_id = $1 ORDER BY seq`,
    [person.userId],
  );
  return rows;
}

const closedSockets = (person: Person) =>
  world.fixture.hints.filter((hint) => hint.to === 'sessions' && hint.userId === person.userId);

describe('a lock', () => {
  it('ends every session at once, closes the sockets, and is told with its reason', async () => {
    const anna = await world.someone();
    const phone = world.visitor();
    await world.signIn(phone, anna.email);
    expect((await world.ask(anna, 'GET', '/profile')).status).toBe(200);
    const answer = await world.change(admin, anna, 'lock');
    expect(answer).toMatchObject({ status: 200, body: { lockedReason: REASON, sessions: [] } });
    expect((await world.ask(anna, 'GET', '/profile')).status).toBe(401);
    expect((await world.ask(phone, 'GET', '/profile')).status).toBe(401);
    expect((await anna.visitor.get('/get-session')).response.status).toBe(200);
    expect(await anna.visitor.resolve()).toBeNull();
    expect(closedSockets(anna)).toEqual([{ to: 'sessions', userId: anna.userId }]);
    expect(await audit(anna)).toEqual([
      {
        action: 'user.lock',
        actor_id: admin.userId,
        before: { locked: false, sessions: 2 },
        after: { locked: true, sessions: 0 },
        reason: REASON,
      },
    ]);
    const mail = await world.mailTo(anna.email, 'Ihr Konto ist gesperrt');
    expect(mail).toContain(`Grund: ${REASON}`);
    expect(mail).toContain('Laufende Bots handeln weiter');
  });

  it('keeps the login closed, and says so after a right password only', async () => {
    const anna = await world.someone();
    await world.change(admin, anna, 'lock');
    const guess = await world.signIn(anna.visitor, anna.email, 'ganz bestimmt das falsche');
    const unknown = await world.signIn(anna.visitor, 'niemand@beispiel.example', 'ganz bestimmt das falsche');
    expect(guess.status).toBe(401);
    expect(guess.body).toEqual(unknown.body);
    const right = await world.signIn(anna.visitor, anna.email);
    expect(right).toMatchObject({ status: 403, body: { code: 'ACCOUNT_LOCKED' } });
    expect(right.body?.message).toMatch(/^Dieses Konto ist gesperrt\./);
    expect(right.response.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
    expect(await anna.visitor.resolve()).toBeNull();
  });

  it('refuses session tokens and access tokens that were given out before', async () => {
    const anna = await world.someone();
    const cookie = [...anna.visitor.cookies].find(([name]) => name.endsWith('session_token'))?.[1] ?? '';
    const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });
    const { body } = await anna.visitor.get('/token');
    const access = String(body?.token);
    expect(await world.fixture.auth.resolveSession(bearer(cookie))).toMatchObject({ userId: anna.userId });
    expect(await world.fixture.auth.resolveSession(bearer(access))).toMatchObject({ userId: anna.userId });
    await world.change(admin, anna, 'lock');
    expect(await world.fixture.auth.resolveSession(bearer(cookie))).toBeNull();
    expect(await world.fixture.auth.resolveSession(bearer(access))).toBeNull();
  });

  it('leads a confirmation link to the login, which says why', async () => {
    const email = 'neu@beispiel.example';
    const visitor = world.visitor();
    await visitor.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const mail = await world.mailTo(email, 'Bitte bestätigen Sie Ihre E-Mail-Adresse');
    const { rows } = await world.fixture.database.pool.query('SELECT id FROM auth_users WHERE email = $1', [
      email,
    ]);
    expect((await world.change(admin, { visitor, email, userId: rows[0].id }, 'lock')).status).toBe(200);
    const link = /\S+\/api\/auth(\/verify-email\S+)/.exec(mail)?.[1] ?? '';
    const { response } = await visitor.get(link);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/login?error=ACCOUNT_LOCKED');
    expect(await visitor.resolve()).toBeNull();
  });

  it('is lifted again, and the login is open', async () => {
    const anna = await world.someone();
    await world.change(admin, anna, 'lock');
    const answer = await world.change(admin, anna, 'unlock', { reason: 'Anna hat sich gemeldet' });
    expect(answer).toMatchObject({ status: 200, body: { lockedAt: null, lockedReason: null } });
    expect((await world.signIn(anna.visitor, anna.email)).status).toBe(200);
    const news = await world.ask(anna, 'GET', '/notifications');
    const titles = (news.body.items as { title: string }[]).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Konto gesperrt', 'Sperre aufgehoben']));
    expect((await audit(anna)).map(({ action }) => action)).toEqual(['user.lock', 'user.unlock']);
  });

  it('leaves money and requests as they are', async () => {
    const anna = await world.someone();
    const { body } = await world.ask(anna, 'POST', '/deposits', { amountUsd: '50', cryptoCurrency: 'USDT' });
    await world.change(admin, anna, 'lock');
    const shown = await world.ask(admin, 'GET', `/admin/customers/${anna.userId}`);
    expect(shown.body).toMatchObject({ pendingDeposits: [{ id: body.id, status: 'pending' }] });
    expect((await world.ask(admin, 'POST', `/admin/deposits/${body.id}/approve`)).status).toBe(200);
    const after = await world.ask(admin, 'GET', `/admin/customers/${anna.userId}`);
    expect(after.body).toMatchObject({ available: '50.00', check: { ok: true, availableEntries: '50.00' } });
  });

  it('that has happened already is told as that, and so is one that is not there', async () => {
    const anna = await world.someone();
    expect(await world.change(admin, anna, 'unlock')).toMatchObject({
      status: 409,
      body: { code: 'ACCESS_UNCHANGED' },
    });
    await world.change(admin, anna, 'lock');
    expect(await world.change(admin, anna, 'lock')).toMatchObject({
      status: 409,
      body: { code: 'ACCESS_UNCHANGED' },
    });
    const nobody = { ...anna, userId: newId() };
    expect(await world.change(admin, nobody, 'lock')).toMatchObject({
      status: 404,
      body: { code: 'CUSTOMER_NOT_FOUND' },
    });
    expect((await world.change(admin, anna, 'lock', { reason: '' })).status).toBe(400);
  });
});

describe('a role', () => {
  it('counts from the next request on, in both directions, and the sockets ask again', async () => {
    const anna = await world.someone();
    expect((await world.ask(anna, 'GET', '/admin/overview')).status).toBe(403);
    const made = await world.change(admin, anna, 'role', { role: 'admin', reason: 'Neue Kollegin' });
    expect(made).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect((await world.ask(anna, 'GET', '/admin/overview')).status).toBe(200);
    await world.change(admin, anna, 'role', { role: 'user', reason: 'Wieder Kundin' });
    const refused = await world.ask(anna, 'GET', '/admin/overview');
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(closedSockets(anna)).toHaveLength(2);
    expect(await audit(anna)).toMatchObject([
      {
        action: 'user.role_changed',
        before: { role: 'user' },
        after: { role: 'admin' },
        reason: 'Neue Kollegin',
      },
      { action: 'user.role_changed', before: { role: 'admin' }, after: { role: 'user' } },
    ]);
  });

  it('of whoever is locked can be taken and not given', async () => {
    const anna = await world.someone();
    await world.change(admin, anna, 'lock');
    const given = await world.change(admin, anna, 'role', { role: 'admin', reason: REASON });
    expect(given).toMatchObject({ status: 409, body: { code: 'ACCOUNT_LOCKED' } });
    const colleague = await world.someone('admin');
    await world.change(admin, colleague, 'lock');
    expect((await world.change(admin, colleague, 'role', { role: 'user', reason: REASON })).status).toBe(200);
  });
});

describe('sessions of somebody', () => {
  it('end one by one or all together, and only theirs', async () => {
    const anna = await world.someone();
    const phone = world.visitor();
    await world.signIn(phone, anna.email);
    const { body } = await world.ask(admin, 'GET', `/admin/customers/${anna.userId}`);
    const [newest] = body.sessions as { id: string }[];
    const one = await world.change(admin, anna, 'end-sessions', { sessionId: newest?.id });
    expect(one.body.sessions).toHaveLength(1);
    expect((await world.ask(phone, 'GET', '/profile')).status).toBe(401);
    expect((await world.ask(anna, 'GET', '/profile')).status).toBe(200);
    expect(closedSockets(anna)).toEqual([{ to: 'sessions', userId: anna.userId, sessionId: newest?.id }]);
    const berta = await world.someone();
    const foreign = (await world.ask(admin, 'GET', `/admin/customers/${berta.userId}`)).body.sessions as {
      id: string;
    }[];
    await world.change(admin, anna, 'end-sessions', { sessionId: foreign[0]?.id });
    expect((await world.ask(berta, 'GET', '/profile')).status).toBe(200);
    expect((await world.change(admin, anna, 'end-sessions', {})).body.sessions).toEqual([]);
    expect((await world.ask(anna, 'GET', '/profile')).status).toBe(401);
    expect((await world.signIn(anna.visitor, anna.email)).status).toBe(200);
    expect((await audit(anna)).map(({ action, after }) => [action, after])).toEqual([
      ['user.end_sessions', { sessions: 1 }],
      ['user.end_sessions', { sessions: 1 }],
    ]);
  });
});

describe('an admin', () => {
  it('never acts on their own access', async () => {
    for (const [what, body] of [
      ['lock', { reason: REASON }],
      ['unlock', { reason: REASON }],
      ['role', { role: 'user', reason: REASON }],
      ['end-sessions', {}],
    ] as const)
      expect(await world.change(admin, admin, what, body), what).toMatchObject({
        status: 409,
        body: { code: 'OWN_ACCESS' },
      });
    // That they have come in is all that the log has of them.
    expect((await audit(admin)).filter(({ action }) => action !== 'user.signed_in')).toEqual([]);
  });

  it('says who they are when that was more than a quarter of an hour ago', async () => {
    const anna = await world.someone();
    await world.fixture.database.pool.query(
      'UPDATE auth_sessions SET authenticated_at = $1 WHERE user_id = $2',
      [new Date(world.fixture.clock.now().getTime() - 16 * MINUTE_MS), admin.userId],
    );
    for (const [what, body] of [
      ['lock', { reason: REASON }],
      ['unlock', { reason: REASON }],
      ['role', { role: 'admin', reason: REASON }],
      ['end-sessions', {}],
    ] as const)
      expect(await world.change(admin, anna, what, body), what).toMatchObject({
        status: 403,
        body: { code: 'REAUTHENTICATION_REQUIRED', data: { maxAgeMinutes: '15' } },
      });
    expect(await audit(anna)).toEqual([]);
  });

  it('who is locked does not count as one who is left', async () => {
    const colleague = await world.someone('admin');
    await world.fixture.database.pool.query(
      `UPDATE auth_users SET role = 'user' WHERE role = 'admin' AND id <> ALL($1)`,
      [[admin.userId, colleague.userId]],
    );
    const closing = () => world.ask(admin, 'GET', '/profile/closing');
    expect((await closing()).body.isLastAdmin).toBe(false);
    await world.change(admin, colleague, 'lock');
    expect((await closing()).body.isLastAdmin).toBe(true);
    const deletion = await world.ask(admin, 'POST', '/profile/delete');
    expect(deletion).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
  });
});
