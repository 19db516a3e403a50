import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_PATH, MARKET_SYMBOLS } from '@botdepot/contract';
import { ENGINE_VERSION } from '@botdepot/trading';
import { WebSocket } from 'ws';
import type { Drill } from './drill.ts';
import { sendAs } from './http-client.ts';
import type { Person } from './person.ts';
import { findProductViolations } from './product-checks.ts';
import { openWorld, type World } from './world.ts';

const NUMBERS = [10, 100, 1_000, 3_000];
const CUSTOMERS = 30;
const SOCKETS = 200;
const MINUTE_MS = 60_000;
/** Of `/proc`, on every Linux that Node runs on. */
const CLOCK_TICKS = 100;
const STARTS_AT_ONCE = 8;
const START_MS = 600_000;
const SETTLING_MINUTES = 3;
const SETUP = { source: 'installation', from: null, until: null, costFactor: 1 };

/** Crosses of two means over all markets, of another length each. */
const RULE = {
  ruleVersion: 1,
  symbols: MARKET_SYMBOLS.map(({ symbol }) => symbol),
  interval: '1h',
  side: 'long',
  entryLong: { is: 'crossesAbove', left: mean(5), right: mean(20) },
  exitLong: { is: 'crossesBelow', left: mean(5), right: mean(20) },
  sizing: { by: 'share', percent: 5, lot: null },
  maxPositions: 20,
};
function mean(bars: number) {
  return { kind: 'indicator', indicator: 'sma', bars };
}

type Minute = { cpuMs: number; isFullHour: boolean };

/** The least, the most and what lies between are told; only what the product promises makes it red. */
export const ownBots: Drill = {
  name: 'own-bots',
  title: 'Was eigene Bots kosten, und ob die Kurse es merken',
  onRequest: true,
  async run({ minutes, note }) {
    const most = Math.max(...NUMBERS);
    const world = await openWorld({
      customers: CUSTOMERS,
      environment: { OWN_BOTS_MAX: String(most) },
    });
    const sockets: WebSocket[] = [];
    try {
      const [server] = world.servers;
      if (!server) throw new Error('there is one');
      const delays: number[] = [];
      for (let index = 0; index < SOCKETS; index++) {
        const person = world.people.customers[index % CUSTOMERS];
        if (person) sockets.push(openLive(server.port, person, index === 0 ? delays : undefined));
      }
      const bots = await makeOwnBots(world, most);
      const figures: Record<string, string> = {};
      const faults: string[] = [];
      // A server that has just begun compiles its code and reads its history: that is no cost of a minute.
      await watch(world, SETTLING_MINUTES);
      delays.length = 0;
      const alone = await watch(world, minutes);
      figures['ohne eigene'] = `${perMinute(alone)} ms CPU je Minute; ${lateness(delays)}`;
      let running = 0;
      for (const number of NUMBERS) {
        await startOwnBots(world, bots.slice(running, number));
        running = number;
        await untilAllTrade(world, number);
        delays.length = 0;
        const measured = await watch(world, minutes);
        const each = (of: Minute[]) => ((meanOf(of) - meanOf(alone)) / number).toFixed(3);
        const full = measured.filter(({ isFullHour }) => isFullHour);
        const others = measured.filter(({ isFullHour }) => !isFullHour);
        figures[`${number} eigene`] =
          `${each(others)} ms je Bot und Minute, ${full.length > 0 ? `${each(full)} ms zur vollen Stunde` : 'keine volle Stunde dabei'}; ` +
          `${lateness(delays)}; Server ${Math.round((await server.rssBytes()) / 2 ** 20)} MB`;
        note(`${number}: ${figures[`${number} eigene`]}`);
        const behind = await minutesBehind(world);
        if (behind > 2) faults.push(`${number} eigene Bots: ${behind.toFixed(1)} Minuten zurück`);
      }
      faults.push(...(await findProductViolations(world.database.url)));
      return { figures, faults, struck: true };
    } finally {
      for (const socket of sockets) socket.terminate();
      await world.close();
    }
  },
};

/** The CPU of the server and of its database in each of so many minutes of the clock. */
async function watch(world: World, minutes: number): Promise<Minute[]> {
  const measured: Minute[] = [];
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
  for (let minute = 0; minute < minutes; minute++) {
    const before = await cpuMs(world);
    const startedAt = new Date();
    await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
    measured.push({ cpuMs: (await cpuMs(world)) - before, isFullHour: startedAt.getUTCMinutes() === 0 });
  }
  return measured;
}

const meanOf = (of: readonly Minute[]): number =>
  of.reduce((sum, { cpuMs: one }) => sum + one, 0) / of.length;
const perMinute = (of: readonly Minute[]): string => meanOf(of).toFixed(0);

