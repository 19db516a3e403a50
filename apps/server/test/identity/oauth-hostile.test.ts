// A provider that lies, checks nothing or is played with by whoever sits in between.
import { describe, expect, it } from 'vitest';
import {
  begin,
  comeBack,
  link,
  list,
  logIn,
  person,
  provider,
  SETTINGS,
  setUpProvider,
} from './identity-oauth-world.ts';
import { customer, email, fixture, serial, visitor } from './identity-world.ts';

setUpProvider();

describe('a hostile provider', () => {
  it('connects it with one of two accounts that ask at once', async () => {
    const [anna, bert] = [await customer(), await customer(2, `bert-${serial}@example.com`)];
    const backs = [];
    for (const who of [anna, bert]) backs.push(provider.agree(await begin(who, '/link-social'), person));
    const [one, other] = await Promise.all([comeBack(anna, backs[0]!), comeBack(bert, backs[1]!)]);
    expect([...(await list(anna)), ...(await list(bert))]).toHaveLength(1);
    expect([one, other].filter((page) => page === `${SETTINGS}&verbunden=1`)).toHaveLength(1);
  });

  it('takes neither a used code nor one of another login from a provider that gives tokens for them', async () => {
    await link(await customer());
    provider.faults.careless = true;
    try {
      const phone = visitor(2);
      const used = provider.agree(await begin(phone, '/sign-in/social'), person);
      expect(await comeBack(phone, used)).toBe('/dashboard');
      const thief = visitor(3);
      const own = provider.agree(await begin(thief, '/sign-in/social'), { ...person, sub: 'thief' });
      own.searchParams.set('code', used.searchParams.get('code') ?? '');
      expect(await comeBack(thief, own)).toBe('/login?error=provider_failed');
      expect(await thief.resolve()).toBeNull();
    } finally {
      delete provider.faults.careless;
    }
  });

  it('goes by the signed token, not by the page about the person', async () => {
    await link(await customer());
    const phone = visitor(2);
    provider.faults.otherPerson = 'somebody-else';
    try {
      expect(await logIn(phone)).toBe('/dashboard');
      expect(await phone.resolve()).toMatchObject({ email });
      const thief = visitor(3);
      provider.faults.otherPerson = person.sub;
      expect(await logIn(thief, { ...person, sub: 'thief' })).toBe('/login?error=identity_unknown');
      expect(await thief.resolve()).toBeNull();
    } finally {
      delete provider.faults.otherPerson;
    }
  });

  it('says nothing about a person that counts here, whatever name it gives them', async () => {
    const readSelf = () =>
      fixture.database.pool.query('SELECT name, image FROM auth_users WHERE email = $1', [email]);
    const anna = await customer();
    const { rows } = await readSelf();
    await link(anna);
    expect(await logIn(visitor(2))).toBe('/dashboard');
    expect((await readSelf()).rows).toEqual(rows);
    expect(rows).toEqual([{ name: expect.not.stringContaining('Mallory'), image: null }]);
  });

  it('is refused when the states of two logins of one browser are swapped', async () => {
    await link(await customer());
    const phone = visitor(2);
    const first = provider.agree(await begin(phone, '/sign-in/social'), { ...person, sub: 'thief' });
    const second = provider.agree(await begin(phone, '/sign-in/social'), person);
    const state = first.searchParams.get('state') ?? '';
    first.searchParams.set('state', second.searchParams.get('state') ?? '');
    second.searchParams.set('state', state);
    for (const back of [first, second])
      expect(await comeBack(phone, back)).toMatch(/^\/login\?error=provider_/);
    expect(await phone.resolve()).toBeNull();
  });

  it.each([
    ['nobody signed it', { unsigned: true }],
    ['it is over', { expired: true }],
    ['it was made for another login', { nonce: 'another' }],
    ['it was made by another provider', { issuer: 'https://evil.example' }],
    ['it was made for another client', { audience: 'somebody-else' }],
    ['it was signed by another key', { strangeKey: true }],
  ])('refuses an id_token: %s', async (_what, faults) => {
    await link(await customer());
    const phone = visitor(2);
    Object.assign(provider.faults, faults);
    try {
      expect(await logIn(phone)).toBe('/login?error=provider_failed');
    } finally {
      for (const name of Object.keys(faults)) Reflect.deleteProperty(provider.faults, name);
    }
    expect(await phone.resolve()).toBeNull();
  });
});
