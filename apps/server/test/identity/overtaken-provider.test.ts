// The way back from the provider is under way while the owner takes the account back.
import { describe, expect, it } from 'vitest';
import { lockUser } from '../../src/modules/identity/index.ts';
import { GOOD_PASSWORD } from './identity-fixture.ts';
import { begin, comeBack, link, person, provider, setUpProvider } from './identity-oauth-world.ts';
import { customer, fixture, signIn, visitor } from './identity-world.ts';
import {
  after,
  countRows,
  during,
  expectNobodyElse,
  setUpOvertaken,
  TAKEN_BACK,
  withSecondFactor,
} from './overtaken-world.ts';

setUpOvertaken(setUpProvider);

const WAYS = Object.keys(TAKEN_BACK) as (keyof typeof TAKEN_BACK)[];
/** Whose the identity is has been found, and nothing written. */
const found = () => after(/"auth_accounts"."provider_id"/, /"auth_accounts"."provider_id"/);

describe.each(WAYS)('while %s is committed', (way) => {
  it('no session begins for whom the provider has named before', async () => {
    const owner = await customer();
    const userId = String((await owner.resolve())?.userId);
    const mallory = visitor(2);
    await signIn(mallory);
    await link(mallory);
    const takeBack = await TAKEN_BACK[way](owner);
    const thief = visitor(4);
    const back = provider.agree(await begin(thief, '/sign-in/social'), person);
    const page = await during(found(), takeBack, () => comeBack(thief, back));
    expect(page).toBe('/login?error=provider_expired');
    await expectNobodyElse(owner, userId, thief);
  });

  it('no identity is connected by a session that has ended', async () => {
    const owner = await customer();
    const userId = String((await owner.resolve())?.userId);
    const mallory = visitor(2);
    await signIn(mallory);
    const takeBack = await TAKEN_BACK[way](owner);
    if (way === 'an undone address')
      for (const [name, value] of owner.cookies) mallory.cookies.set(name, value);
    const back = provider.agree(await begin(mallory, '/link-social'), person);
    const page = await during(found(), takeBack, () => comeBack(mallory, back));
    expect(page).toBe('/login?error=provider_expired');
    const linked = `SELECT FROM auth_accounts WHERE user_id = $1 AND provider_id = 'oidc'`;
    expect(await countRows(linked, userId)).toBe(0);
  });
});

it('no wait for a code begins after the password was changed', async () => {
  const { owner, userId } = await withSecondFactor();
  await link(owner);
  const takeBack = await TAKEN_BACK['a change of the password'](owner);
  const thief = visitor(4);
  const back = provider.agree(await begin(thief, '/sign-in/social'), person);
  // The session is deleted again before the code is asked for.
  const page = await during(/delete from "auth_sessions"/, takeBack, () => comeBack(thief, back));
  expect(page).toBe('/login?error=provider_expired');
  expect([...thief.cookies.keys()].filter((name) => name.endsWith('two_factor'))).toEqual([]);
  await expectNobodyElse(owner, userId, thief);
});

it('no session begins for an account that is just being locked', async () => {
  const owner = await customer();
  const userId = String((await owner.resolve())?.userId);
  await link(owner);
  const thief = visitor(4);
  const back = provider.agree(await begin(thief, '/sign-in/social'), person);
  const lock = () =>
    fixture.runWork(fixture.admin, (work) => lockUser(work, { id: userId, reason: 'Diebstahl' }));
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'A', 'a@a.example', 'admin')`,
    [fixture.admin.userId],
  );
  expect(await during(found(), lock, () => comeBack(thief, back))).toMatch(/^\/login\?error=/);
  expect(await thief.resolve()).toBeNull();
});

it('a login beside nothing of the kind begins as ever', async () => {
  const owner = await customer();
  await link(owner);
  const phone = visitor(4);
  const back = provider.agree(await begin(phone, '/sign-in/social'), person);
  expect(await comeBack(phone, back)).toBe('/dashboard');
  expect(
    (await phone.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: 'x' })).status,
  ).toBe(400);
});
