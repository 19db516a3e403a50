// Hours and days on live prices, when something was missing before they were over.
import { type Candles, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { afterEach, expect, test } from 'vitest';
import { readCandles } from '../../src/modules/markets/index.ts';
import { closeProviders, createLiveWorld, type LiveProcess, type LiveWorld } from './live-world.ts';
import { closeWorlds, MONDAY } from './market-world.ts';

let world: LiveWorld;
const TEN_S = 10_000;
afterEach(async () => {
  await closeWorlds();
  await closeProviders();
});

const MIDNIGHT = MONDAY - (MONDAY % DAY_MS);

/** Bitcoin's candles from a time on, of so long. */
async function candlesOf(
  interval: '1m' | '1h' | '1d',
  revision: 'seen' | 'newest',
  [fromMs, spanMs]: readonly [number, number],
): Promise<Candles | undefined> {
  const range = { fromMs, toMs: fromMs + spanMs };
  const wanted = { interval, ...range, symbols: ['BTC/USD'], source: 'kraken', revision };
  return (await readCandles(world.database.db, wanted)).get('BTC/USD');
}

/** The whole span that they cover, as one candle. */
function whole(candles: Candles | undefined) {
  if (!candles) return undefined;
  const { open, high, low, close, length } = candles;
  const heard = <T extends Float64Array>(column: T) => column.subarray(0, length);
  return {
    open: open[0],
    high: Math.max(...heard(high)),
    low: Math.min(...heard(low)),
    close: close[length - 1],
  };
}

test('are made of what was heard when their end passed while nothing could be written', {
  tags: ['long'],
}, async () => {
  world = await createLiveWorld(MIDNIGHT + 23 * HOUR_MS + 50 * MINUTE_MS);
  const live = await world.startLive([world.kraken()]);
  await live.run(9 * MINUTE_MS + 50_000, TEN_S);
  world.clock.advance(25_000);
  await live.run(2 * MINUTE_MS, TEN_S);
  const day = [MIDNIGHT, DAY_MS] as const;
  const [hours, days] = [await candlesOf('1h', 'seen', day), await candlesOf('1d', 'seen', day)];
  expect(hours?.time[hours.length - 1]).toBe(MIDNIGHT + 23 * HOUR_MS);
  expect(days?.length).toBe(1);
  expect(whole(days)).toEqual(whole(hours));
});

/** Twenty minutes of the hour that begins at MONDAY are not heard, and filled in before it is over. */
async function runWithGap(): Promise<LiveProcess> {
  world = await createLiveWorld(MONDAY + 10 * MINUTE_MS);
  const live = await world.startLive([world.kraken()]);
  await live.run(2 * MINUTE_MS);
  world.provider.fault = () => ({ kind: 'reset' });
  await live.run(20 * MINUTE_MS, TEN_S);
  world.provider.fault = undefined;
  await live.run(26 * MINUTE_MS, TEN_S);
  const [seen, newest] = [await candlesOf('1m', 'seen', HOUR), await candlesOf('1m', 'newest', HOUR)];
  expect(newest?.length).toBeGreaterThan((seen?.length ?? 0) + 10);
  expect(whole(newest)).not.toEqual(whole(seen));
  return live;
}

const HOUR = [MONDAY, HOUR_MS] as const;

async function expectWholeHour() {
  for (const revision of ['seen', 'newest'] as const)
    expect(whole(await candlesOf('1h', revision, HOUR)), revision).toEqual(
      whole(await candlesOf('1m', revision, HOUR)),
    );
}

test('hold for charts what was filled in before they were over, and for bots what was heard', async () => {
  const live = await runWithGap();
  await live.run(3 * MINUTE_MS, TEN_S);
  await expectWholeHour();
});

test('hold the same when a restart passes over their end', { tags: ['long'] }, async () => {
  const live = await runWithGap();
  live.feed.close();
  world.clock.advance(5 * MINUTE_MS);
  await world.startLive([world.kraken()]);
  await expectWholeHour();
});
