import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_PATH } from '@botdepot/contract';
import { WebSocket } from 'ws';
import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { sendAs, sendOperation } from './http-client.ts';
import type { Answer, Operation } from './operations.ts';
import { createOperationsLedger } from './operations-ledger.ts';
import type { Person } from './person.ts';
import { createPlan } from './plan.ts';
import { grows, slopeOf } from './trend.ts';
import { openWorld } from './world.ts';

const CUSTOMERS = 200;
const ADMINS = 4;
/** Operations per second of all of them together: people who click, not a load test. */
const OPERATIONS_PER_SECOND = 12;
const LOOKS_PER_SECOND = 20;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

export const soak: Drill = {
  name: 'soak',
  title: '200 Kunden an offenen Verbindungen, Bots handeln, Admins entscheiden',
  onRequest: true,
  async run({ seed, minutes, note }) {
    const world = await openWorld({ customers: CUSTOMERS, admins: ADMINS });
    const live: WebSocket[] = [];
    try {
      const { people, servers } = world;
      const [server] = servers;
      if (!server) throw new Error('there is one');
      let messages = 0;
      for (const customer of people.customers)
        live.push(openLive(server.port, customer, () => void messages++));
      const ledger = createOperationsLedger();
      const plan = createPlan(seed, people);
      const failures = new Map<string, number>();
      const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
      const operate = async () => {
        const operation = plan.next();
        const entry = ledger.record(operation);
        const answer = await sendOperation(server.port, operation);
        plan.learn(operation, answer);
        ledger.settle(entry, answer);
        if (isFailure(answer)) fail(`${operation.kind} ${answer?.status ?? 'keine Antwort'}`);
      };
      let looks = 0;
      const look = async () => {
        const customer = people.customers[looks++ % people.customers.length];
        const path = LOOKED_AT[looks % LOOKED_AT.length];
        if (!customer || path === undefined) return;
        const answer = await sendAs(server.port, customer, { method: 'GET', path }).catch(() => null);
        if (answer?.status !== 200) fail(`${path} ${answer?.status ?? 'keine Antwort'}`);
      };
      const rss: number[] = [];
      for (let minute = 1; minute <= minutes; minute++) {
        await Promise.all([repeat(operate, OPERATIONS_PER_SECOND), repeat(look, LOOKS_PER_SECOND)]);
        rss.push((await server.rssBytes()) / MB);
        note(
          `Minute ${minute}: RSS ${Math.round(rss.at(-1) ?? 0)} MB, ${ledger.entries().length} Buchungen, ` +
            `${looks} Blicke, ${messages} Meldungen, ${[...failures.values()].reduce((a, b) => a + b, 0)} Fehler`,
        );
      }
      const send = (operation: Operation) => sendOperation(server.port, operation);
      const found = await examine(world, ledger, send);
      const faults = [...found.faults, ...[...failures].map(([what, count]) => `${count}× ${what}`)];
      // None of them connects again, so this is each that was ever lost, however it ended, and each that never came about.
      const lost = live.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
      if (lost > 0) faults.push(`${lost} Verbindungen gingen verloren`);
      if (messages === 0) faults.push('keine Verbindung bekam je eine Meldung');
      const slope = slopeOf(rss);
      if (grows(rss)) faults.push(`der Speicher wächst um ${slope.toFixed(1)} MB je Minute`);
      return {
        struck: ledger.in('acknowledged').length > 0,
        faults,
        figures: { ...found.figures, Minuten: minutes, 'RSS je Minute in MB': slope.toFixed(2) },
      };
    } finally {
      for (const socket of live) socket.terminate();
      await world.close();
    }
  },
};

const LOOKED_AT = [
  '/api/wallet',
  '/api/wallet/transactions',
  '/api/bot-investments',
  '/api/notifications',
  '/api/market-prices',
  '/api/bots',
];

/** Prices may be stale for a moment, and the command says so; anything else of the kind is a failure. */
const isFailure = (answer: Answer | null): boolean =>
  answer === null || (answer.status >= 500 && !answer.body.includes('PRICES_STALE'));

/** Begins `perSecond` runs in each second of a minute, and waits for the last. */
async function repeat(run: () => Promise<void>, perSecond: number): Promise<void> {
  const under: Promise<void>[] = [];
  for (const end = performance.now() + MINUTE_MS; performance.now() < end; await sleep(1_000 / perSecond))
    under.push(run());
  await Promise.all(under);
}

function openLive(port: number, person: Person, onMessage: () => void): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
    origin: `http://localhost:${port}`,
    headers: { cookie: person.cookie, 'x-forwarded-for': person.network },
  });
  socket.on('message', onMessage);
  socket.on('error', () => undefined);
  return socket;
}
