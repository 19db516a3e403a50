import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfPeriod } from '../../src/modules/bots/backtests/backtest-data.ts';
import { readNervousWindows } from '../../src/modules/bots/index.ts';
import { createSimulatedSource } from '../../src/modules/markets/index.ts';
import { at, type CalendarWorld, createCalendarWorld, MONDAY, TODAY } from './calendar-world.ts';

let world: CalendarWorld;

describe('NewsBot and a calendar that changes', () => {
  const OPENS = 24;
  let off: string;
  let on: string;
  beforeAll(async () => {
    world = await createCalendarWorld();
    world.fixture.clock.set(new Date(TODAY + (OPENS - 0.25) * HOUR_MS));
    off = (await world.entered(at(OPENS), at(OPENS + 5))).id;
    on = (await world.byRule(at(OPENS + 1), at(OPENS + 6))).id;
    await world.fixture.run(2);
    // The leader has read it as one to trade on.
    await world.cancel(off);
    world.fixture.market.shock(TODAY + (OPENS + 2.5) * HOUR_MS, 1.1);
    await world.fixture.run(60 * 6 + 20);
  });
  afterAll(() => world.fixture.close());

  it('decides in the window that was not called off, and only there', async () => {
    const { rows } = await world.fixture.database.pool.query<{ at: Date }>(
      `SELECT at FROM bot_protocol WHERE kind = 'decision' ORDER BY at`,
    );
    expect(rows.map((row) => row.at.toISOString())).toEqual([at(26), at(27), at(28)]);
    const fills = await world.fixture.database.pool.query<{ filled_at: Date }>(
      'SELECT filled_at FROM bot_fills',
    );
    expect(fills.rows.length).toBeGreaterThan(0);
    for (const { filled_at } of fills.rows)
      expect(filled_at.getTime()).toBeGreaterThanOrEqual(TODAY + (OPENS + 3) * HOUR_MS);
  });

  it('has one calendar for whoever replays the run', async () => {
    const ids = await world.traded();
    expect(ids).toContain(on);
    expect(ids).not.toContain(off);
    const events = await eventsOfPeriod(
      world.fixture.database.db,
      world.newsbot,
      TODAY,
      TODAY + 48 * HOUR_MS,
    );
    expect(events.map(({ id }) => id)).toContain(on);
    expect(events.map(({ id }) => id)).not.toContain(off);
  });

  it('shows what is over under the past', async () => {
    world.fixture.clock.set(new Date(TODAY + 31 * HOUR_MS));
    expect(await world.list('past')).toMatchObject({ items: [{ id: on }, { origin: 'specification' }] });
  });
});

describe('prices that were made', () => {
  it('stay as they were when a window is entered, moved or called off before it begins', async () => {
    world = await createCalendarWorld();
    try {
      const originMs = MONDAY - 3 * DAY_MS;
      const simulation = { seed: 'calendar', originMs, anchorMs: originMs };
      const load = () => readNervousWindows(world.fixture.database.db);
      // One process that has known the calendar all along, as the leader does.
      const leader = createSimulatedSource(simulation, load);
      const seen: { now: number; prices: number[] }[] = [];
      const tick = async (hours: number) => {
        world.fixture.clock.set(new Date(TODAY + hours * HOUR_MS));
        await leader.prepare();
        const now = world.fixture.clock.now().getTime();
        seen.push({ now, prices: leader.quotes(now).map(({ price }) => price) });
      };
      const first = await world.entered(at(2), at(6));
      await tick(0);
      await world.byRule(at(4), at(9));
      await tick(1.9);
      for (const hours of [2.2, 3, 3.5]) await tick(hours);
      // It overlaps the one that runs, touches the one after it, and is called off while that one runs.
      const third = await world.byRule(at(5), at(12));
      await tick(4.5);
      await world.cancel(third.id);
      for (const hours of [5.5, 6.5, 8]) await tick(hours);
      const fourth = await world.entered(at(9), at(14));
      await tick(8.5);
      await world.cancel(fourth.id);
      for (const hours of [9.5, 13, 20]) await tick(hours);
      expect((await world.traded())[0]).toBe(first.id);
      // A replica that starts now, or rebuilds the candles, makes the same.
      const replica = createSimulatedSource(simulation, load);
      await replica.prepare();
      for (const { now, prices } of seen)
        expect(
          replica.quotes(now).map(({ price }) => price),
          new Date(now).toISOString(),
        ).toEqual(prices);
      const [calm] = [createSimulatedSource(simulation)];
      await calm?.prepare();
      const last = seen.at(-1);
      expect(calm?.quotes(last?.now ?? 0).map(({ price }) => price)).not.toEqual(last?.prices);
    } finally {
      await world.fixture.close();
    }
  });
});
