import { daySealsUrl } from '@botdepot/contract/catalogue';
import { DAY_MS } from '@botdepot/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECONCILIATION_CHECKS, runChecks } from '../../src/modules/admin/index.ts';
import { ORIGIN } from '../api-fixture.ts';
import { thin } from '../bots/thinning-world.ts';
import { createSealer, sealedLines } from '../bots/track-record-fixture.ts';
import { expectSound } from '../invariants.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import type { Person } from './testbench-world.ts';

let world: LiveWorld;
let anna: Person;
let bots: { id: string; number: number; version: number }[];
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless(), seed: 8 });
  world.clock.set(new Date('2026-03-02T23:35:00Z'));
  await world.history(3);
  await world.tick();
  anna = await world.person('1000');
  bots = [];
  for (const name of ['Eins', 'Zwei']) {
    const bot = await world.certified(anna, { name });
    await liveOf(world.api, anna).start(bot, '100');
    bots.push(bot);
  }
  for (let nights = 0; nights < 3; nights++) {
    await world.run(40);
    world.clock.set(new Date((Math.floor(world.clock.now().getTime() / DAY_MS) + 1) * DAY_MS - 25 * 60_000));
  }
  await liveOf(world.api, anna).stop(bots[1]!.id);
  await world.run(12);
  await createSealer(world, world.database).seal(world.term());
}, 120_000);
afterAll(() => world.close());

/** The lists that everybody may see, of all days up to today. */
async function publicSeals(): Promise<string[]> {
  const answers = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map((day) =>
    world.api.fetch(new Request(`${ORIGIN}${daySealsUrl(day)}`)),
  );
  return Promise.all(answers.map(async (answer) => (await answer).text()));
}

const linesOf = ({ number }: { number: number }) => sealedLines(world.database, 500, `own-bot-${number}`);

async function figures() {
  const live = liveOf(world.api, anna);
  const as = { ...anna };
  const of = [];
  for (const bot of bots) {
    const run = (await live.runs(bot.id))[0];
    of.push({
      lines: await linesOf(bot),
      run,
      fills: await live.list('fills', bot.id),
      orders: await live.orders(bot.id),
      record: (await world.api.call('GET', `/api/own-bots/${bot.id}/record`, { as })).body,
    });
  }
  return { of, seals: await publicSeals() };
}

it('what is public of a day that is over is how far each bot was sealed, so that its owner or anybody else can compare later', async () => {
  const seals = await publicSeals();
  expect(seals[0]).toBe('bot,position,hash\n');
  const names = bots.map(({ number }) => `own-bot-${number}`);
  const found = new Map<string, string[]>(names.map((name) => [name, []]));
  for (const list of seals.slice(1)) {
    const [head, ...rows] = list
      .trimEnd()
      .split('\n')
      .map((row) => row.split(','));
    expect(head).toEqual(['bot', 'position', 'hash']);
    expect(rows.map(([name]) => name)).toEqual(names);
    for (const [name, position, hash] of rows) found.get(name!)!.push(`${position}:${hash}`);
  }
  for (const bot of bots) {
    const records = (await linesOf(bot)).slice(1).map((line) => JSON.parse(line));
    const lastOfDays = new Map<string, string>();
    for (const [index, [hash, { kind, at }]] of records.entries())
      if (kind === 'bar')
        lastOfDays.set(new Date(Date.parse(at) - 1).toISOString().slice(0, 10), `${index + 1}:${hash}`);
    expect(found.get(`own-bot-${bot.number}`)).toEqual([...lastOfDays.values()].slice(0, 3));
    expect(lastOfDays.size).toBe(4);
  }
  const codes = ['2026-03-05', '2026-02-31', '2026-3-1', '0000-00-00'].map(
    async (day) => (await world.api.fetch(new Request(`${ORIGIN}${daySealsUrl(day)}`))).status,
  );
  expect(await Promise.all(codes)).toEqual([404, 404, 404, 404]);
});

it('old days of own bots are thinned: record, runs, fills and orders stay as they are, and of strikes what they refer to', async () => {
  const before = await figures();
  const live = liveOf(world.api, anna);
  const strikes = await live.list('strikes', bots[0]!.id);
  expect(await thin(world, world.database, 0)).toBeGreaterThanOrEqual(4);
  expect(await figures()).toEqual(before);
  const left = await live.list('strikes', bots[0]!.id);
  expect(left.length).toBeLessThan(strikes.length);
  for (const strike of left) expect(strikes).toContainEqual(strike);
  const { rows } = await world.database.pool.query(
    `SELECT o.id FROM own_bot_orders o LEFT JOIN bot_nav n ON n.portfolio_id = o.portfolio_id AND n.seq = o.nav_seq
     WHERE o.status = 'executed' AND n.seq IS NULL`,
  );
  expect(rows).toEqual([]);
  await expectSound(world);
});

it('they go on trading after it and after a restart, are sealed and found right', async () => {
  await world.restartHost();
  await world.run(15);
  await createSealer(world, world.database).seal(world.term());
  const check = RECONCILIATION_CHECKS.find(({ name }) => name === 'track-records-own-bots');
  const { results } = await runChecks(world.database, [check!], { onProgress: () => undefined });
  expect(results).toMatchObject([{ violations: 0 }]);
  expect(results[0]?.compared).toBe((await linesOf(bots[0]!)).length + (await linesOf(bots[1]!)).length - 2);
  const again = world.api.person('user', (anna as Person).userId);
  expect((await world.api.call('POST', '/api/profile/delete', { as: again, body: {} })).status).toBe(200);
  await world.run(2);
  await createSealer(world, world.database).seal(world.term());
  await thin(world, world.database, 0);
  await expectSound(world);
});
