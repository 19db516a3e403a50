import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulateDemoHistory, startBot, stopBot } from '../../src/modules/bots/index.ts';
import { listFills } from '../../src/modules/bots/investments/trading-records.ts';
import { lockBotExclusive } from '../../src/modules/bots/portfolio/portfolio.ts';
import { listOutcomes, listTrackRecords } from '../../src/modules/bots/track-record/track-records.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { assertEpoch } from '../../src/platform/leader.ts';
import { personActor } from '../server-fixture.ts';
import { type BotsFixture, createBotsFixture, seriesOf } from './bots-fixture.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';
import { createSealer, sealedEntries, sealedLines, verifyLines } from './track-record-fixture.ts';

const log = pino({ level: 'silent' });
let fixture: BotsFixture;
let extra: Database[] = [];
beforeEach(async () => {
  fixture = await createBotsFixture();
});
afterEach(async () => {
  await Promise.all(extra.map((database) => database.close()));
  extra = [];
  await fixture.close();
});

function anotherPool(): Database {
  const database = openDatabase({ url: fixture.url, log, maxConnections: 3 });
  extra.push(database);
  return database;
}

const rowsOf = async <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
  (await fixture.database.pool.query<T>(statement, values)).rows;

/** Writes a strike after the newest one, with a fill, as nobody should: outside of the leader's own transaction. */
const insertStrike = (tx: Database['db'], ahead: number) =>
  tx.$client.query(
    `WITH last AS (SELECT * FROM bot_nav ORDER BY seq DESC LIMIT 1),
       struck AS (INSERT INTO bot_nav (portfolio_id, seq, at, nav, peak, max_drawdown, day_peak, day_low, day_drawdown,
           realised, unrealised, fee, spread, slippage, financing, phase, bar_ms, marks)
         SELECT portfolio_id, seq + $1, at + $1 * interval '1 minute', nav, peak, max_drawdown, day_peak, day_low,
           day_drawdown, realised, unrealised, fee, spread, slippage, financing, phase, bar_ms, marks FROM last)
     INSERT INTO bot_protocol (id, portfolio_id, bar_at, sequence, at, kind, title, text, phase)
     SELECT gen_random_uuid(), portfolio_id, at + $1 * interval '1 minute', 0, at, 'gap', '', '', 'live' FROM last`,
    [ahead],
  );

const chain = () =>
  rowsOf<{ position: string; kind: string; nav_seq: string }>(
    'SELECT position, kind, nav_seq FROM track_record_seals ORDER BY position',
  );

describe('sealing', () => {
  it('chains every bar of a live run, and the record is confirmed from its fills', async () => {
    await fixture.run(6);
    const customer = await fixture.createCustomer('1000');
    const { id } = await fixture.runWork(customer, (work) =>
      startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '1000' }),
    );
    const sealer = createSealer(fixture, fixture.database);
    for (let minute = 0; minute < 20; minute++) {
      await fixture.run(1);
      if (minute % 3 === 0) await sealer.seal(fixture.term());
    }
    const newest = () => listFills(fixture.database.db, customer.userId, { id, page: 1, pageSize: 100 });
    const [record] = await listTrackRecords(fixture.database.db, fixture.clock.now());
    const before = await newest();
    const isLate = ({ at }: { at: string }) => at >= (record?.sealedUntil ?? '');
    expect(before.items.some(isLate)).toBe(true);
    for (const fill of before.items) expect(fill.sealed).toBe(!isLate(fill));

    await sealer.seal(fixture.term());
    expect((await newest()).items.every(({ sealed }) => sealed)).toBe(true);
    const verdict = verifyLines(await sealedLines(fixture.database));
    expect(verdict).toMatchObject({ deviation: null, bars: 26, series: 1 });
    const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>('SELECT count(*)::int FROM bot_fills');
    expect(verdict.fills).toBe(count);
    expect(verdict.fills).toBeGreaterThan(50);
  });

  it('keeps out every sentence, and says what happened in codes', async () => {
    await fixture.run(6);
    for (let minute = 0; minute < 7; minute++) await fixture.closeMinute({ tell: false });
    await fixture.restart();
    await fixture.run(6);
    await createSealer(fixture, fixture.database).seal(fixture.term());
    const lines = await sealedLines(fixture.database);
    expect(lines.join('\n')).toContain('"kind":"gap","code":"gap"');
    expect(lines.join('\n')).not.toMatch(/Handel|SmartBot|Stopp|\p{L} \p{L}|@/u);
    expect(verifyLines(lines).deviation).toBeNull();
  });

  it('waits for a slow transaction that will commit a lower number, and the bars do not wait for it', async () => {
    await fixture.run(3);
    const sealer = createSealer(fixture, fixture.database);
    const slow = anotherPool();
    let commit: () => void = () => undefined;
    const committing = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let inserted: () => void = () => undefined;
    const isInserted = new Promise<void>((resolve) => {
      inserted = resolve;
    });
    // As a bar does: fenced, with the bot's exclusive lock. Its transaction begins first and ends last.
    const transaction = slow.transaction(async (tx) => {
      await assertEpoch(tx, fixture.term().epoch);
      await lockBotExclusive(tx, 'smartbot');
      await insertStrike(tx, 1);
      inserted();
      await committing;
    });
    try {
      await isInserted;
      await insertStrike(fixture.database.db, 2);
      await fixture.database.pool.query('UPDATE bot_portfolios SET nav_seq = nav_seq + 2');
      await sealer.seal(fixture.term());
      expect((await chain()).map(({ nav_seq }) => nav_seq)).toEqual(['0', '1', '2', '3']);
    } finally {
      commit();
      await transaction;
    }
    await sealer.seal(fixture.term());
    expect((await chain()).map(({ nav_seq }) => nav_seq)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect((await sealedEntries(fixture.database)).at(-2)).toMatchObject({
      strike: 4,
      events: [{ kind: 'gap' }],
    });
  });

  it('catches up after a pause in pieces, with the very lines of one that never paused', async () => {
    await fixture.run(45);
    await createSealer(fixture, fixture.database, { recordsAtOnce: 7 }).seal(fixture.term());
    const lines = await sealedLines(fixture.database);
    expect(verifyLines(lines)).toMatchObject({ deviation: null, records: 46 });
    // However it is read, the same bytes.
    expect(await sealedLines(fixture.database, 5)).toEqual(lines);
  });
});

