import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let api: Api;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
});
afterAll(() => fixture.close());

const read = async (as: { token: string }) =>
  (await api.call('GET', '/api/profile/preferences', { as })).body;
const change = (as: { token: string }, body: unknown) =>
  api.call('POST', '/api/profile/preferences', { as, body });

const DEFAULTS = { colours: 'blue-orange', startPage: 'dashboard', preferredBot: null };

describe('preferences', () => {
  it('begin with the defaults, on the profile too', async () => {
    const anna = api.person('user');
    expect(await read(anna)).toEqual(DEFAULTS);
    expect((await api.call('GET', '/api/profile', { as: anna })).body).toMatchObject(DEFAULTS);
  });

  it('change one by one and keep the others', async () => {
    const anna = api.person('user');
    const first = await change(anna, { colours: 'green-red' });
    expect([first.status, first.body]).toEqual([200, { ...DEFAULTS, colours: 'green-red' }]);
    await change(anna, { startPage: 'wallet' });
    await change(anna, { preferredBot: 'newsbot' });
    const all = { colours: 'green-red', startPage: 'wallet', preferredBot: 'newsbot' };
    expect(await read(anna)).toEqual(all);
    expect((await api.call('GET', '/api/profile', { as: anna })).body).toMatchObject(all);
    await change(anna, { preferredBot: null });
    expect(await read(anna)).toEqual({ ...all, preferredBot: null });
  });

  it('know the bot that was chosen at sign-up', async () => {
    const anna = api.person('user');
    await api.call('POST', '/api/profile/preferred-bot', { as: anna, body: { botType: 'turbobot' } });
    expect(await read(anna)).toEqual({ ...DEFAULTS, preferredBot: 'turbobot' });
  });

  it('lead admins to the back office or the desk as far as their field goes, and nobody else', async () => {
    const start = (as: { token: string }, startPage: string) => change(as, { startPage });
    expect(await start(api.person('user'), 'admin')).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    const admin = api.person('admin');
    for (const page of ['admin', 'desk'])
      expect(await start(admin, page)).toMatchObject({ status: 200, body: { startPage: page } });

    const setField = (field: string | null, role = 'admin') =>
      fixture.database.pool.query('UPDATE auth_users SET limited_to = $2, role = $3 WHERE id = $1', [
        admin.userId,
        field,
        role,
      ]);
    await setField('review');
    expect((await api.call('GET', '/api/profile', { as: admin })).body).toMatchObject({
      startPage: 'dashboard',
    });
    expect(await start(admin, 'desk')).toMatchObject({ status: 403 });
    await setField('support');
    expect(await read(admin)).toMatchObject({ startPage: 'desk' });
    await setField(null, 'user');
    expect(await read(admin)).toMatchObject({ startPage: 'dashboard' });
  });

  it('concern nobody else and go with the account', async () => {
    const [anna, ben] = [api.person('user'), api.person('user')];
    await change(anna, { colours: 'green-red' });
    expect(await read(ben)).toEqual(DEFAULTS);
    await fixture.database.pool.query('DELETE FROM auth_users WHERE id = $1', [anna.userId]);
    const { rows } = await fixture.database.pool.query('SELECT FROM user_preferences WHERE user_id = $1', [
      anna.userId,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([
    [{ colours: 'rainbow' }],
    [{ startPage: '/admin' }],
    [{ preferredBot: 'goldbot' }],
    [{ role: 'admin' }],
    [{ colours: 'green-red', userId: 'somebody' }],
  ])('refuse %j', async (body) => {
    const anna = api.person('user');
    expect(await change(anna, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await read(anna)).toEqual(DEFAULTS);
  });
});
