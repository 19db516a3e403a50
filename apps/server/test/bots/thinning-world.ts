import { DAY_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { createRecordThinning, listBots, startBot, stopBot } from '../../src/modules/bots/index.ts';
import { exportInvestments } from '../../src/modules/bots/investments/investments-of-account.ts';
import {
  listInvestments,
  readInvestmentDetail,
} from '../../src/modules/bots/investments/read-investments.ts';
import { applyReturn } from '../../src/modules/bots/investments/returns.ts';
import { listFills, listTradingRecords } from '../../src/modules/bots/investments/trading-records.ts';
import { getBot } from '../../src/modules/bots/overview/list-bots.ts';
import { readDayCloses } from '../../src/modules/bots/portfolio/nav-series.ts';
import { readSealedRange } from '../../src/modules/bots/track-record/sealed-records.ts';
import { listOutcomes, listTrackRecords } from '../../src/modules/bots/track-record/track-records.ts';
import { readWealthHistory } from '../../src/modules/bots/wealth/read-wealth-history.ts';
import { endedStarts, readNewestNavs, readOwnStarts } from '../../src/modules/testbench/index.ts';
import type { Database } from '../../src/platform/database.ts';
import type { Actor, Clock } from '../../src/platform/work.ts';
import type { BotsFixture } from './bots-fixture.ts';
import { createSealer, sealedLines } from './track-record-fixture.ts';

export type Customer = Actor & { userId: string };

/** Reproducible numbers in [0, 1). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Moves what is older than some days, 400 unless said, as the leader does once a day. @returns how many days of bots. */
export function thin(
  fixture: { clock: Clock; term: BotsFixture['term'] },
  database: Database,
  keptDays?: number,
  log = pino({ level: process.env.BOTS_TEST_LOG ?? 'silent' }),
): Promise<number> {
  const thinning = createRecordThinning({
    database,
    clock: fixture.clock,
    log,
    term: () => fixture.term(),
    ...(keptDays === undefined ? {} : { keptDays }),
  });
  return thinning.thin(new AbortController().signal);
}

export const seal = (fixture: BotsFixture): Promise<void> =>
  createSealer(fixture, fixture.database).seal(fixture.term());

/**
 * A night of a bot of the house that runs over midnight: customers begin and end, get a manual return, prices fall silent or come from
 * somewhere else, the leader changes.
 */
export async function night(
  fixture: BotsFixture,
  random: () => number,
  customers: readonly Customer[],
): Promise<void> {
  const { userId } = customers[Math.floor(random() * customers.length)]!;
  const by = customers.find((one) => one.userId === userId)!;
  const midnight = Math.ceil(fixture.clock.now().getTime() / DAY_MS + 0.1) * DAY_MS;
  fixture.clock.set(new Date(midnight - Math.floor(8 + random() * 14) * 60_000));
  await fixture.run(2);
  const minutes = 20 + Math.floor(random() * 16);
  for (let minute = 0; minute < minutes; minute++) {
    await fixture.run(1);
    const { rows } = await fixture.database.pool.query<{ id: string }>(
      "SELECT id FROM bot_investments WHERE user_id = $1 AND status = 'active' ORDER BY id LIMIT 1",
      [userId],
    );
    const dice = random();
    if (dice < 0.12)
      await fixture.runWork(by, (work) =>
        startBot(work, { userId, botType: 'smartbot', amountUsd: String(100 + Math.floor(dice * 1e4)) }),
      );
    else if (dice < 0.17 && rows[0])
      await fixture.runWork(by, (work) => stopBot(work, { userId, investmentId: rows[0]!.id }));
    else if (dice < 0.2 && rows[0])
      await fixture.runWork(fixture.admin, (work) =>
        applyReturn(work, { investmentId: rows[0]!.id, percent: '1.5', reason: 'Kulanz' }),
      );
    else if (dice < 0.23) fixture.sources.set('GOLD', dice < 0.215 ? 'kraken' : 'simulated');
    else if (dice < 0.26) await fixture.restart();
    if (random() < 0.2) await seal(fixture);
  }
  await seal(fixture);
}

const without = <T extends object>(of: T, ...names: string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));

export const OWN_MONEY = { endedStarts, readOwnStarts, readNewestNavs };

/** Every figure that is made of strikes, seals and protocol, but for the points of charts, which `chartsOf` has. */
export async function figuresOf(fixture: BotsFixture, customers: readonly Customer[]) {
  const { db } = fixture.database;
  const now = fixture.clock.now();
  const { rows: portfolios } = await fixture.database.pool.query<{ id: string; started_at: Date }>(
    'SELECT id, started_at FROM bot_portfolios ORDER BY id',
  );
  const { rows: days } = await fixture.database.pool.query<{ day: string }>(
    "SELECT DISTINCT to_char(bar_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM bot_fills ORDER BY 1",
  );
  const ofCustomers = [];
  for (const { userId } of customers) {
    const { items } = await listInvestments(db, userId, { page: 1, pageSize: 100 });
    const wealth = await readWealthHistory(db, OWN_MONEY, { userId, range: 'max', clockNow: now });
    const exported = [];
    for await (const part of exportInvestments(db, userId)) exported.push(part);
    const single = [];
    for (const { id } of items) {
      single.push(without(await readInvestmentDetail(db, userId, id), 'sparkline', 'valueHistory'));
      single.push(await listTradingRecords(db, userId, { id, page: 1, pageSize: 100 }));
      for (const { day } of days)
        single.push(await listFills(db, userId, { id, day, page: 1, pageSize: 100 }));
    }
    ofCustomers.push({
      investments: items.map((item) => without(item, 'sparkline')),
      single,
      exported,
      wealth: [wealth.sum, wealth.holdings, wealth.flows, wealth.investments],
    });
  }
  const closes = [];
  const ranges = [];
  for (const { id, started_at } of portfolios) {
    closes.push(await readDayCloses(db, id, started_at, now));
    ranges.push(await readSealedRange(db, id));
  }
  return {
    lines: await sealedLines(fixture.database),
    bots: (await listBots(db, fixture.strategies, now)).map((bot) => without(bot, 'sparkline')),
    bot: without(await getBot(db, fixture.strategies, 'smartbot', now), 'sparkline', 'navHistory'),
    records: (await listTrackRecords(db, now)).map((record) => ({
      ...record,
      series: record.series.map((series) => without(series, 'history')),
    })),
    outcomes: await listOutcomes(db),
    closes,
    ranges,
    ofCustomers,
  };
}

/** The points of charts that come from strikes: when, and the NAV then. */
export async function chartsOf(fixture: BotsFixture): Promise<Map<string, string>> {
  const { db } = fixture.database;
  const now = fixture.clock.now();
  const { navHistory } = await getBot(db, fixture.strategies, 'smartbot', now);
  const records = await listTrackRecords(db, now);
  const points = [
    navHistory,
    ...records.flatMap(({ series }) => series.map(({ history }) => history.slice(1))),
  ];
  return new Map(points.flat().map(({ at, nav }) => [at, nav]));
}

/** By the time of a strike, its NAV. */
export async function strikesOf(fixture: BotsFixture): Promise<Map<string, string>> {
  const { rows } = await fixture.database.pool.query<{ at: Date; nav: string }>(
    'SELECT at, nav FROM bot_nav',
  );
  return new Map(rows.map(({ at, nav }) => [at.toISOString(), nav]));
}
