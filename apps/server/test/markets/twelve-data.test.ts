import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { afterEach, describe, expect, test } from 'vitest';
import { readCandles, readSourcesInForce } from '../../src/modules/markets/index.ts';
import { API_KEY, closeProviders, createLiveWorld, type LiveWorld } from './live-world.ts';
import { closeWorlds, MONDAY } from './market-world.ts';

let world: LiveWorld;
afterEach(async () => {
  await closeWorlds();
  await closeProviders();
});

const METALS = { GOLD: 'XAU/USD', SILVER: 'XAG/USD' };
const speaking = async () =>
  [...(await readSourcesInForce(world.database.db))]
    .filter(([, name]) => name === 'twelvedata')
    .map(([symbol]) => symbol);

/** What is said about the key anywhere but in the one header. */
function expectKeyUnseen(): void {
  expect(world.logged.filter((line) => line.includes(API_KEY))).toEqual([]);
  for (const { path, query, headers } of world.provider.asked) {
    expect(headers.authorization).toBe(`apikey ${API_KEY}`);
    expect(`${path}?${query}`).not.toContain(API_KEY);
  }
}

describe('prices from Twelve Data', () => {
  test('are the newest bars of its series, with the time that it says', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.twelveData(METALS)]);
    expect(await speaking()).toEqual(['GOLD', 'SILVER']);
    await live.run(3 * MINUTE_MS);
    const now = world.clock.now().getTime();
    const { source, price, time, open } = live.quote('GOLD');
    expect({ source, open }).toEqual({ source: 'twelvedata', open: true });
    expect(now - time).toBeLessThanOrEqual(MINUTE_MS);
    expect(price).toBeCloseTo(world.provider.price('XAU/USD', time), 0);
    // Both symbols in one question, as often as there is something new to learn.
    const polls = world.provider.asked.filter(({ query }) => query.get('symbol') === 'XAU/USD,XAG/USD');
    expect(polls.length).toBe(3);
    expectKeyUnseen();
  });

  test('come as often as the credits allow, history included, and old prices are not stale before the next can come', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    const credits = { minute: 8, day: 800 };
    const provider = world.twelveData({ ...METALS, WTI: 'WTI/USD', BRENT: 'XBR/USD' }, credits);
    // Four symbols, 720 credits: 180 questions a day about each.
    expect(provider.pollMs).toBe(8 * MINUTE_MS);
    const live = await world.startLive([provider]);
    const spentAt: { minute: number; credits: number }[] = [];
    let counted = 0;
    const count = () => {
      const credits = world.provider.asked
        .slice(counted)
        .reduce((sum, { query }) => sum + (query.get('symbol') ?? '').split(',').length, 0);
      counted = world.provider.asked.length;
      const minute = Math.floor(world.clock.now().getTime() / MINUTE_MS);
      spentAt.push({ minute, credits });
    };
    count();
    for (let minutes = 0; minutes < 40; minutes++) {
      await live.run(MINUTE_MS - 10_000, 10_000);
      count();
      await live.run(10_000, 10_000);
      expect((await world.price('GOLD')).stale).toBe(false);
    }
    const perMinute = Map.groupBy(spentAt, ({ minute }) => minute);
    for (const spent of perMinute.values())
      expect(spent.reduce((sum, entry) => sum + entry.credits, 0)).toBeLessThanOrEqual(credits.minute);
    expect(await speaking()).toEqual(['GOLD', 'SILVER', 'WTI', 'BRENT']);
    // Gaps between the polls were filled from the bars that the polls brought, for nothing.
    const range = { interval: '1m', fromMs: MONDAY, toMs: MONDAY + DAY_MS, symbols: ['GOLD'] } as const;
    const seen = (await readCandles(world.database.db, { ...range, revision: 'seen' })).get('GOLD')!;
    const newest = (await readCandles(world.database.db, range)).get('GOLD')!;
    expect(newest.length).toBeGreaterThan(seen.length + 10);
  });

  test('age by the provider’s own time when it is behind, and one from the future is not believed', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.twelveData(METALS)]);
    await live.run(2 * MINUTE_MS);
    const shifted = (ms: number) => () => ({
      kind: 'rewrite' as const,
      // The test's own answer: a series by ticker.
      rewrite: (json: unknown) =>
        Object.fromEntries(
          Object.entries(json as Record<string, { values: { datetime: string }[] }>).map(
            ([ticker, answer]) => [
              ticker,
              {
                ...answer,
                values: answer.values.map((value) => ({
                  ...value,
                  datetime: new Date(Date.parse(`${value.datetime.replace(' ', 'T')}Z`) + ms)
                    .toISOString()
                    .slice(0, 19)
                    .replace('T', ' '),
                })),
              },
            ],
          ),
        ),
    });
    const before = live.quote('GOLD');
    world.provider.fault = shifted(5 * HOUR_MS);
    await live.run(3 * MINUTE_MS);
    expect(live.quote('GOLD').time - before.time).toBeLessThanOrEqual(MINUTE_MS);
    world.provider.fault = shifted(-15 * MINUTE_MS);
    await live.run(15 * MINUTE_MS, 10_000);
    const delayed = live.quote('GOLD');
    expect(world.clock.now().getTime() - delayed.time).toBeGreaterThan(14 * MINUTE_MS);
    expect((await world.price('GOLD')).stale).toBe(true);
  });

  test('are not asked for while the exchange is closed: closed is not stale', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.twelveData({ SPX500: 'SPX' })]);
    const asked = world.provider.asked.length;
    await live.run(30 * MINUTE_MS, 10_000);
    expect(world.provider.asked.length).toBe(asked);
    expect(await world.price('SPX500')).toMatchObject({
      session: 'closed',
      stale: false,
      source: 'twelvedata',
    });
    // New York opens at 14:30 UTC.
    world.clock.set(new Date(MONDAY + 4.5 * HOUR_MS));
    await live.run(MINUTE_MS);
    expect(world.provider.asked.length).toBeGreaterThan(asked);
    expect(await world.price('SPX500')).toMatchObject({ session: 'open', stale: false });
  });

  test.each([
    [
      'in the answer',
      {
        kind: 'text',
        body: JSON.stringify({ code: 401, message: `**apikey** ${API_KEY} is wrong`, status: 'error' }),
      },
    ],
    ['in the status', { kind: 'status', status: 401, body: `bad key ${API_KEY}` }],
  ] as const)(
    'stay simulated with a key that is refused %s, and the key is in no log',
    { tags: ['long'] },
    async (_, fault) => {
      world = await createLiveWorld(MONDAY);
      world.provider.fault = () => fault;
      const live = await world.startLive([world.twelveData(METALS)]);
      await live.run(5 * MINUTE_MS);
      expect(await speaking()).toEqual([]);
      expect(live.quote('GOLD').source).toBe('simulated');
      expect(world.logged.some((line) => line.includes('[key]'))).toBe(true);
      expectKeyUnseen();
      expect(world.provider.asked.length).toBeLessThan(5);
    },
  );

  test('of one symbol that the plan does not cover stay simulated, the others are live', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    world.provider.unknown.add('XAG/USD');
    const live = await world.startLive([world.twelveData(METALS), world.kraken()]);
    await live.run(2 * MINUTE_MS);
    expect(await speaking()).toEqual(['GOLD']);
    expect(live.quote('BTC/USD').source).toBe('kraken');
    expect(live.quote('SILVER').source).toBe('simulated');
  });

  test('pause until the credits of the minute are back', { tags: ['long'] }, async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.twelveData(METALS)]);
    await live.run(MINUTE_MS);
    world.provider.fault = () => ({
      kind: 'text',
      body: '{"code":429,"message":"You have run out of API credits for the current minute.","status":"error"}',
    });
    await live.run(MINUTE_MS + 10_000);
    const asked = world.provider.asked.length;
    world.provider.fault = undefined;
    await live.run(3 * MINUTE_MS);
    expect(world.provider.asked.length).toBeGreaterThan(asked);
    expect((await world.price('GOLD')).stale).toBe(false);
  });
});
