// @module-tag rounds
import type { Deposit } from '@botdepot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT_PARTS } from '../../src/account-parts.ts';
import { deleteAccount } from '../../src/modules/identity/account/delete-account.ts';
import {
  approveDeposit,
  deleteOldWelcomes,
  LEDGER_INVARIANTS,
  requestDeposit,
  verifyInvariants,
} from '../../src/modules/wallet/index.ts';
import type { Actor } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createIdentityFixture, type IdentityFixture, Visitor } from '../identity/identity-fixture.ts';
import { createSmtpInbox, type SmtpInbox } from '../notifications/smtp-inbox.ts';
import { rounds } from '../rounds.ts';

const PASSWORD = 'regenschirm mondlicht 41';
const RULE = { DEMO: '0', AUTH_SECRET: 'x'.repeat(32), WELCOME_DEPOSIT_USD: '1000' };

let fixture: IdentityFixture;
let api: Api;
let serial = 0;
let email: string;

const visitor = (of = fixture): Visitor => new Visitor(of, `10.40.${serial}.1`);
const signUp = (who: Visitor, address = email) =>
  who.post('/sign-up/email', { email: address, password: PASSWORD });
const signIn = (who: Visitor, address = email) =>
  who.post('/sign-in/email', { email: address, password: PASSWORD });

async function ask<Body>(who: Visitor, path: string): Promise<Body> {
  const { status, body } = await api.call('GET', `/api${path}`, { headers: Object.fromEntries(who.headers) });
  expect(status, path).toBe(200);
  return body as Body;
}

const depositsOf = async (who: Visitor) => (await ask<{ items: Deposit[] }>(who, '/deposits')).items;
const balanceOf = async (who: Visitor) => (await ask<{ available: string }>(who, '/wallet')).available;

async function actorOf(who: Visitor): Promise<Actor> {
  const session = await fixture.auth.resolveSession(who.headers);
  if (!session) throw new Error('not logged in');
  return { ...session, requestId: 'test' };
}

beforeAll(async () => {
  fixture = await createIdentityFixture(RULE);
  api = createApi(fixture, { auth: fixture.auth });
});
const broken = async () =>
  (await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS))
    .filter(({ violations }) => violations > 0)
    .map(({ name, sample }) => ({ name, sample }));

afterAll(async () => {
  expect(await broken()).toEqual([]);
  await fixture.close();
});
beforeEach(() => {
  serial += 1;
  email = `neu-${serial}@beispiel.example`;
});

