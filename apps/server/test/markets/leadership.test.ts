import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createMarketFeed,
  createSimulatedSource,
  readLatestPrices,
} from '../../src/modules/markets/index.ts';
import { electLeader, LostLeadershipError } from '../../src/platform/leader.ts';
import { systemClock } from '../../src/platform/work.ts';
import { closeWorlds, createWorld, log, MONDAY, storedMinutes, type World } from './market-world.ts';

let world: World;
afterEach(closeWorlds);

describe('a leader that lost its place', () => {
  test('can write neither prices nor candles, and publishes nothing', async () => {
    world = await createWorld(MONDAY);
    const { feed, minutes } = await world.startFeed();
    await feed.tick();
    minutes.length = 0;
    const before = await readLatestPrices(world.database.db);
    await world.raiseEpoch();

    world.clock.advance(500);
    await expect(feed.tick()).rejects.toThrow(LostLeadershipError);
    world.clock.advance(MINUTE_MS);
    await expect(feed.tick()).rejects.toThrow(LostLeadershipError);
    expect(await readLatestPrices(world.database.db)).toEqual(before);
    expect(await storedMinutes(world, MONDAY, MONDAY + HOUR_MS)).toEqual([]);
    expect(minutes).toEqual([]);
    expect(world.messages).toHaveLength(1);
  });
});

describe('two replicas', () => {
  test('have one leader at a time; when its session is killed the other one goes on, and ticks never go back', async () => {
    const now = Date.now();
    world = await createWorld(now);
    const { database, bus, url, simulation } = world;
    const ticks: { replica: string; epoch: number; timeMs: number }[] = [];
    const replicas = ['a', 'b'].map((replica) => {
      const source = createSimulatedSource(simulation);
      const feed = createMarketFeed({ database, clock: systemClock, bus, log, source });
      feed.onTick(({ timeMs }, { epoch }) => ticks.push({ replica, epoch, timeMs }));
      const election = electLeader({
        databaseUrl: url,
        holder: replica,
        clock: systemClock,
        log,
        pollMs: 200,
        lead: feed.run,
      });
      return { feed, election };
    });
    try {
      await until(() => ticks.length > 3);
      const [first] = ticks;
      expect(replicas.filter(({ feed }) => feed.latestTick() !== null)).toHaveLength(1);
      await database.db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
      await until(() => ticks.filter((tick) => tick.epoch > first!.epoch).length > 3);
    } finally {
      await Promise.all(replicas.map(({ election }) => election.stop()));
    }
    const newer = ticks.slice(1).map((tick, n) => tick.timeMs - ticks[n]!.timeMs);
    // The successor may be so quick that it makes the last tick of its predecessor once more.
    expect(newer.every((ms) => ms >= 0 && ms % 500 === 0)).toBe(true);
    expect(ticks.map((tick) => tick.epoch)).toEqual(
      ticks.map((tick) => tick.epoch).toSorted((a, b) => a - b),
    );
    // Both have let go.
    expect(replicas.map(({ feed }) => feed.latestTick())).toEqual([null, null]);
    expect(await replicas[0]!.feed.tick()).toBeNull();
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(20);
  }
}
