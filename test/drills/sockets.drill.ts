import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLoggedErrors } from './aftermath.ts';
import { dribbleHeaders, openDeafSockets } from './bad-clients.ts';
import { findViolations } from './checker.ts';
import type { Drill } from './drill.ts';
import { send, sendAs } from './http-client.ts';
import type { Person } from './person.ts';
import type { ServerProcess } from './server-process.ts';
import { openWorld } from './world.ts';

const DEAF = 500;
const DRIBBLING = 300;
const CHAT_MESSAGES = 300;
const TICK_REQUESTS = 3_000;
const NORMAL_ROUNDS = 60;
/** Between one normal customer's looks at the wallet: a person, not a load test. */
const PAUSE_MS = 250;
/** 800 connections and three floods may cost so much and no more. */
const MEMORY_BYTES = 300 * 1024 * 1024;
const PATIENCE_MS = 240_000;
const MB = 1024 * 1024;

export const sockets: Drill = {
  name: 'sockets',
  title: '500 WebSockets, die nie lesen, 300 tröpfelnde Anfragen, Fluten in Chat und Kursen',
  async run({ note }) {
    const world = await openWorld({ customers: 3, admins: 1 });
    try {
      const [server] = world.servers;
      const [normal, talkative] = world.people.customers;
      if (!server || !normal || !talkative) throw new Error('they are there');
      const memory = watchMemory(server);
      const deaf = await openDeafSockets(server.port, DEAF);
      const dribbling = await dribbleHeaders(server.port, DRIBBLING);
      note(`${deaf.count()} taube Verbindungen, ${dribbling.count()} tröpfelnde`);
      const [answered, chat, ticks] = await Promise.all([
        liveNormally(server, normal),
        floodChat(server, talkative),
        floodTicks(server),
      ]);
      const peakSockets = await countSockets(server);
      const ended = await untilGone(server, dribbling.count);
      deaf.close();
      const rss = await memory.stop();
      const faults = [...findLoggedErrors(world), ...(await findViolations(world.sql)), ...answered.faults];
      if (rss.peak - rss.before > MEMORY_BYTES)
        faults.push(`der Speicher wuchs um ${Math.round((rss.peak - rss.before) / MB)} MB`);
      if (chat.refused === 0) faults.push('die Chat-Flut wurde nicht begrenzt');
      if (chat.failed + ticks.failed > 0)
        faults.push(`${chat.failed + ticks.failed} Anfragen der Fluten schlugen fehl`);
      if (!ended) faults.push('taube oder tröpfelnde Verbindungen wurden nicht beendet');
      return {
        struck: deaf.opened === DEAF && dribbling.opened === DRIBBLING && peakSockets > 0,
        faults,
        figures: {
          'RSS vorher/Spitze/nachher in MB': [rss.before, rss.peak, rss.after]
            .map((bytes) => Math.round(bytes / MB))
            .join(' / '),
          'Chat angenommen/abgelehnt': `${chat.done} / ${chat.refused}`,
          'Kursabrufe beantwortet': ticks.done,
          'Sockets während der Fluten': peakSockets,
          'gewöhnlicher Kunde': `${answered.done} Antworten, längste ${answered.longestMs} ms`,
        },
      };
    } finally {
      await world.close();
    }
  },
};

type Tally = { done: number; refused: number; failed: number };

function tally(total: Tally, status: number): void {
  if (status < 300) total.done += 1;
  else if (status === 429) total.refused += 1;
  else total.failed += 1;
}

async function floodChat(server: ServerProcess, person: Person): Promise<Tally> {
  const total = { done: 0, refused: 0, failed: 0 };
  const begun = await sendAs(server.port, person, { method: 'POST', path: '/api/support/chats', body: {} });
  const { id } = JSON.parse(begun.body) as { id: string };
  const message = 'Wie lange dauert eine Auszahlung? '.repeat(50);
  const work = async () => {
    for (let index = 0; index < CHAT_MESSAGES / 10; index++) {
      const { status } = await sendAs(server.port, person, {
        method: 'POST',
        path: `/api/support/chats/${id}/messages`,
        body: { clientId: randomUUID(), message },
      });
      tally(total, status);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return total;
}

async function floodTicks(server: ServerProcess): Promise<Tally> {
  const total = { done: 0, refused: 0, failed: 0 };
  const work = async () => {
    for (let index = 0; index < TICK_REQUESTS / 30; index++) {
      tally(
        total,
        (await send(server.port, { method: 'POST', path: '/functions/v1/update-market-prices' })).status,
      );
      tally(total, (await send(server.port, { method: 'GET', path: '/api/market-prices' })).status);
    }
  };
  await Promise.all(Array.from({ length: 15 }, work));
  return total;
}

async function liveNormally(server: ServerProcess, person: Person) {
  const faults: string[] = [];
  let longestMs = 0;
  let done = 0;
  for (let round = 0; round < NORMAL_ROUNDS; round++) {
    const startedAt = performance.now();
    const wallet = await sendAs(server.port, person, { method: 'GET', path: '/api/wallet' });
    const deposit = await sendAs(server.port, person, {
      method: 'POST',
      path: '/api/deposits',
      body: { amountUsd: '25.00', cryptoCurrency: 'ETH' },
      headers: { 'idempotency-key': randomUUID() },
    });
    longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
    const answers = [wallet, deposit];
    // Nobody decides here, and only so many may wait for it.
    if (deposit.status < 300) answers.push(await takeBack(server, person, deposit.body));
    for (const { status, body } of answers)
      if (status < 300) done += 1;
      else faults.push(`gewöhnlicher Kunde: ${status} ${body.slice(0, 100)}`);
    await sleep(PAUSE_MS);
  }
  return { faults, longestMs, done };
}

function takeBack(server: ServerProcess, person: Person, deposit: string) {
  const { id } = JSON.parse(deposit) as { id: string };
  return sendAs(server.port, person, {
    method: 'POST',
    path: `/api/deposits/${id}/cancel`,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
}

async function countSockets(server: ServerProcess): Promise<number> {
  const { body } = await send(server.port, { method: 'GET', path: '/metrics' });
  return [...body.matchAll(/^botdepot_live_sockets(?:\{[^}]*\})? (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** The server gets rid of both kinds by itself. */
async function untilGone(server: ServerProcess, dribbling: () => number): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(500))
    if (dribbling() === 0 && (await countSockets(server)) === 0) return true;
  return false;
}

function watchMemory(server: ServerProcess) {
  let peak = 0;
  const first = server.rssBytes();
  const look = async () => {
    peak = Math.max(peak, await server.rssBytes().catch(() => 0));
  };
  const timer = setInterval(() => void look(), 250);
  return {
    async stop() {
      clearInterval(timer);
      await look();
      return { before: await first, peak, after: await server.rssBytes() };
    },
  };
}
