// @module-tag rounds
import { germanMessage, OPEN_REQUESTS_MAX, type RequestKind } from '@botdepot/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_INVARIANTS, ownAddress, verifyInvariants } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import { commands, createUser } from '../identity/account-world.ts';
import { expectCodes, expectFault, openPoolWithoutLocks, race } from '../races.ts';
import { rounds } from '../rounds.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const REPETITIONS = rounds({ short: 15, full: 60 });
const KINDS = ['deposit', 'withdrawal'] as const;
/** What one customer may ask for twenty times, and how it is called on screen. */
const ASKED = {
  deposit: { command: commands.deposit, noun: 'Einzahlungen' },
  withdrawal: { command: commands.withdraw, noun: 'Auszahlungen' },
};

type Person = ReturnType<Api['person']>;

let fixture: ServerFixture;
let api: Api;
let admin: Person;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  admin = api.person('admin');
});
afterAll(() => fixture.close());

/** A customer with money and so many open requests of a kind. */
async function customerWith(open: number, kind: RequestKind): Promise<Person> {
  const customer = await createUser(fixture, '1000');
  await fixture.runWork(customer, async (work) => {
    for (let made = 0; made < open; made++) await ASKED[kind].command(customer, '5').run(work);
  });
  return api.person('user', customer.userId);
}

const ask = (as: Person, kind: RequestKind, key: string = newId()): Promise<ApiAnswer> =>
  api.call('POST', `/api/${kind}s`, {
    as,
    key,
    body: {
      amountUsd: '5',
      cryptoCurrency: 'BTC',
      ...(kind === 'withdrawal' && { withdrawalAddress: ownAddress('BTC', as.userId) }),
    },
  });

async function idsOf(as: Person, kind: RequestKind): Promise<string[]> {
  const { body } = await api.call('GET', `/api/${kind}s?status=pending&pageSize=100`, { as });
  return (body.items as { id: string }[]).map(({ id }) => id);
}

const refusalOf = (kind: RequestKind) => ({
  status: 409,
  body: { code: 'TOO_MANY_OPEN_REQUESTS', data: { kind, limit: '20' } },
});

describe.each(KINDS)('open requests of one customer: %s', (kind) => {
  it('are twenty at most, and one more is refused in plain words and leaves nothing', async () => {
    const anna = await customerWith(OPEN_REQUESTS_MAX - 1, kind);
    expect((await ask(anna, kind)).status).toBe(201);
    const { body: before } = await api.call('GET', '/api/wallet', { as: anna });
    const refused = await ask(anna, kind);
    expect(refused).toMatchObject(refusalOf(kind));
    expect(germanMessage(String(refused.body.code), refused.body.data)).toBe(
      `Sie haben schon 20 offene ${ASKED[kind].noun}. Sobald eine entschieden oder storniert ist, geht es weiter.`,
    );
    expect((await api.call('GET', '/api/wallet', { as: anna })).body).toEqual(before);
    expect(await idsOf(anna, kind)).toHaveLength(OPEN_REQUESTS_MAX);
    const [other] = KINDS.filter((each) => each !== kind);
    expect((await ask(anna, other!)).status).toBe(201);
    expect((await ask(await customerWith(0, kind), kind)).status).toBe(201);
  });

  it('make room by every end: approved, rejected, cancelled', async () => {
    const anna = await customerWith(OPEN_REQUESTS_MAX, kind);
    for (const [who, path] of [
      [admin, `/api/admin/${kind}s/:id/approve`],
      [admin, `/api/admin/${kind}s/:id/reject`],
      [anna, `/api/${kind}s/:id/cancel`],
    ] as const) {
      expect(await ask(anna, kind)).toMatchObject(refusalOf(kind));
      const [id = ''] = await idsOf(anna, kind);
      const ended = await api.call('POST', path.replace(':id', id), { as: who, body: {} });
      expect(ended.status, path).toBe(200);
      expect((await ask(anna, kind)).status, path).toBe(201);
    }
    expect(await ask(anna, kind)).toMatchObject(refusalOf(kind));
  });

  it('are refused again under the same key, also once there is room', async () => {
    const anna = await customerWith(OPEN_REQUESTS_MAX, kind);
    const key = newId();
    const first = await ask(anna, kind, key);
    expect(first).toMatchObject(refusalOf(kind));
    const [id] = await idsOf(anna, kind);
    await api.call('POST', `/api/${kind}s/${id}/cancel`, { as: anna, body: {} });
    const { status, body } = await ask(anna, kind, key);
    expect({ status, body }).toEqual({ status: first.status, body: first.body });
    expect((await ask(anna, kind)).status).toBe(201);
  });

  it('keep the team from nothing: all are decided on at once, and the wallet is corrected', async () => {
    const anna = await customerWith(OPEN_REQUESTS_MAX, kind);
    const correction = {
      email: `${anna.userId}@probe.example`,
      direction: 'credit',
      amountUsd: '5',
      reason: 'Kulanz',
    };
    const corrected = await api.call('POST', '/api/admin/wallet-corrections', {
      as: admin,
      body: correction,
    });
    expect(corrected.status).toBe(201);
    const ids = await idsOf(anna, kind);
    const { body } = await api.call('POST', `/api/admin/${kind}s/decide`, {
      as: admin,
      body: { ids, decision: 'approve' },
    });
    expect((body.items as { ok: boolean }[]).filter(({ ok }) => ok)).toHaveLength(OPEN_REQUESTS_MAX);
  });

  it('are named by the document of the API', async () => {
    const { body } = await api.call('GET', '/api/openapi.json');
    const paths = body.paths as Record<string, { post: { responses: Record<string, unknown> } }>;
    expect(JSON.stringify(paths[`/${kind}s`]?.post.responses[409])).toContain('TOO_MANY_OPEN_REQUESTS');
  });

  /** Three ask for the last place at once. */
  const contest = async (world: ServerFixture, pool: pg.Pool): Promise<string[]> => {
    const customer = await world.createCustomer('1000');
    await world.runWork(customer, async (work) => {
      for (let made = 1; made < OPEN_REQUESTS_MAX; made++) await ASKED[kind].command(customer, '5').run(work);
    });
    const one = { actor: customer, run: ASKED[kind].command(customer, '5').run };
    const outcomes = await race<unknown>(pool, [one, one, one]);
    return expectCodes(outcomes, 'TOO_MANY_OPEN_REQUESTS, TOO_MANY_OPEN_REQUESTS, ok');
  };

  it(`are never more for asking at once, ${REPETITIONS} times`, async () => {
    for (let round = 0; round < REPETITIONS; round++)
      expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
  });

  it('would be more without locks', () =>
    expectFault(openPoolWithoutLocks(fixture.url, 4), REPETITIONS, (pool) => contest(fixture, pool)));
});

describe('a customer without a wallet', () => {
  it('has no more than others for asking before there is one', async () => {
    const nobody = api.person('user');
    const answers = await Promise.all(
      Array.from({ length: OPEN_REQUESTS_MAX + 5 }, () => ask(nobody, 'deposit')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(OPEN_REQUESTS_MAX);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});

it('leave every invariant of the ledger as it was', async () => {
  const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
  expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
});
