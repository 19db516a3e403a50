// @module-tag rounds
import { MINUTE_MS } from '@botdepot/trading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { type BotsFixture, createBotsFixture, seriesOf } from './bots-fixture.ts';
import { readOutcome } from './bots-outcome.ts';
import { type MortalDatabase, mortalDatabase } from './mortal-database.ts';

const MINUTES = 32;
const RUNS = rounds({ short: 2, full: 8 });
/** Invested at this minute and paid out at that, so that pool and settlements take part. */
const STARTED_AT = 7;
const STOPPED_AT = 24;

/**
 * What befalls the leader's process at a minute. Statements count from the one that reads the calendar; the bar's
 * transaction comes after it.
 */
type Fate =
  | { kind: 'none' }
  | { kind: 'killed between bars' }
  | { kind: 'killed in the bar'; statement: number; sent: boolean };

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'none' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'killed between bars' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('killed in the bar' as const),
      statement: fc.integer({ min: 1, max: 17 }),
      sent: fc.boolean(),
    }),
  },
);

describe('a leader that is killed', () => {
  it('at any time leaves the fills, the NAV and the state of one that never was', async () => {
    const seed = Number(process.env.BOTS_SEED ?? Date.now() % 2 ** 31);
    console.info(`recovery seed ${seed} (BOTS_SEED repeats it)`);
    const expected = await outcomeOf(Array.from({ length: MINUTES }, () => ({ kind: 'none' })));
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: MINUTES, maxLength: MINUTES }), async (fates) => {
        expect(await outcomeOf(fates)).toEqual(expected);
      }),
      { seed, numRuns: RUNS, endOnFailure: true },
    );
  }, 400_000);
});

describe('bars that nobody watched', () => {
  it('are not traded in retrospect; the protocol says so and the bot decides on what it missed', async () => {
    const fixture = await createBotsFixture();
    try {
      await fixture.run(11);
      const gapFrom = fixture.clock.now();
      for (let minute = 0; minute < 23; minute++) await fixture.closeMinute({ tell: false });
      const gapTo = fixture.clock.now();
      await fixture.restart();
      await fixture.run(3);
      const fills = await rowsOf<{ filled_at: Date }>(fixture, 'SELECT filled_at FROM bot_fills');
      expect(fills.filter(({ filled_at }) => filled_at >= gapFrom && filled_at < gapTo)).toEqual([]);
      expect(fills.filter(({ filled_at }) => filled_at >= gapTo).length).toBeGreaterThan(0);
      const [gap] = await rowsOf(fixture, `SELECT title, text, data FROM bot_protocol WHERE kind = 'gap'`);
      expect(gap).toEqual({
        title: 'Handel unterbrochen',
        text: 'Am 02.03.2026 von 11:11 bis 11:34\u00a0Uhr war die Plattform nicht in Betrieb oder ohne Kurse. Der Bot hat in dieser Zeit nicht gehandelt und holt nichts nach.',
        data: { from: gapFrom.getTime(), to: gapTo.getTime() },
      });
      // The first decision after the gap saw the closes of the minutes in it.
      const [decision] = await rowsOf<{
        data: { seenUntil: number; symbols: { figures: { mean: number } }[] };
      }>(
        fixture,
        `SELECT data FROM bot_protocol WHERE kind = 'decision' AND bar_at > $1 ORDER BY at LIMIT 1`,
        gapTo,
      );
      const seenUntil = decision?.data.seenUntil ?? 0;
      const closes = Array.from(
        { length: 12 },
        (_, back) => fixture.market.bar(0, seenUntil - back * 5 * MINUTE_MS - MINUTE_MS, MINUTE_MS).close,
      );
      const known = closes.filter(
        (_, back) => seenUntil - back * 5 * MINUTE_MS > gapFrom.getTime() - 11 * MINUTE_MS,
      );
      const mean = known.reduce((sum, close) => sum + close, 0) / 12;
      expect(decision?.data.symbols[0]?.figures.mean).toBeCloseTo(mean, 9);
      await expectSound(fixture);
    } finally {
      await fixture.close();
    }
  });
});

describe('a pause for a stale price', () => {
  const pauses = (fixture: BotsFixture) =>
    rowsOf<{ title: string }>(
      fixture,
      `SELECT title FROM bot_protocol WHERE data->>'kind' = 'stale-price' ORDER BY bar_at, sequence`,
    );

  it('is not ended by a minute that a new process tells before its first tick', async () => {
    const fixture = await createBotsFixture();
    try {
      await fixture.run(2);
      fixture.silent.add('GOLD');
      await fixture.run(2);
      await fixture.restart();
      await fixture.closeMinute();
      await fixture.run(2);
      expect(await pauses(fixture)).toEqual([{ title: 'Pause für GOLD' }]);
      fixture.silent.clear();
      await fixture.run(2);
      expect(await pauses(fixture)).toEqual([
        { title: 'Pause für GOLD' },
        { title: 'GOLD wieder handelbar' },
      ]);
    } finally {
      await fixture.close();
    }
  });

  it('is not ended by the last tick of an earlier term', async () => {
    const fixture = await createBotsFixture();
    const other = await createBotsFixture({ url: fixture.url });
    try {
      await fixture.takeOver();
      await fixture.run(2);
      other.clock.set(fixture.clock.now());
      await other.takeOver();
      other.silent.add('GOLD');
      await other.run(3);
      fixture.clock.set(other.clock.now());
      await fixture.takeOver();
      fixture.silent.add('GOLD');
      await fixture.run(3);
      expect(await pauses(fixture)).toEqual([{ title: 'Pause für GOLD' }]);
    } finally {
      await other.close();
      await fixture.close();
    }
  });
});

/** Runs the same history under a series of fates and returns everything that must not depend on them. */
async function outcomeOf(fates: readonly Fate[]) {
  const fixture = await createBotsFixture({ seed: 4711 });
  const mortal = mortalDatabase(fixture.url);
  try {
    const opening = fixture.clock.now().getTime();
    const history = seriesOf(fixture.market, opening - 90 * MINUTE_MS, opening, MINUTE_MS);
    await insertCandles(fixture.database.db, '1m', history);
    const customer = await fixture.createCustomer('2000');
    let investmentId = '';
    for (const [minute, what] of fates.entries()) {
      await suffer(fixture, mortal, what);
      await fixture.tick();
      if (minute === STARTED_AT)
        investmentId = (
          await fixture.runWork(customer, (work) =>
            startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '1234.56' }),
          )
        ).id;
      if (minute === STOPPED_AT)
        await fixture.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId }));
    }
    await expectSound(fixture);
    return await readOutcome(fixture.database);
  } finally {
    await fixture.close();
    await mortal.database.close();
  }
}

async function suffer(fixture: BotsFixture, mortal: MortalDatabase, what: Fate): Promise<void> {
  if (what.kind === 'killed between bars') {
    await fixture.restart();
    await fixture.takeOver();
  }
  if (what.kind !== 'killed in the bar') {
    await fixture.closeMinute();
    return;
  }
  await fixture.restart(mortal.database);
  const minute = await fixture.closeMinute({ tell: false });
  // Resumed before the deadly statement is set, so that it counts from the bar's own transaction.
  await fixture.tick();
  mortal.dieAt(what.statement, what.sent);
  await fixture.tellMinute(minute);
  mortal.dieAt(0, false);
  await fixture.restart();
  await fixture.takeOver();
  await fixture.tellMinute(minute);
}

async function rowsOf<T extends Record<string, unknown>>(
  fixture: BotsFixture,
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  return (await fixture.database.pool.query<T>(statement, values)).rows;
}
