// @module-tag rounds
import { DomainError, type RequestKind } from '@botdepot/contract';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approveDeposit,
  cancelDeposit,
  claimRequest,
  endClaim,
  LEDGER_INVARIANTS,
  ownAddress,
  requestDeposit,
  requestWithdrawal,
  verifyInvariants,
} from '../../src/modules/wallet/index.ts';
import type { Actor, Work } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { expectCodes, expectFaultUnguarded, race } from '../races.ts';
import { rounds } from '../rounds.ts';
import { createServerFixture, personActor, type ServerFixture } from '../server-fixture.ts';

const REPETITIONS = rounds({ short: 12, full: 60 });

type Person = Actor & { userId: string };
type Contest = (fixture: ServerFixture, pool: pg.Pool) => Promise<string[]>;

async function admins(fixture: ServerFixture, howMany: number): Promise<Person[]> {
  const people = Array.from({ length: howMany }, () => personActor('admin'));
  for (const { userId } of people)
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role) VALUES ($1, $2, $3, 'admin')`,
      [userId, `Team ${userId.slice(-4)}`, `${userId}@probe.example`],
    );
  return people;
}

async function deposit(fixture: ServerFixture, customer: Person, amountUsd = '50'): Promise<string> {
  const { id } = await fixture.runWork(customer, (work) =>
    requestDeposit(work, { userId: customer.userId, amountUsd, cryptoCurrency: 'USDT' }),
  );
  return id;
}

const claiming = (actor: Actor, id: string, takeOver = false) => ({
  actor,
  run: async (work: Work): Promise<unknown> => {
    const { claim, decision } = await claimRequest(work, { kind: 'deposit', id, takeOver });
    // Told of in an answer; of a race it is the end.
    if (decision) throw DomainError.of('ALREADY_DECIDED', decision);
    return claim;
  },
});
const approving = (actor: Actor, id: string) => ({
  actor,
  run: async (work: Work): Promise<unknown> => {
    await endClaim(work, { kind: 'deposit', id });
    return approveDeposit(work, { id });
  },
});

async function holdersOf(fixture: ServerFixture, id: string): Promise<string[]> {
  const { rows } = await fixture.database.pool.query<{ claimed_by: string }>(
    'SELECT claimed_by FROM request_claims WHERE request_id = $1',
    [id],
  );
  return rows.map((row) => row.claimed_by);
}

const contests: Record<string, Contest> = {
  'three admins open one request': async (fixture, pool) => {
    const id = await deposit(fixture, await fixture.createCustomer());
    const team = await admins(fixture, 3);
    const outcomes = await race(
      pool,
      team.map((actor) => claiming(actor, id)),
    );
    const told = new Set(
      outcomes.map((outcome) => (outcome.ok ? (outcome.result as { userId: string }).userId : outcome.code)),
    );
    const holders = await holdersOf(fixture, id);
    return told.size === 1 && holders.length === 1 && told.has(holders[0] ?? '')
      ? []
      : [`told: ${[...told].join()}, holds: ${holders.join()}`];
  },
  'one admin decides while another takes the request over': async (fixture, pool) => {
    const id = await deposit(fixture, await fixture.createCustomer());
    const [first, second] = await admins(fixture, 2);
    await fixture.runWork(first!, claiming(first!, id).run);
    const outcomes = await race(
      pool,
      [approving(first!, id), claiming(second!, id, true)],
      new Date('2000-01-01'),
    );
    return expectCodes(outcomes, 'ALREADY_DECIDED, ok', 'REQUEST_CLAIMED, ok');
  },
};

describe('races for a request of the queue', () => {
  let fixture: ServerFixture;
  let api: Api;
  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
  });
  afterAll(() => fixture.close());

  it.each(Object.entries(contests))(`have one winner, ${REPETITIONS} times: %s`, async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round++)
      expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
  });

  it('of whole selections that overlap book each row once (a failure prints its seed)', async () => {
    const share = fc.array(fc.nat(9), { minLength: 1, maxLength: 10 });
    const selection = fc.record({ share, decision: fc.constantFrom('approve' as const, 'reject' as const) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<RequestKind>('deposit', 'withdrawal'),
        fc.array(selection, { minLength: 2, maxLength: 4 }),
        fc.array(fc.nat(9), { maxLength: 3 }),
        async (kind, selections, cancelled) => {
          const customers = await Promise.all([1, 2].map(() => fixture.createCustomer('1000')));
          const ids: string[] = [];
          for (let index = 0; index < 10; index++) {
            const customer = customers[index % 2]!;
            ids.push(
              kind === 'deposit'
                ? await deposit(fixture, customer, '10')
                : (await fixture.runWork(customer, (work) => requestWithdrawal(work, withdrawalOf(customer))))
                    .id,
            );
          }
          const cancels = kind === 'deposit' ? [...new Set(cancelled)] : [];
          const answers = await Promise.all([
            ...selections.map(({ share: places, decision }) =>
              api.call('POST', `/api/admin/${kind}s/decide`, {
                as: api.person('admin'),
                body: { ids: [...new Set(places)].map((place) => ids[place]), decision },
              }),
            ),
            ...cancels.map((place) =>
              fixture
                .runWork(customers[place % 2]!, (work) =>
                  cancelDeposit(work, { id: ids[place]!, userId: customers[place % 2]!.userId }),
                )
                .then(
                  () => null,
                  () => null,
                ),
            ),
          ]);
          const outcomes = answers.flatMap(
            (answer) => (answer?.body.items ?? []) as { id: string; ok: boolean; code?: string }[],
          );
          const wins = new Map<string, number>();
          for (const { id, ok } of outcomes) wins.set(id, (wins.get(id) ?? 0) + (ok ? 1 : 0));
          const { rows } = await fixture.database.pool.query<{ id: string; status: string; n: number }>(
            `SELECT r.id, r.status, (SELECT count(*)::int FROM ledger_transfers t WHERE t.reference_id = r.id
               AND t.kind IN ('deposit_approved', 'withdrawal_approved', 'withdrawal_released')) AS n
             FROM crypto_${kind}s r WHERE r.id = ANY($1::uuid[])`,
            [ids],
          );
          for (const row of rows) {
            const books = kind === 'withdrawal' ? row.status !== 'pending' : row.status === 'approved';
            expect(row.n, row.status).toBe(books ? 1 : 0);
            expect(wins.get(row.id) ?? 0, row.status).toBe(
              ['approved', 'rejected'].includes(row.status) ? 1 : 0,
            );
          }
          expect(outcomes.filter(({ ok, code }) => !ok && code !== 'ALREADY_DECIDED')).toEqual([]);
        },
      ),
      { numRuns: rounds({ short: 8, full: 25 }) },
    );
    const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
    expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
  });
});

const withdrawalOf = ({ userId }: Person) => ({
  userId,
  amountUsd: '10',
  cryptoCurrency: 'BTC' as const,
  withdrawalAddress: ownAddress('BTC', userId),
});

describe('the same races without locks', () => {
  it.each(Object.entries(contests))('turn red: %s', async (_name, contest) =>
    expectFaultUnguarded(await createServerFixture(), REPETITIONS, contest),
  );
});
