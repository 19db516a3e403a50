import type { Strategy } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { restlessStrategy } from '../bots/restless-strategy.ts';
import { createSealer, sealedLines, verifyLines } from '../bots/track-record-fixture.ts';
import { expectSound } from '../invariants.ts';
import { type Compile, createLiveWorld, type LiveWorld, liveOf } from './live-world.ts';
import { code, RULE } from './testbench-world.ts';

/** What goes wrong with the bots of a rule on this symbol, once it is armed. */
const BAD = 'GOLD';
type Fault = 'decides nonsense' | 'cannot be stepped' | 'cannot be written';

/** Restless bots; those on gold get a fault when armed. */
function faulty(fault: () => Fault | null): Compile {
  return (rule) => {
    const { symbols } = rule as { symbols: string[] };
    const strategy = restlessStrategy();
    if (!symbols.includes(BAD)) return { strategy, symbols };
    const bad: Strategy<unknown> = {
      ...strategy,
      decide(view, portfolio, parameters) {
        const decision = strategy.decide(view, portfolio, parameters);
        if (fault() === 'cannot be stepped') throw new Error('a bug');
        if (fault() === 'decides nonsense')
          return {
            ...decision,
            intents: decision.intents.map((intent) => ({
              ...intent,
              target: { weight: Number.NaN, stop: null, closeAt: null },
            })),
          };
        // What no column of a number takes.
        if (fault() === 'cannot be written') return { ...decision, figures: { text: '\u0000' as never } };
        return decision;
      },
    };
    return { strategy: bad, symbols };
  };
}

async function withBots(
  run: (
    world: LiveWorld,
    of: { good: string; bad: string; badName: string; live: ReturnType<typeof liveOf> },
    arm: (fault: Fault) => void,
  ) => Promise<void>,
) {
  let fault: Fault | null = null;
  const world = await createLiveWorld({ compile: faulty(() => fault) });
  try {
    await world.history(2);
    const anna = await world.person('1000');
    const live = liveOf(world.api, anna);
    const good = await world.certified(anna);
    const bad = await world.certified(anna, { name: 'Gold', rule: { ...RULE, symbols: [BAD] } });
    await live.start(good, '300');
    await live.start(bad, '200');
    await world.run(9);
    await run(world, { good: good.id, bad: bad.id, badName: `own-bot-${bad.number}`, live }, (next) => {
      fault = next;
    });
    await expectSound(world);
  } finally {
    await world.close();
  }
}

const fillsOf = async (live: ReturnType<typeof liveOf>, id: string) => (await live.list('fills', id)).length;

describe('a fault of one bot', () => {
  it.each(['cannot be stepped', 'cannot be written'] as const)(
    'that %s leaves the others alone; it stands still at its last strike and can be stopped there',
    async (fault) => {
      await withBots(async (world, { good, bad, badName, live }, arm) => {
        const seal = () => createSealer(world, world.database).seal(world.term());
        const before = await fillsOf(live, good);
        const [last] = await live.list('strikes', bad);
        arm(fault);
        await world.run(11);
        expect(await live.bot(good)).toMatchObject({ status: 'live' });
        expect(await fillsOf(live, good)).toBeGreaterThan(before);
        expect(await live.bot(bad)).toMatchObject({ status: 'faulted', run: { state: 'broken' } });
        const [still] = await live.list('strikes', bad);
        expect(Date.parse(String(still?.at)) - Date.parse(String(last?.at))).toBeLessThan(5 * 60_000);
        expect((await live.list('protocol', bad))[0]).toMatchObject({
          title: 'Wegen eines Fehlers angehalten',
        });
        // What is sealed stays as it is, whatever is written of a bot that stands still.
        await seal();
        expect(code(await live.stop(bad))).toBe('201');
        await world.run(2);
        const [order] = await live.orders(bad);
        expect(order).toMatchObject({ kind: 'stop', status: 'executed', nav: still?.nav });
        expect(await live.bot(bad)).toMatchObject({ status: 'stopped' });
        const [end] = await live.list('protocol', bad);
        expect(end).toMatchObject({ title: 'Der Bot endet' });
        expect(Date.parse(String(end?.at)) - Date.parse(String(order?.decidedAt))).toBeLessThan(2);
        await seal();
        expect(verifyLines(await sealedLines(world.database, 500, badName))).toMatchObject({
          deviation: null,
        });
      });
    },
  );

  it('whose decision is no order sells what it holds and decides nothing any more, also after a restart', async () => {
    await withBots(async (world, { good, bad, live }, arm) => {
      arm('decides nonsense');
      await world.run(8);
      expect(await live.bot(good)).toMatchObject({ status: 'live' });
      expect(await live.bot(bad)).toMatchObject({ status: 'faulted', run: { state: 'faulted' } });
      const titles = (await live.list('protocol', bad)).map(({ title }) => title);
      expect(titles).toEqual(
        expect.arrayContaining(['Entscheidung verworfen', 'Wegen eines Fehlers angehalten']),
      );
      const fills = await fillsOf(live, bad);
      await world.restartHost();
      await world.takeOver();
      await world.run(8);
      expect(await fillsOf(live, bad), 'nothing is traded any more').toBe(fills);
      const [newest] = await live.list('fills', bad);
      expect(newest).toMatchObject({ reason: 'operator-pause' });
      expect(JSON.stringify(await live.list('protocol', bad))).not.toContain('Betreiber');
      await live.stop(bad);
      await world.run(2);
      expect(await live.bot(bad)).toMatchObject({ status: 'stopped' });
    });
  });
});

