import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { isStale } from '../price-source.ts';
import { followPrices } from './follow-prices.ts';
import { type PriceProvider, ProviderError, type Sighting } from './price-provider.ts';

const START = Date.UTC(2026, 2, 2, 10);
const POLL_MS = 5_000;

/** A provider of two symbols that says what the test wants. */
function createWorld(options: { capacity?: number } = {}) {
  let now = START;
  const asked: { at: number; symbols: readonly string[] }[] = [];
  const lines: string[] = [];
  const world = {
    asked,
    lines,
    answer: (symbols: readonly string[]): Sighting[] =>
      symbols.map((symbol) => ({ symbol, price: 100, timeMs: now })),
    open: true,
    now: () => now,
    async tick(ms: number) {
      now += ms;
      follow.askIfDue(now);
      await follow.idle();
    },
  };
  const provider: PriceProvider = {
    name: 'kraken',
    symbols: ['BTC/USD', 'ETH/USD'],
    pollMs: POLL_MS,
    staleAfterMs: 2 * MINUTE_MS,
    reachMs: { '1m': 0, '1h': 0, '1d': 0 },
    isOpen: () => world.open,
    capacity: () => options.capacity ?? 10,
    async latest(symbols) {
      asked.push({ at: now - START, symbols });
      return { sightings: world.answer(symbols), refusals: [] };
    },
    candles: () => Promise.reject(new Error('not asked for here')),
  };
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const follow = followPrices({ provider, clock: { now: () => new Date(now) }, log });
  for (const symbol of provider.symbols) follow.follow(symbol, { price: 100, timeMs: START });
  return { ...world, world, follow };
}

describe('prices that are followed', () => {
  test('are asked for at the interval of the provider, not at every tick', async () => {
    const { world, asked } = createWorld();
    for (let ticks = 0; ticks < 60; ticks++) await world.tick(500);
    expect(asked.map(({ at }) => at)).toEqual([500, 5_500, 10_500, 15_500, 20_500, 25_500]);
  });

  test('are asked for in turns when the limits allow only some', async () => {
    const { world, asked } = createWorld({ capacity: 1 });
    for (let ticks = 0; ticks < 4; ticks++) await world.tick(500);
    expect(asked.map(({ symbols }) => symbols)).toEqual([['BTC/USD'], ['ETH/USD']]);
  });

  test('are not asked for while the market is closed, and then keep their time', async () => {
    const { world, follow } = createWorld();
    world.open = false;
    await world.tick(HOUR_MS);
    expect(world.asked).toEqual([]);
    expect(follow.quote('BTC/USD', START + HOUR_MS)).toMatchObject({ open: false, time: START });
  });

  test('survive a clock that is set back', async () => {
    const { world, asked } = createWorld();
    await world.tick(MINUTE_MS);
    await world.tick(-HOUR_MS);
    await world.tick(500);
    await world.tick(POLL_MS);
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });

  test('are asked for less and less often while the provider fails, and at once again when it answers', async () => {
    const { world, asked, lines } = createWorld();
    const usual = world.answer;
    world.answer = () => {
      throw new ProviderError('broken', 'kraken Ticker: no JSON');
    };
    for (let ticks = 0; ticks < 1_200; ticks++) await world.tick(500);
    const pauses = asked.slice(1).map(({ at }, n) => at - asked[n]!.at);
    expect(pauses.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000]);
    // Told when it begins and then ever more rarely.
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(3);
    world.answer = usual;
    for (let ticks = 0; ticks < 700; ticks++) await world.tick(500);
    const last = asked.slice(-2).map(({ at }) => at);
    expect(last[1]! - last[0]!).toBe(POLL_MS);
    expect(lines.at(-1)).toContain('answers again');
  });

  test('never go back in time, whatever order the answers have', async () => {
    const { world, follow } = createWorld();
    world.answer = () => [
      { symbol: 'BTC/USD', price: 101, timeMs: START + 4_000 },
      { symbol: 'BTC/USD', price: 99, timeMs: START + 1_000 },
      { symbol: 'DOGE/USD', price: 1, timeMs: START + 4_000 },
    ];
    await world.tick(5_000);
    expect(follow.quote('BTC/USD', START + 5_000)).toMatchObject({
      price: 101,
      time: START + 4_000,
      text: '101.00',
    });
  });

  test('are never newer than the tick that shows them', async () => {
    const { world, follow } = createWorld();
    await world.tick(700);
    expect(follow.quote('BTC/USD', START + 500).time).toBe(START + 500);
  });

  test('known from ahead of the clock are shown with their own time, and the next word is believed', async () => {
    const { world, follow } = createWorld();
    follow.follow('BTC/USD', { price: 100, timeMs: START + 2 * HOUR_MS });
    expect(isStale(follow.quote('BTC/USD', START), START)).toBe(true);
    world.answer = () => [{ symbol: 'BTC/USD', price: 101, timeMs: world.now() }];
    await world.tick(500);
    expect(follow.quote('BTC/USD', START + 500)).toMatchObject({ price: 101, time: START + 500 });
    expect(follow.minutes('BTC/USD', START, START + HOUR_MS).length).toBe(1);
  });

  test('that round to nothing are no prices', async () => {
    const { world, follow } = createWorld();
    world.answer = () => [{ symbol: 'BTC/USD', price: 0.001, timeMs: world.now() }];
    await world.tick(5_000);
    expect(follow.quote('BTC/USD', START + 5_000)).toMatchObject({ price: 100, time: START });
  });

  test('make minutes, of which only the last few are kept', async () => {
    const { world, follow } = createWorld();
    for (let ticks = 0; ticks < 10 * 12; ticks++) await world.tick(POLL_MS);
    const minutes = follow.minutes('BTC/USD', START, START + HOUR_MS);
    expect(minutes.length).toBeLessThanOrEqual(7);
    expect(minutes.volume[1]).toBe(12);
  });
});