describe('while records are being sealed', () => {
  it('bars are traded and customers start and stop', async () => {
    await fixture.run(12);
    const customer = await fixture.createCustomer('1000');
    const pool = anotherPool();
    let transactions = 0;
    const sealer = createSealer(fixture, {
      ...pool,
      transaction: (work) =>
        pool.transaction(async (tx) => {
          const sealed = await work(tx);
          // Everything is written and nothing committed. Anyone who waited for it now would wait for ever.
          if (++transactions > 1) return sealed;
          await fixture.run(1);
          const { id } = await fixture.runWork(customer, (command) =>
            startBot(command, { userId: customer.userId, botType: 'smartbot', amountUsd: '1000' }),
          );
          await fixture.run(1);
          await fixture.runWork(customer, (command) =>
            stopBot(command, { userId: customer.userId, investmentId: id }),
          );
          return sealed;
        }),
    });
    await sealer.seal(fixture.term());
    expect((await chain()).length).toBe(13);
    expect(await rowsOf('SELECT seq FROM bot_nav')).toHaveLength(14);
  });
});

describe('a leader that has lost its place', () => {
  it('seals nothing, and in the middle of catching up nothing more', async () => {
    await fixture.run(30);
    const old = fixture.term();
    const pool = anotherPool();
    let transactions = 0;
    const sealer = createSealer(
      fixture,
      {
        ...pool,
        transaction: async (work) => {
          if (++transactions === 3) await fixture.takeOver();
          return pool.transaction(work);
        },
      },
      { recordsAtOnce: 6 },
    );
    await sealer.seal(old);
    expect((await chain()).length).toBe(12);
    await sealer.seal(old);
    expect((await chain()).length).toBe(12);
    await createSealer(fixture, fixture.database).seal(fixture.term());
    expect(verifyLines(await sealedLines(fixture.database))).toMatchObject({ deviation: null, records: 31 });
  });

  it('killed before a commit leaves no link behind, and two sealers at once make no fork', async () => {
    await fixture.run(30);
    const pool = anotherPool();
    let transactions = 0;
    const mortal: Database = {
      ...pool,
      transaction: (work) =>
        pool.transaction(async (tx) => {
          const result = await work(tx);
          if (++transactions === 2) throw new Error('killed');
          return result;
        }),
    };
    await createSealer(fixture, mortal, { recordsAtOnce: 8 }).seal(fixture.term());
    expect((await chain()).length).toBe(8);
    const sealers = [fixture.database, pool, anotherPool()].map((database) =>
      createSealer(fixture, database, { recordsAtOnce: 3 }),
    );
    for (let round = 0; round < 4; round++) {
      await fixture.run(3);
      await Promise.all(sealers.map((sealer) => sealer.seal(fixture.term())));
      expect((await chain()).length).toBe(34 + 3 * round);
    }
    expect(verifyLines(await sealedLines(fixture.database))).toMatchObject({ deviation: null, records: 43 });
  });
});

describe('a series that was used up', () => {
  it('stays in the record with its loss, and the next one follows in the same chain', async () => {
    await fixture.close();
    fixture = await createBotsFixture({
      strategies: botStrategies(restlessStrategy({ gross: 6, maxDrawdown: 0.9, shorts: false })),
    });
    await fixture.run(7);
    fixture.market.shock(fixture.clock.now().getTime(), 0.2);
    await fixture.run(8);
    await createSealer(fixture, fixture.database, { recordsAtOnce: 4 }).seal(fixture.term());
    const entries = await sealedEntries(fixture.database);
    expect(entries.filter(({ kind }) => kind !== 'bar')).toMatchObject([
      { kind: 'open', series: 1 },
      { kind: 'close', series: 1, nav: '0.000000000000', reason: 'used-up' },
      { kind: 'open', series: 2, nav: '1.000000000000' },
    ]);
    expect(verifyLines(await sealedLines(fixture.database))).toMatchObject({ deviation: null, series: 2 });

    const [record] = await listTrackRecords(fixture.database.db, fixture.clock.now());
    expect(record?.series.map(({ series }) => series)).toEqual([2, 1]);
    expect(record?.series[1]).toMatchObject({
      returnFraction: -1,
      maxDrawdownFraction: -1,
      losingDays: 1,
      losingMonths: 1,
      closed: { reason: 'used-up' },
    });
    expect(record?.series[0]?.closed).toBeNull();
  });
});