it('a bot that cannot be brought up again can be stopped', async () => {
  await withBots(async (world, { good, bad, live }) => {
    await world.restartHost({
      compile: () => {
        throw new Error('not readable');
      },
    });
    await world.run(2);
    for (const id of [good, bad]) {
      expect(await live.bot(id)).toMatchObject({ status: 'faulted', run: { state: 'broken' } });
      expect(code(await live.stop(id))).toBe('201');
    }
    await world.run(3);
    for (const id of [good, bad]) expect(await live.bot(id)).toMatchObject({ status: 'stopped' });
  });
});

it('a start of which nobody heard that it was committed trades, and can be stopped', async () => {
  const world = await createLiveWorld({ compile: faulty(() => null) });
  try {
    await world.history(2);
    const anna = await world.person('1000');
    const live = liveOf(world.api, anna);
    const bot = await world.certified(anna);
    let isLost = false;
    const { database } = world;
    const losing: typeof database = {
      ...database,
      async transaction(work) {
        const result = await database.transaction(work);
        if (!isLost) return result;
        isLost = false;
        throw new Error('Connection terminated unexpectedly');
      },
    };
    await world.restartHost({ database: losing });
    await world.run(2);
    await live.start(bot, '300');
    isLost = true;
    await world.run(12);
    expect(isLost).toBe(false);
    expect((await live.list('strikes', bot.id)).length).toBeGreaterThan(1);
    await live.stop(bot.id);
    await world.run(3);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
    await expectSound(world);
  } finally {
    await world.close();
  }
});

it('a bot that is used up ends with nothing, and the house bears what is missing', async () => {
  const world = await createLiveWorld({
    compile: (rule) => ({
      strategy: restlessStrategy({ gross: 8, shorts: false }),
      symbols: (rule as typeof RULE).symbols,
    }),
  });
  try {
    await world.history(2);
    const anna = await world.person('1000');
    const live = liveOf(world.api, anna);
    const bot = await world.certified(anna);
    await live.start(bot, '300');
    // Until it holds something; then everything opens far lower.
    do await world.run(1);
    while ((await live.list('fills', bot.id))[0]?.side !== 'buy');
    world.market.shock(world.clock.now().getTime(), 0.4);
    await world.run(2);
    expect(await live.bot(bot.id)).toMatchObject({
      status: 'liquidated',
      run: { state: 'liquidated', valueUsd: '0.00' },
    });
    expect(await live.wallet()).toMatchObject({ available: '700.00', inOwnBots: '0.00' });
    const protocol = await live.list('protocol', bot.id);
    expect(protocol[0]).toMatchObject({
      title: 'Der Bot endet',
      text: 'Das Kapital ist aufgebraucht, die Anteile sind wertlos. Einen Fehlbetrag trägt das Haus.',
    });
    expect(JSON.stringify(protocol), 'a word of the house').not.toContain('Modellportfolio');
    await expectSound(world);
    expect(code(await live.start(bot, '10'))).toBe('201');
    await world.run(2);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'live', run: { series: 2 } });
    await expectSound(world);
  } finally {
    await world.close();
  }
});
