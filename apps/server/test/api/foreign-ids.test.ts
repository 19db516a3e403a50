// Whatever a customer may name by its id: what belongs to somebody else answers exactly as what does not exist.
import { contract } from '@botdepot/contract';
import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startBot } from '../../src/modules/bots/index.ts';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { listOperations } from '../contract-operations.ts';
import { certify } from '../testbench/live-world.ts';
import { OWN_BOT } from '../testbench/testbench-world.ts';

type Thing =
  | 'deposit'
  | 'withdrawal'
  | 'transfer'
  | 'investment'
  | 'notification'
  | 'chat'
  | 'ownBot'
  | 'ownBotOrder'
  | 'ownBotFill';

interface Probe {
  /** The field of the input that names something. */
  field: string;
  things: readonly Thing[];
  /** How both answer. A list that is cut to an id is empty; everything else does not exist. */
  status: 200 | 404;
  /** What else the operation needs. */
  body?: () => object;
}

const chat = (body?: () => object): Probe => ({
  field: 'id',
  things: ['chat'],
  status: 404,
  ...(body && { body }),
});
const own = (thing: Thing, field = 'id'): Probe => ({ field, things: [thing], status: 404 });

const PROBES: Record<string, Probe> = {
  'wallet.listTransactions': {
    field: 'referenceId',
    things: ['deposit', 'withdrawal', 'investment'],
    status: 200,
  },
  'wallet.getTransactionSum': {
    field: 'referenceId',
    things: ['deposit', 'withdrawal', 'investment'],
    status: 200,
  },
  'wallet.getTransfer': own('transfer'),
  'wallet.getDeposit': own('deposit'),
  'wallet.cancelDeposit': own('deposit'),
  'wallet.getWithdrawal': own('withdrawal'),
  'wallet.cancelWithdrawal': own('withdrawal'),
  'bots.getInvestment': own('investment'),
  'bots.listInvestmentFills': own('investment'),
  'bots.listTradingRecords': own('investment'),
  'bots.stopBot': own('investment'),
  'testbench.getOwnBot': own('ownBot'),
  'testbench.updateOwnBot': { ...own('ownBot'), body: () => ({ ...OWN_BOT, name: 'Fremd', version: 1 }) },
  'testbench.createOwnBotVersion': { ...own('ownBot'), body: () => ({ version: 1 }) },
  'testbench.getOwnBotCurve': own('ownBot'),
  'testbench.getOwnBotRecord': own('ownBot'),
  'testbench.getOwnBotResult': own('ownBot'),
  'testbench.runOwnBacktest': { ...own('ownBot'), body: () => ({ version: 1 }) },
  'testbench.certifyOwnBot': { ...own('ownBot'), body: () => ({ version: 1 }) },
  'testbench.openTestPeriod': { ...own('ownBot'), body: () => ({ version: 1 }) },
  'testbench.deleteOwnBot': own('ownBot'),
  'testbench.startOwnBot': { ...own('ownBot'), body: () => ({ version: 1, amountUsd: '10' }) },
  'testbench.stopOwnBot': own('ownBot'),
  'testbench.cancelOwnBotOrder': own('ownBotOrder'),
  'testbench.listOwnBotOrders': own('ownBot'),
  'testbench.listOwnBotRuns': own('ownBot'),
  'testbench.listOwnBotFills': own('ownBot'),
  'testbench.explainDecision': own('ownBotFill'),
  'testbench.listOwnBotStrikes': own('ownBot'),
  'testbench.listOwnBotProtocol': own('ownBot'),
  'notifications.readNotification': own('notification'),
  'support.listSupportMessages': chat(),
  'support.sendSupportMessage': chat(() => ({ clientId: newId(), message: 'Guten Tag' })),
  'support.closeSupportChat': chat(),
  'support.markSupportRead': chat(() => ({ seq: 1 })),
  'support.sendTranscript': chat(),
};

/** Ids that the caller makes up, so they name nothing that is there. */
const MADE_UP = new Set(['clientId']);

/** Who works for the house may see what is everybody's; mails are files of the demo, and their own test says who sees them. */
const NOT_OF_CUSTOMERS = new Set(['admin', 'supportDesk', 'mailbox']);

/** Operations of customers whose input has an id, and those fields. */
function operationsWithIds(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [module, operations] of Object.entries(contract)) {
    if (NOT_OF_CUSTOMERS.has(module)) continue;
    for (const [operation, procedure] of Object.entries(operations)) {
      const schema = isContractProcedure(procedure) ? procedure['~orpc'].inputSchema : undefined;
      if (!(schema instanceof z.ZodType)) continue;
      const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      const fields = Object.entries(properties)
        .filter(([name, field]) => JSON.stringify(field).includes('"uuid"') && !MADE_UP.has(name))
        .map(([name]) => name);
      if (fields.length > 0) found.set(`${module}.${operation}`, fields);
    }
  }
  return found;
}

let fixture: BotsFixture;
let api: Api;
/** What one customer has, one of each. */
let things: Record<Thing, string>;
let owner: { token: string };
let stranger: { token: string };

