import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { BotStrategies } from '../../src/modules/bots/index.ts';
import {
  ensureFourEyes,
  LEDGER_INVARIANTS,
  ownAddress,
  requestWithdrawal,
  verifyInvariants,
} from '../../src/modules/wallet/index.ts';
import type { SignedIn } from '../../src/platform/api.ts';
import { type ApiAnswer, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

export type Person = SignedIn & { token: string };

export const HOUR_MS = 3_600_000;
export const REASON = 'Doppelte Gebühr am 22.07.';
/** What the first admin writes to the second, and the second in turn. */
export const ASKED = 'Beleg liegt im Postfach';
export const SEEN = 'Beleg gesehen, Betrag stimmt';
export const emailOf = (userId: string): string => `${userId}@probe.example`;
/** What one admin alone hears from the threshold of this installation on. */
export const REFUSED = {
  status: 409,
  body: { code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '1000.00' } },
};

/** An installation with a threshold of 1.000,00 and admins who exist as users. */
export async function createFourEyesWorld(
  fixture: ServerFixture,
  options: { demo?: boolean; strategies?: BotStrategies } = {},
) {
  const api = createApi(fixture, options);
  const { pool } = fixture.database;
  await ensureFourEyes(fixture.database.db, {
    thresholdUsd: fromWire('1000'),
    needsSecondFactor: options.demo === false,
    now: fixture.clock.now(),
  });

  const addUser = (userId: string, role: 'user' | 'admin') =>
    pool.query(
      `INSERT INTO auth_users (id, name, email, role, two_factor_enabled) VALUES ($1, 'Probe', $2, $3, true)
       ON CONFLICT (id) DO NOTHING`,
      [userId, emailOf(userId), role],
    );
  const addAdmin = async (): Promise<Person> => {
    const admin = api.person('admin');
    await addUser(admin.userId, 'admin');
    return admin;
  };
  const demoteAll = () => pool.query(`UPDATE auth_users SET role = 'user' WHERE role = 'admin'`);
  const call = (as: Person, method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer> =>
    api.call(method, `/api/admin${path}`, {
      as,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    });
  return {
    api,
    addAdmin,
    call,
    /** The only admin there is from now on. */
    async onlyAdmin(): Promise<Person> {
      await demoteAll();
      return addAdmin();
    },
    /** The only admins there are from now on. */
    async onlyTwoAdmins(): Promise<[Person, Person]> {
      await demoteAll();
      return [await addAdmin(), await addAdmin()];
    },
    async setThreshold(thresholdUsd: string | null): Promise<void> {
      await pool.query('UPDATE four_eyes_settings SET threshold_usd = $1', [thresholdUsd]);
    },
    async setDepositThreshold(thresholdUsd: string | null): Promise<void> {
      await pool.query('UPDATE four_eyes_settings SET deposit_threshold_usd = $1', [thresholdUsd]);
    },
    async customer(amountUsd: string) {
      const customer = await fixture.createCustomer(amountUsd);
      await addUser(customer.userId, 'user');
      return { ...customer, email: emailOf(customer.userId) };
    },
    async withdrawal(owner: ServerFixture['admin'] & { userId: string }, amountUsd: string): Promise<string> {
      const { id } = await fixture.runWork(owner, (work) =>
        requestWithdrawal(work, {
          userId: owner.userId,
          amountUsd,
          cryptoCurrency: 'BTC',
          withdrawalAddress: ownAddress('BTC', owner.userId),
        }),
      );
      return id;
    },
    correction: (email: string, amountUsd: string, direction = 'credit') => ({
      email,
      amountUsd,
      direction,
      reason: REASON,
    }),
    ask: (as: Person, kind: string, input: unknown, key?: string) =>
      call(as, 'POST', '/approvals', { kind, input, ...(kind !== 'threshold' && { note: ASKED }) }, key),
    approve: (as: Person, id: unknown, key?: string) =>
      call(as, 'POST', `/approvals/${id}/approve`, { note: SEEN }, key),
    async totalOf(userId: string): Promise<string> {
      const { rows } = await pool.query<{ usd_balance: string }>(
        'SELECT usd_balance FROM user_wallets WHERE user_id = $1',
        [userId],
      );
      return Number(rows[0]?.usd_balance).toFixed(2);
    },
    async countTransfers(kind: string): Promise<number> {
      const { rows } = await pool.query<{ n: string }>(
        'SELECT count(*) AS n FROM ledger_transfers WHERE kind = $1',
        [kind],
      );
      return Number(rows[0]?.n);
    },
    async audit(subjectId: string): Promise<unknown[]> {
      const { rows } = await pool.query(
        'SELECT actor_id, action, after FROM audit_log WHERE subject_id = $1 ORDER BY seq',
        [subjectId],
      );
      return rows;
    },
    async expectSound(): Promise<void> {
      const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
      expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
    },
  };
}

export type FourEyesWorld = Awaited<ReturnType<typeof createFourEyesWorld>>;

// They belong to the test that runs: an import always reads the current value.
export let fixture: ServerFixture;
export let world: FourEyesWorld;
export let first: Person;
export let second: Person;

/** Gives a test file an installation of its own, and each of its tests two admins who may act and a threshold of 1.000,00. */
export function setUpFourEyes(): void {
  beforeAll(async () => {
    fixture = await createServerFixture();
    world = await createFourEyesWorld(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    // Who was made admin or removed a day ago is settled.
    fixture.clock.advance(30 * HOUR_MS);
    [first, second] = await world.onlyTwoAdmins();
    await world.setThreshold('1000');
  });
}

export const correct = (as: Person, email: string, amountUsd: string, direction = 'credit') =>
  world.call(as, 'POST', '/wallet-corrections', world.correction(email, amountUsd, direction));

/** A correction that waits. */
export async function asked(amountUsd = '2500', direction = 'credit', wallet = '5000') {
  const customer = await world.customer(wallet);
  const answer = await world.ask(first, 'correction', world.correction(customer.email, amountUsd, direction));
  expect(answer.status).toBe(201);
  return { customer, id: String(answer.body.id), answer };
}

/** The same admin, who has just said again who they are. */
export const fresh = (person: Person): Person => world.api.person('admin', person.userId);
