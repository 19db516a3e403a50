// The server's wall clock is set: two hours back, and 400 days ahead, while it runs and across a restart. PostgreSQL keeps
// the machine's time: the product takes the time of every booking from its own clock.
import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { send, sendAs, sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import type { Operation } from './operations.ts';
import type { Entry, OperationsLedger } from './operations-ledger.ts';
import { type People, signInAgain } from './people.ts';
import { createPlan, type Plan } from './plan.ts';
import type { ServerProcess } from './server-process.ts';
import { countStrikes, until } from './two-replicas.ts';
import { openWorld, type World } from './world.ts';

const HOUR_MS = 3_600_000;
const BACK_MS = -2 * HOUR_MS;
const AHEAD_MS = 400 * 24 * HOUR_MS;
const AT_ONCE = 30;
const OPERATIONS = 150;
/** A price that calls itself fresh is no older than this, by the server's clock. */
const FRESH_MS = 15_000;

export const clock: Drill = {
  name: 'clock',
  title: 'die Uhr des Servers springt: −2 Stunden, zurück, +400 Tage, im Lauf und über einen Neustart',
  async run({ seed, note }) {
    const world = await openWorld({ preloads: ['shift-clock'], customers: 8, admins: 2 });
    try {
      const [server] = world.servers;
      if (!server) throw new Error('there is one');
      const faults: string[] = [];
      const figures: Record<string, string | number> = {};
      let offsetMs = 0;
      const plan = createPlan(seed, world.people);
      const earlier: Entry[] = [];
      const begin = async (name: string): Promise<() => Promise<void>> => {
        const ledger = await book(server, plan);
        const dishonest = await findDishonestPrices(server, offsetMs);
        return async () => {
          const send = (operation: Operation) => sendOperation(server.port, operation);
          const found = await examine(world, ledger, send, earlier);
          earlier.push(...ledger.entries());
          const order = await findBrokenOrder(server, world.people);
          faults.push(...[...found.faults, ...dishonest, ...order].map((fault) => `${name}: ${fault}`));
          figures[name] =
            `${ledger.in('acknowledged').length} bestätigt, ${ledger.in('unknown').length} ungewiss`;
          note(`${name}: ${figures[name]}`);
        };
      };
      const phase = async (name: string): Promise<void> => (await begin(name))();
      const set = (ms: number): void => {
        offsetMs = ms;
        server.tell({ drill: 'clock', offsetMs: ms });
      };

      await phase('richtige Zeit');
      set(BACK_MS);
      // Nothing moves until time has caught up, and nothing is booked at what stands still; the rest goes on.
      const examineBack = await begin('2 Stunden zurück');
      const ready = (await server.readiness())?.status;
      if (ready !== 503) faults.push(`2 Stunden zurück: /ready sagte ${ready}`);
      set(0);
      await server.untilReady();
      await untilStrike(world);
      await examineBack();
      await phase('wieder richtig');

      set(AHEAD_MS);
      await server.untilReady();
      faults.push(...(await findUnendedSessions(server, world.people)));
      await signInAll(server, world.people, offsetMs);
      await untilStrike(world);
      await phase('400 Tage voraus');
      await server.kill();
      await server.start({ DRILL_CLOCK_OFFSET_MS: String(AHEAD_MS) });
      await untilStrike(world);
      await phase('nach dem Neustart');
      return { figures, faults, struck: true };
    } finally {
      await world.close();
    }
  },
};

function book(server: ServerProcess, plan: Plan): Promise<OperationsLedger> {
  return runUnderLoad({
    plan,
    send: (operation) => sendOperation(server.port, operation),
    atOnce: AT_ONCE,
    strikeAfter: OPERATIONS,
    strike: async () => undefined,
  });
}

/** The bots go on: one more minute is struck. */
async function untilStrike({ sql }: World): Promise<void> {
  const before = await countStrikes(sql);
  await until('a strike after the clock was set', async () => (await countStrikes(sql)) > before);
}

async function findUnendedSessions(server: ServerProcess, people: People): Promise<string[]> {
  const wrong: string[] = [];
  for (const person of [...people.customers, ...people.admins]) {
    const { status } = await sendAs(server.port, person, { method: 'GET', path: '/api/wallet' });
    if (status !== 401) wrong.push(`400 Tage alte Sitzung von ${person.email}: ${status}`);
  }
  return wrong;
}

async function signInAll(
  server: ServerProcess,
  { customers, admins }: People,
  offsetMs: number,
): Promise<void> {
  await Promise.all([...customers, ...admins].map((person) => signInAgain(server.port, person, offsetMs)));
}

type Price = { symbol: string; lastUpdated: string; stale: boolean; session: string };

/** What calls itself open and not stale must be of now. */
async function findDishonestPrices(server: ServerProcess, offsetMs: number): Promise<string[]> {
  const { body } = await send(server.port, { method: 'GET', path: '/api/market-prices' });
  const answer = JSON.parse(body) as Price[] | { items: Price[] };
  const prices = Array.isArray(answer) ? answer : answer.items;
  if (prices.length === 0) return ['keine Kurse'];
  return prices
    .filter(({ session, stale }) => session === 'open' && !stale)
    .map(({ symbol, lastUpdated }) => ({
      symbol,
      ageMs: Date.now() + offsetMs - new Date(lastUpdated).getTime(),
    }))
    .filter(({ ageMs }) => Math.abs(ageMs) > FRESH_MS)
    .map(({ symbol, ageMs }) => `${symbol} nennt sich frisch und ist ${Math.round(ageMs / 1000)} s alt`);
}

type Booking = { kind: string; amount: string; availableAfter: string };

/** Newest first, each begins where the one after it in the list ended, whatever the clock said. */
async function findBrokenOrder(server: ServerProcess, { customers }: People): Promise<string[]> {
  const wrong: string[] = [];
  for (const customer of customers) {
    const { body } = await sendAs(server.port, customer, {
      method: 'GET',
      path: '/api/wallet/transactions?pageSize=100',
    });
    const { items } = JSON.parse(body) as { items: Booking[] };
    for (const [index, item] of items.entries()) {
      const before = items[index + 1];
      if (before && cents(item.availableAfter) - cents(item.amount) !== cents(before.availableAfter))
        wrong.push(`${customer.email}: Buchung ${index} (${item.kind}) schließt nicht an`);
    }
  }
  return wrong;
}

/** Amounts have at most six decimals. */
const cents = (amount: string): number => Math.round(Number(amount) * 1e6);