describe('a change of the price source', () => {
  it('is sealed with the fills that it caused, and marked in the listing', async () => {
    await fixture.run(8);
    fixture.sources.set('GOLD', 'simulated');
    await fixture.run(1);
    const at = fixture.clock.now().toISOString();
    fixture.sources.set('BTC/USD', 'kraken').set('ETH/USD', 'kraken').set('XRP/USD', 'kraken');
    await fixture.run(9);
    await createSealer(fixture, fixture.database).seal(fixture.term());
    const lines = await sealedLines(fixture.database);
    expect(verifyLines(lines)).toMatchObject({ deviation: null, bars: 18, series: 1 });
    const bars = (await sealedEntries(fixture.database)).flatMap((entry) =>
      entry.kind === 'bar' ? [entry] : [],
    );
    expect(bars.map(({ source }) => source)).toEqual([
      ...Array.from({ length: 8 }, () => null),
      'simulated',
      ...Array.from({ length: 9 }, () => 'kraken,simulated'),
    ]);
    const [change] = bars.slice(9);
    expect(change?.events[0]).toMatchObject({ kind: 'protection', code: 'source-change', at });
    expect(change?.fills.map(({ reason, at: time }) => [reason, time])).toContainEqual(['settlement', at]);
    const [record] = await listTrackRecords(fixture.database.db, fixture.clock.now());
    expect(record?.series).toMatchObject([
      { priceSources: ['kraken', 'simulated'], sourceChanges: [at], days: 18 / 1440 },
    ]);
  });
});

describe('the demo’s history', () => {
  it('is not sealed; the record begins with what it left behind and is confirmed from there', async () => {
    await fixture.runner.stop();
    const opening = fixture.clock.now().getTime();
    const from = opening - 2 * DAY_MS;
    await insertCandles(
      fixture.database.db,
      '1h',
      seriesOf(fixture.market, from - 2 * DAY_MS, opening, HOUR_MS),
    );
    const customer = personActor('user');
    let investmentId = '';
    const invest = async () => {
      Object.assign(customer, await fixture.createCustomer('1000'));
      const started = await fixture.runWork(customer, (work) =>
        startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '1000' }),
      );
      investmentId = started.id;
    };
    // Decides once an hour, so that hours and minutes can be traded by the same strategy.
    const strategies = botStrategies({ ...restlessStrategy(), decisionIntervalMs: HOUR_MS });
    await simulateDemoHistory(
      { database: fixture.database, log, strategies },
      {
        clock: fixture.clock,
        from: new Date(from),
        until: new Date(opening),
        moments: [{ at: new Date(opening - DAY_MS), run: invest }],
      },
    );
    const { url } = fixture;
    const live = await createBotsFixture({ url, strategies });
    try {
      await live.run(8);
      await createSealer(live, live.database).seal(live.term());
      const [open, first] = await sealedEntries(live.database);
      expect(open).toMatchObject({ kind: 'open', strike: 48, at: new Date(opening).toISOString() });
      expect(open?.kind === 'open' && open.positions.length).toBeGreaterThan(5);
      expect(open?.kind === 'open' && open.figures.fee).toBeGreaterThan(0);
      expect(first).toMatchObject({ kind: 'bar', strike: 49, events: [{ kind: 'start', code: 'start' }] });
      expect(verifyLines(await sealedLines(live.database))).toMatchObject({ deviation: null, bars: 8 });
      // Begun in the demo's history, so its end is no outcome of the live bot.
      await live.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId }));
      expect((await listOutcomes(live.database.db))[0]?.finished).toBe(0);
      const [record] = await listTrackRecords(live.database.db, live.clock.now());
      const [last] = await rowsOf<{ nav: string }>('SELECT nav FROM bot_nav WHERE seq = 48');
      expect(record?.series).toMatchObject([{ from: new Date(opening).toISOString(), startNav: last?.nav }]);
      const [{ fills } = { fills: 0 }] = await rowsOf<{ fills: number }>(
        `SELECT count(*)::int AS fills FROM bot_fills WHERE phase = 'live'`,
      );
      expect(record?.series[0]?.fills).toBe(fills);
      // What the demo's history cost is not the live bot's.
      const costs = await rowsOf<{ sum: number }>(
        'SELECT fee + spread + slippage + financing AS sum FROM bot_nav WHERE seq IN (48, 56) ORDER BY seq',
      );
      expect(record?.series[0]?.costsFraction).toBeCloseTo(
        ((costs[1]?.sum ?? 0) - (costs[0]?.sum ?? 0)) / Number(last?.nav),
        12,
      );
    } finally {
      await live.close();
    }
  });
});
