// Lists of somebody with a long history: a page reads its own rows, not those before it.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../src/modules/notifications/index.ts';
import {
  approveDeposit,
  HOUSE_ACCOUNTS,
  postTransfer,
  requestDeposit,
} from '../../src/modules/wallet/index.ts';
import { type Actor, newId } from '../../src/platform/work.ts';
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import { countRowsRead, recordStatements } from '../rows-read.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const CORRECTIONS = 400;
const DEPOSITS = 25;
const PAGE = 10;
/** A booking names its entries on both sides with their accounts, its request and the balances after it. */
const BOOKING = 14;

let fixture: ServerFixture;
let api: Api;
let statements: ReturnType<typeof recordStatements>;
let client: pg.Client;
let customer: Actor & { userId: string };
let as: { token: string };

beforeAll(async () => {
  fixture = await createServerFixture();
  statements = recordStatements(fixture.database.pool);
  client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
  api = createApi(fixture);
  customer = await fixture.createCustomer('1000');
  as = api.person('user', customer.userId);
  for (let number = 1; number <= DEPOSITS; number++) {
    fixture.clock.advance(1_000);
    const { id } = await fixture.runWork(customer, (work) =>
      requestDeposit(work, { userId: customer.userId, amountUsd: '5', cryptoCurrency: 'BTC' }),
    );
    await fixture.runWork(fixture.admin, (work) => approveDeposit(work, { id }));
  }
  for (let first = 0; first < CORRECTIONS; first += 100) {
    fixture.clock.advance(86_400_000);
    await fixture.runWork(fixture.admin, async (work) => {
      for (let number = first + 1; number <= first + 100; number++) await correct(work, number);
    });
  }
  await fixture.database.pool.query('VACUUM ANALYZE');
});
afterAll(async () => {
  await client.end();
  await fixture.close();
});

async function correct(work: Parameters<typeof postTransfer>[0], number: number): Promise<void> {
  await postTransfer(work, {
    kind: 'wallet_corrected',
    referenceId: newId(),
    description: `Kulanz ${number}.`,
    customer: { userId: customer.userId, available: 10_000n, reserved: 0n },
    counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -10_000n }],
  });
  await notify(work, {
    event: 'wallet_correction',
    userId: customer.userId,
    title: `Kulanz ${number}.`,
    message: '',
    type: 'success',
    subject: 'wallet',
    subjectId: null,
  });
}

async function read(path: string): Promise<ApiAnswer['body'] & { items: { id: string }[]; total: number }> {
  const { status, body } = await api.call('GET', `/api${path}`, { as });
  expect(status, path).toBe(200);
  // What the contract says of a page.
  return body as Awaited<ReturnType<typeof read>>;
}

/** Rows of tables that were really read. Counts that an index answers alone are left out: they say how many pages there are. */
async function rowsRead(path: string): Promise<number> {
  const { rows } = await countRowsRead(client, await statements.during(() => read(path)));
  return rows;
}

describe('a long list', () => {
  it.each([
    ['the newest bookings', '/wallet/transactions', BOOKING],
    [
      'the oldest bookings',
      `/wallet/transactions?page=${Math.ceil((CORRECTIONS + DEPOSITS + 1) / 10)}`,
      BOOKING,
    ],
    ['the newest notifications', '/notifications', 1],
    ['a page of notifications', '/notifications/all?pageSize=10', 1],
    ['the unread notifications', '/notifications/all?unread=true&pageSize=10', 1],
    ['the newest deposits', '/deposits', 1],
    ['the credited deposits', '/deposits?status=approved', 1],
    ['the rejected deposits, none of all', '/deposits?status=rejected', 1],
    ['the wallet with what is pending', '/wallet', 1],
  ])('reads the rows of a page and what they name, not the history: %s', async (_what, path, each) => {
    // And a few, like the wallet.
    expect(await rowsRead(path)).toBeLessThanOrEqual(PAGE * each + 5);
  });

  it('reads no booking that is older than the period', async () => {
    fixture.clock.advance(40 * 86_400_000);
    expect(await rowsRead('/wealth?range=1m')).toBeLessThan(10);
    expect(await rowsRead('/wallet/statements/2026-04')).toBeLessThan(10);
  });

  it('reads the bookings of a period for its list and its sum, not those before or after', async () => {
    const { rows } = await fixture.database.pool.query<{ first: Date; last: Date }>(
      `SELECT min(created_at) AS first, max(created_at) AS last FROM ledger_transfers
       WHERE user_id = $1 AND kind = 'deposit_approved'`,
      [customer.userId],
    );
    const period = `after=${rows[0]?.first.toISOString()}&until=${rows[0]?.last.toISOString()}`;
    const list = `/wallet/transactions?kind=deposit_approved&${period}`;
    expect((await read(list)).total).toBe(DEPOSITS);
    expect(await rowsRead(list)).toBeLessThanOrEqual(2 * DEPOSITS + PAGE * BOOKING);
    expect(await rowsRead(`/wallet/transactions/sum?kind=deposit_approved&${period}`)).toBeLessThanOrEqual(
      DEPOSITS * 5 + 5,
    );
  });

  it('shows every booking once over all its pages, newest first, whatever filters it', async () => {
    const walk = async (filter: string, pages: number) => {
      const ids: string[] = [];
      for (let page = 1; page <= pages; page++)
        ids.push(
          ...(await read(`/wallet/transactions?pageSize=100&page=${page}${filter}`)).items.map(
            ({ id }) => id,
          ),
        );
      return ids;
    };
    const { rows } = await fixture.database.pool.query<{ id: string; kind: string; description: string }>(
      'SELECT id, kind, description FROM ledger_transfers WHERE user_id = $1 ORDER BY seq DESC',
      [customer.userId],
    );
    expect(rows).toHaveLength(CORRECTIONS + DEPOSITS + 1);
    expect(await walk('', 5)).toEqual(rows.map(({ id }) => id));
    const ofKind = rows.filter(({ kind }) => kind === 'deposit_approved');
    expect(await walk('&kind=deposit_approved', 2)).toEqual(ofKind.map(({ id }) => id));
    const found = rows.filter(({ description }) => description.includes('Kulanz 3'));
    expect(found.length).toBeGreaterThan(100);
    expect(await walk('&search=Kulanz%203', 2)).toEqual(found.map(({ id }) => id));
  });
});

it('no index is sorted in an order that no list asks for', async () => {
  // Drizzle writes `.desc()` of an index as DESC NULLS LAST, and `desc()` of a query as DESC, which is NULLS FIRST.
  const { rows } = await fixture.database.pool.query<{ name: string }>(`
    SELECT indexrelid::regclass::text AS name FROM pg_index, unnest(indoption::int2[]) AS option
    WHERE option & 3 = 1 AND indrelid::regclass::text !~ '^pg_'`);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