async function cpuMs({ servers, database }: World): Promise<number> {
  const [postmaster, ...backends] = await database.pids();
  const own = [...servers.map((server) => server.pid()), ...backends];
  const all = await Promise.all(own.map((pid) => ticksOf(pid, false)));
  // What has ended is counted with the postmaster.
  if (postmaster !== undefined) all.push(await ticksOf(postmaster, true));
  return (all.reduce((sum, ticks) => sum + ticks, 0) * 1_000) / CLOCK_TICKS;
}

async function ticksOf(pid: number, withEnded: boolean): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name may have spaces; utime, stime, cutime and cstime are the 14th to 17th field.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return user + system + (withEnded ? endedUser + endedSystem : 0);
}

function lateness(delays: readonly number[]): string {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return `Kurse nach ${at(0.5)} / ${at(0.99)} / ${at(0.999)} ms (Mitte, 99 von 100, 999 von 1.000)`;
}

/** @param delays takes in how long after its moment each tick arrived, in ms. */
function openLive(port: number, person: Person, delays: number[] | undefined): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
    origin: `http://localhost:${port}`,
    headers: { cookie: person.cookie, 'x-forwarded-for': person.network },
  });
  socket.on('message', (data) => {
    if (!delays) return;
    const message = JSON.parse(String(data)) as { type: string; t?: number };
    if (message.type === 'prices' && message.t !== undefined) delays.push(Date.now() - message.t);
  });
  socket.on('error', () => undefined);
  return socket;
}

type Made = { id: string; owner: Person };

/** Rows as commands make them, past the limits for one person. */
async function makeOwnBots({ sql, people }: World, number: number): Promise<Made[]> {
  const each = Math.ceil(number / CUSTOMERS);
  const made: Made[] = [];
  for (const owner of people.customers) {
    const had = owner.ownBots?.length ?? 0;
    await sql.query(
      `INSERT INTO testbench_quotas (user_id, live, capital, set_by, set_at) VALUES ($1, $2, 1000000000000, $1, now())`,
      [owner.userId, each + had],
    );
    const { rows } = await sql.query<{ id: string }>(
      `WITH made AS (
         INSERT INTO bots (id, owner_id, created_at)
         SELECT gen_random_uuid(), $1, now() FROM generate_series(1, $2) RETURNING id, number
       ), ruled AS (
         SELECT id, number, encode(sha256(number::text::bytea), 'hex') AS hash,
           jsonb_set(jsonb_set($3::jsonb, '{entryLong,right,bars}', to_jsonb(20 + number % 200)),
             '{exitLong,right,bars}', to_jsonb(20 + number % 200)) AS rule
         FROM made
       ), drafts AS (
         INSERT INTO own_bot_drafts (bot_id, name, rule, rule_hash, setup, updated_at)
         SELECT id, 'Bot ' || number, rule, hash, $4::jsonb, now() FROM ruled
       ), versions AS (
         INSERT INTO own_bot_versions (bot_id, version, rule, rule_hash, created_at)
         SELECT id, 1, rule, hash, now() FROM ruled
       ), certificates AS (
         INSERT INTO testbench_certificates (bot_id, version, engine_version, data_hash, passed, cuts, made_at)
         SELECT id, 1, $5, 'drill', true, '[]', now() FROM ruled
       )
       SELECT id FROM made`,
      [owner.userId, each, RULE, SETUP, ENGINE_VERSION],
    );
    made.push(...rows.map(({ id }) => ({ id, owner })));
  }
  return made.slice(0, number);
}

async function startOwnBots({ servers }: World, bots: readonly Made[]): Promise<void> {
  const port = servers[0]?.port ?? 0;
  const left = [...bots];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { status, body } = await sendAs(port, next.owner, {
        method: 'POST',
        path: `/api/own-bots/${next.id}/start`,
        body: { version: 1, amountUsd: '1.00' },
        headers: { 'idempotency-key': randomUUID() },
      });
      if (status !== 201) throw new Error(`a start was answered ${status} ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, work));
}

async function untilAllTrade({ sql }: World, number: number): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await sleep(1_000)) {
    const { rows } = await sql.query<{ trading: string }>(
      'SELECT coalesce(sum(cardinality(numbers)), 0) AS trading FROM own_bot_progress',
    );
    if (Number(rows[0]?.trading) >= number) return;
    if (Date.now() > deadline) throw new Error(`${rows[0]?.trading} of ${number} own bots trade`);
  }
}

/** How long ago the minute ended that all of them have been stepped over; a minute is under way and not over. */
async function minutesBehind({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ until: Date | null }>(
    'SELECT min(minute) AS until FROM own_bot_progress WHERE cardinality(numbers) > 0',
  );
  return (Date.now() - (rows[0]?.until?.getTime() ?? 0)) / MINUTE_MS;
}