describe('the first deposit, where the installation grants it', () => {
  it('is there with the first session: an ordinary deposit that the system has approved', async () => {
    const anna = visitor();
    await signUp(anna);
    expect(await balanceOf(anna)).toBe('1000.00');
    const [deposit, ...others] = await depositsOf(anna);
    expect(others).toEqual([]);
    expect(deposit).toMatchObject({
      amountUsd: '1000.00',
      cryptoCurrency: 'USDT',
      status: 'approved',
      granted: true,
    });

    const booked = await ask<{ items: object[] }>(anna, '/wallet/transactions');
    expect(booked.items).toEqual([
      expect.objectContaining({ kind: 'deposit_approved', amount: '1000.00', referenceId: deposit?.id }),
    ]);
    const told = await ask<{ items: object[] }>(anna, '/notifications');
    expect(told.items).toEqual([
      expect.objectContaining({ title: 'Einzahlung gutgeschrieben', subjectId: deposit?.id }),
    ]);
    const { rows: audit } = await fixture.database.pool.query(
      'SELECT action, actor_id, actor_role FROM audit_log WHERE subject_id = $1 ORDER BY seq',
      [deposit?.id],
    );
    expect(audit).toEqual(
      ['deposit.request', 'deposit.approve'].map((action) => ({
        action,
        actor_id: null,
        actor_role: 'system',
      })),
    );
  });

  it('comes once, however many logins there are at the same moment', async () => {
    for (let round = 0; round < rounds({ short: 3, full: 25 }); round++) {
      serial += 1;
      email = `neu-${serial}@beispiel.example`;
      const owner = visitor();
      await whileNothingCanBeGranted(() => signUp(owner));
      const browsers = Array.from({ length: 6 }, () => visitor());
      await Promise.all(browsers.map((browser) => signIn(browser)));
      expect(await depositsOf(owner)).toHaveLength(1);
      expect(await balanceOf(owner)).toBe('1000.00');
    }
  });

  it('does not come to who has announced one before, whatever became of it', async () => {
    const anna = visitor();
    await signUp(anna);
    const [granted] = await depositsOf(anna);
    await signIn(anna);
    await signIn(visitor());
    expect(await depositsOf(anna)).toEqual([granted]);
  });

  it('is found in the books when it was somebody’s second', async () => {
    const anna = visitor();
    await signUp(anna);
    const { userId } = await actorOf(anna);
    const { admin } = fixture;
    const second = await fixture.runWork(await actorOf(anna), (work) =>
      requestDeposit(work, { userId: userId ?? '', amountUsd: '5', cryptoCurrency: 'USDT' }),
    );
    await fixture.runWork(admin, (work) => approveDeposit(work, { id: second.id }));
    const { pool } = fixture.database;
    await pool.query('UPDATE crypto_deposits SET approved_by = NULL WHERE id = $1', [second.id]);
    expect(await broken()).toEqual([{ name: 'granted-once', sample: [{ id: second.id }] }]);
    await pool.query('UPDATE crypto_deposits SET approved_by = $2 WHERE id = $1', [second.id, admin.userId]);
  });

  it('does not come to an admin', async () => {
    await fixture.auth.createUser({
      email,
      name: 'Chefin',
      role: 'admin',
      password: PASSWORD,
      demo: false,
    });
    const admin = visitor();
    await signIn(admin);
    const { rows } = await fixture.database.pool.query('SELECT 1 FROM crypto_deposits WHERE user_id = $1', [
      (await actorOf(admin)).userId,
    ]);
    expect(rows).toEqual([]);
  });

  it('does not come again to who deletes the account and opens it anew, but after a year', async () => {
    const anna = visitor();
    await signUp(anna);
    await fixture.runWork(await actorOf(anna), (work) => deleteAccount(work, ACCOUNT_PARTS.guards));
    const again = visitor();
    await signUp(again, email.toUpperCase());
    expect(await depositsOf(again)).toEqual([]);
    expect(await balanceOf(again)).toBe('0.00');

    await deleteOldWelcomes(fixture.database.db, new Date(Date.now() + 1000));
    await signIn(again);
    expect(await depositsOf(again)).toHaveLength(1);
  });

  it('keeps nothing of the address but a hash that one cannot make without the secret', async () => {
    await signUp(visitor());
    const { rows } = await fixture.database.pool.query('SELECT * FROM welcome_deposits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { person } of rows) expect(person).toMatch(/^[\w-]{43}$/);
  });

  it('that fails keeps nobody out, and is made up for at the next login', async () => {
    const anna = visitor();
    await whileNothingCanBeGranted(async () => {
      expect((await signUp(anna)).status).toBe(200);
      expect(await depositsOf(anna)).toEqual([]);
      expect(await balanceOf(anna)).toBe('0.00');
    });
    await signIn(anna);
    expect(await balanceOf(anna)).toBe('1000.00');
  });
});

describe('the first deposit elsewhere', () => {
  let inbox: SmtpInbox;
  beforeAll(async () => {
    inbox = await createSmtpInbox();
  });
  afterAll(() => inbox.goDown());

  it('waits for the address to be confirmed, where that is asked', async () => {
    const other = await createIdentityFixture({
      ...RULE,
      PUBLIC_URL: 'https://botdepot.example',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'Botdepot <post@botdepot.example>',
    });
    try {
      const count = async () =>
        (await other.database.pool.query('SELECT count(*)::int AS total FROM crypto_deposits')).rows[0].total;
      const anna = visitor(other);
      await signUp(anna);
      await other.settled();
      expect(await count()).toBe(0);
      const letter = inbox.received.at(-1)?.raw.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
      const [, link = ''] = /\/api\/auth(\/verify-email\?token=\S+)/.exec(letter) ?? [];
      expect((await anna.get(link)).status).toBe(302);
      expect(await count()).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('waits for an admin where there is no such rule', async () => {
    const plain = await createIdentityFixture({ ...RULE, WELCOME_DEPOSIT_USD: '0' });
    try {
      await signUp(visitor(plain));
      const { rows } = await plain.database.pool.query('SELECT 1 FROM crypto_deposits');
      expect(rows).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});

async function whileNothingCanBeGranted(run: () => Promise<unknown>): Promise<void> {
  const { pool } = fixture.database;
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON crypto_deposits FOR EACH ROW EXECUTE FUNCTION refuse()`);
  try {
    await run();
  } finally {
    await pool.query('DROP TRIGGER refuse ON crypto_deposits; DROP FUNCTION refuse');
  }
}
