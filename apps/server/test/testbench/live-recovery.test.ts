// @module-tag rounds
import { MINUTE_MS } from '@botdepot/trading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MortalDatabase, mortalDatabase } from '../bots/mortal-database.ts';
import { expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { recordStatements } from '../rows-read.ts';
import { readLiveOutcome } from './live-outcome.ts';
import { createLiveWorld, killInMinute, type LiveWorld, liveOf, restless } from './live-world.ts';
import { RULE } from './testbench-world.ts';

const MINUTES = 28;
const RUNS = rounds({ short: 2, full: 10 });

/** What befalls the host's process at a minute. Statements count from the first one that the minute asks for. */
type Fate =
  | { kind: 'none' }
  | { kind: 'killed between minutes' }
  | { kind: 'killed in the minute'; statement: number; sent: boolean };

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'none' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'killed between minutes' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('killed in the minute' as const),
      statement: fc.integer({ min: 1, max: 34 }),
      sent: fc.boolean(),
    }),
  },
);

describe('a host that is killed', () => {
  it('at any time leaves the fills, the strikes, the states and the money of one that never was', async () => {
    const seed = Number(process.env.LIVE_SEED ?? Date.now() % 2 ** 31);
    console.info(`live recovery seed ${seed} (LIVE_SEED repeats it)`);
    const expected = await outcomeOf(Array.from({ length: MINUTES }, () => ({ kind: 'none' })));
    expect(expected.fills.length).toBeGreaterThan(15);
    expect(expected.orders.map(({ status }) => status)).toEqual(Array(4).fill('executed'));
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: MINUTES, maxLength: MINUTES }), async (fates) => {
        expect(await outcomeOf(fates)).toEqual(expected);
      }),
      { seed, numRuns: RUNS, endOnFailure: true },
    );
  }, 600_000);
});

/** Two people start three bots at different minutes, and one is stopped. */
async function outcomeOf(fates: readonly Fate[]) {
  const world = await createLiveWorld({ seed: 4711, compile: restless() });
  const mortal = mortalDatabase(world.url);
  try {
    await world.history(2);
    const anna = await world.person('1000');
    const berta = await world.person('1000');
    const [ofAnna, ofBerta] = [liveOf(world.api, anna), liveOf(world.api, berta)];
    const one = await world.certified(anna);
    const two = await world.certified(anna, {
      name: 'Zwei',
      rule: { ...RULE, symbols: ['BTC/USD', 'GOLD', 'EUR/USD'], maxPositions: 3 },
    });
    const three = await world.certified(berta);
    for (const [minute, what] of fates.entries()) {
      await suffer(world, mortal, what);
      await world.tick();
      if (minute === 2) await ofAnna.start(one, '300');
      if (minute === 4) await ofBerta.start(three, '412.34');
      if (minute === 9) await ofAnna.start(two, '77.77');
      if (minute === 18) await ofAnna.stop(one.id);
    }
    await expectSound(world);
    return await readLiveOutcome(world.database);
  } finally {
    await world.close();
    await mortal.database.close();
  }
}

async function suffer(world: LiveWorld, mortal: MortalDatabase, what: Fate): Promise<void> {
  if (what.kind === 'killed between minutes') {
    await world.restartHost();
    await world.takeOver();
  }
  if (what.kind !== 'killed in the minute') {
    await world.closeMinute();
    return;
  }
  await killInMinute(world, mortal, what);
}

describe('minutes that nobody looked at', () => {
  it('are a gap that the protocol tells, and not traded in retrospect', async () => {
    const world = await createLiveWorld({ compile: restless() });
    try {
      await world.history(2);
      const anna = await world.person('1000');
      const live = liveOf(world.api, anna);
      const bot = await world.certified(anna);
      await live.start(bot, '300');
      await world.run(9);
      const gapFrom = world.clock.now();
      for (let minute = 0; minute < 21; minute++) await world.closeMinute({ tell: false });
      const gapTo = world.clock.now();
      await world.restartHost();
      await world.run(6);
      const fills = await live.list('fills', bot.id);
      const isIn = ({ at }: Record<string, unknown>) =>
        new Date(String(at)) >= gapFrom && new Date(String(at)) < gapTo;
      expect(fills.filter(isIn)).toEqual([]);
      expect(fills.filter(({ at }) => new Date(String(at)) >= gapTo).length).toBeGreaterThan(0);
      const protocol = await live.list('protocol', bot.id);
      expect(protocol.filter(({ kind }) => kind === 'gap')).toMatchObject([{ title: 'Handel unterbrochen' }]);
      await expectSound(world);
    } finally {
      await world.close();
    }
  });

  it('are read once for all that missed them', async () => {
    const world = await createLiveWorld();
    try {
      await world.history(200);
      await world.tick();
      const bots: string[] = [];
      for (const name of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs']) {
        const anna = await world.person('1000');
        const bot = await world.certified(anna, { name });
        await liveOf(world.api, anna).start(bot, '300');
        bots.push(bot.id);
      }
      const statements = recordStatements(world.database.pool);
      // Connections from before do not record.
      const fresh = await Promise.all(Array.from({ length: 8 }, () => world.database.pool.connect()));
      for (const one of fresh) one.release(true);
      const candlesReadIn = async (minutes: number) =>
        (await statements.during(() => world.run(minutes))).filter(({ text }) =>
          text.includes('market_candles'),
        ).length;
      await world.run(2);
      const before = await candlesReadIn(1);
      await world.closeMinute({ tell: false });
      await world.tick();
      // Hours, and the minutes since the last of them.
      expect((await candlesReadIn(1)) - before).toBe(2);
      const { rows } = await world.database.pool.query(
        `SELECT bot_id FROM bot_protocol l JOIN bot_portfolios p ON p.id = l.portfolio_id WHERE l.kind = 'gap'`,
      );
      expect(rows.map((row) => row.bot_id).sort()).toEqual(bots.sort());
    } finally {
      await world.close();
    }
  });
});

describe('strikes', () => {
  it('are made where something came of a minute, at the end of a decision interval and at midnight, and not else', async () => {
    const world = await createLiveWorld();
    try {
      await world.history(200);
      const anna = await world.person('1000');
      const live = liveOf(world.api, anna);
      // Never fires: only time makes strikes.
      const never = {
        is: 'above',
        left: { kind: 'price', field: 'close' },
        right: { kind: 'number', value: 900000000 },
      };
      const hourly = await world.certified(anna, {
        rule: { ...RULE, entryLong: never, exitLong: null, maxBars: 2 },
      });
      const daily = await world.certified(anna, {
        name: 'Täglich',
        rule: { ...RULE, interval: '1d', entryLong: never, exitLong: null, maxBars: 3 },
      });
      world.clock.set(new Date(world.clock.now().getTime() + 12 * 60 * MINUTE_MS + 30 * MINUTE_MS));
      await world.takeOver();
      await world.tick();
      await live.start(hourly, '100');
      await live.start(daily, '100');
      await world.run(95);
      const times = async (id: string) =>
        (await live.list('strikes', id)).map(({ at }) => String(at).slice(11, 16)).reverse();
      expect(await times(hourly.id)).toEqual(['22:32', '23:00', '00:00']);
      expect(await times(daily.id)).toEqual(['22:32', '00:00']);
      const { run } = (await live.bot(daily.id)) as unknown as { run: { at: string } };
      expect(Date.parse(run.at)).toBe(world.clock.now().getTime());
      await expectSound(world);
    } finally {
      await world.close();
    }
  });
});