beforeAll(async () => {
  fixture = await createBotsFixture();
  // An installation that can send mail: otherwise a transcript is refused before anybody looks whose it is.
  api = createApi(fixture, {
    mail: { transport: 'smtp', send: async () => undefined, close: () => undefined },
  });
  await fixture.run(12);
  const customer = await fixture.createCustomer('1000');
  const { userId } = customer;
  owner = api.person('user', userId);
  // Somebody with a wallet: an answer must not tell from a missing one either.
  stranger = api.person('user', (await fixture.createCustomer('1000')).userId);

  const create = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await api.call('POST', path, { as: owner, body });
    expect(answer.status, path).toBe(201);
    return answer.body;
  };
  const deposit = await create('/api/deposits', { amountUsd: '20', cryptoCurrency: 'BTC' });
  const withdrawal = await create('/api/withdrawals', {
    amountUsd: '30',
    cryptoCurrency: 'BTC',
    withdrawalAddress: ownAddress('BTC', userId),
  });
  await fixture.tick();
  const investment = await fixture.runWork(customer, (work) =>
    startBot(work, { userId, botType: 'smartbot', amountUsd: '100' }),
  );
  const told = await api.call('GET', '/api/notifications', { as: owner });
  things = {
    deposit: String(deposit.id),
    withdrawal: String(withdrawal.id),
    transfer: String(withdrawal.reservationTransferId),
    investment: investment.id,
    notification: z.array(z.object({ id: z.string() })).parse(told.body.items)[0]?.id ?? '',
    chat: String((await create('/api/support/chats', {})).id),
    ownBot: String((await create('/api/own-bots', OWN_BOT)).id),
    ownBotOrder: await orderStart(create),
    ownBotFill: await insertFill(investment.id),
  };
});
afterAll(() => fixture.close());

/** Of another bot, which is certified. */
async function orderStart(
  create: (path: string, body: object) => Promise<Record<string, unknown>>,
): Promise<string> {
  const id = String((await create('/api/own-bots', OWN_BOT)).id);
  await api.call('POST', `/api/own-bots/${id}/versions`, { as: owner, body: { version: 1 } });
  await certify(fixture, id, 1);
  return String((await create(`/api/own-bots/${id}/start`, { version: 1, amountUsd: '10' })).id);
}

/** Of the house: how somebody else's is answered, with a bot that really traded, `live-explain.test.ts` shows. */
async function insertFill(investmentId: string): Promise<string> {
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    `INSERT INTO bot_fills (id, portfolio_id, bar_at, nav_seq, sequence, filled_at, symbol, side, quantity, price, mid_price, fee,
       spread, slippage, financing, realised, units_after, reason, decision, phase)
     SELECT $2, portfolio_id, now(), 1, 99, now(), 'EUR/USD', 'buy', 1, 1, 1, 0, 0, 0, 0, 0, 1, 'entry', 1, 'live'
     FROM bot_investments WHERE id = $1 RETURNING id`,
    [investmentId, newId()],
  );
  return rows[0]!.id;
}

async function ask(name: string, id: string, as: { token: string }): Promise<ApiAnswer> {
  const operation = listOperations().find((candidate) => candidate.name === name);
  const probe = PROBES[name];
  if (!operation || !probe) throw new Error(`unknown operation ${name}`);
  const place = `{${probe.field}}`;
  const path = operation.path.includes(place)
    ? operation.path.replace(place, id)
    : `${operation.path}?${probe.field}=${id}`;
  return api.call(operation.method, `/api${path}`, {
    as,
    ...(operation.method === 'POST' ? { body: probe.body?.() ?? {} } : {}),
  });
}

/** Everything of the owner that another customer could have touched. */
async function readOwn(): Promise<unknown[]> {
  const paths = [
    '/api/wallet',
    `/api/deposits/${things.deposit}`,
    `/api/withdrawals/${things.withdrawal}`,
    '/api/wallet/transactions',
    `/api/bot-investments/${things.investment}`,
    '/api/notifications',
    `/api/support/chats/${things.chat}/messages`,
    `/api/own-bots/${things.ownBot}`,
  ];
  return Promise.all(
    paths.map(async (path) => {
      const { status, body } = await api.call('GET', path, { as: owner });
      expect(status, path).toBe(200);
      return body;
    }),
  );
}

describe('what belongs to somebody else', () => {
  it('is probed with every operation of customers that takes an id', () => {
    const fields = Object.fromEntries(
      [...operationsWithIds()].map(([name, [first, ...more]]) => {
        expect(more, `${name} has one such field`).toEqual([]);
        return [name, first];
      }),
    );
    expect(fields).toEqual(
      Object.fromEntries(Object.entries(PROBES).map(([name, { field }]) => [name, field])),
    );
  });

  it.each(Object.entries(PROBES))(
    'answers to %s as what does not exist',
    async (name, { things: named, status }) => {
      const before = await readOwn();
      const unknown = await ask(name, newId(), stranger);
      expect(unknown.status).toBe(status);
      for (const thing of named) {
        const foreign = await ask(name, things[thing], stranger);
        expect(
          { status: foreign.status, body: JSON.stringify(foreign.body), type: typeOf(foreign) },
          thing,
        ).toEqual({ status: unknown.status, body: JSON.stringify(unknown.body), type: typeOf(unknown) });
      }
      expect(await readOwn(), 'nothing of it was changed').toEqual(before);
    },
  );

  it('does exist for its owner: the same questions are answered', async () => {
    for (const name of [
      'wallet.getTransfer',
      'wallet.getDeposit',
      'wallet.getWithdrawal',
      'bots.getInvestment',
      'bots.listInvestmentFills',
      'bots.listTradingRecords',
      'notifications.readNotification',
      'support.listSupportMessages',
      'testbench.getOwnBot',
      'testbench.createOwnBotVersion',
      'testbench.getOwnBotResult',
    ]) {
      const [thing] = PROBES[name]?.things ?? [];
      const { status } = await ask(name, thing ? things[thing] : '', owner);
      expect(status, name).toBe(200);
    }
  });
});

const typeOf = ({ headers }: ApiAnswer) => headers.get('content-type');
