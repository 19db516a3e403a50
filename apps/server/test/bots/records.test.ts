import type { InvestmentFill } from '@botdepot/contract';
import { floorToCent, fromWire } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyReturn, listBots, startBot, stopBot } from '../../src/modules/bots/index.ts';
import { exportInvestments } from '../../src/modules/bots/investments/investments-of-account.ts';
import { readInvestmentDetail } from '../../src/modules/bots/investments/read-investments.ts';
import { listFills, listTradingRecords } from '../../src/modules/bots/investments/trading-records.ts';
import type { Actor } from '../../src/platform/work.ts';
import { expectSound } from '../invariants.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

let fixture: BotsFixture;
let customer: Actor & { userId: string };
let stopped: string;
let running: string;

/** Three nights around midnight UTC, a manual return in the second: four days of records. */
beforeAll(async () => {
  fixture = await createBotsFixture();
  fixture.clock.set(new Date('2026-03-02T23:40:00Z'));
  // Started and stopped in minutes with fills: what came before a price is not borne twice, and nothing that came after it is lost.
  await fixture.run(10);
  customer = await fixture.createCustomer('10000');
  stopped = await invest('1000');
  running = await invest('2345.67');
  await fixture.run(22);
  // Asked in between, so that the days remembered then are part of what is read later.
  await readRecord();
  skipTo('2026-03-03T23:45:00Z');
  await fixture.run(7);
  await manualReturn(stopped, '5');
  await fixture.run(25);
  skipTo('2026-03-04T23:50:00Z');
  await fixture.run(20);
  await fixture.runWork(customer, (work) =>
    stopBot(work, { userId: customer.userId, investmentId: stopped }),
  );
  await fixture.run(6);
}, 400_000);
afterAll(() => fixture.close());

const skipTo = (time: string) => fixture.clock.set(new Date(time));

async function readRecord() {
  const bots = await listBots(fixture.database.db, fixture.strategies, fixture.clock.now());
  return bots.find(({ botType }) => botType === 'smartbot')?.record;
}

async function invest(amountUsd: string): Promise<string> {
  const { id } = await fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
  );
  return id;
}

async function rowsOf<T extends Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  return (await fixture.database.pool.query<T>(statement, values)).rows;
}

async function manualReturn(investmentId: string, percent: string): Promise<void> {
  await fixture.runWork(fixture.admin, (work) =>
    applyReturn(work, { investmentId, percent, reason: 'Kulanz' }),
  );
}

async function fillsOf(id: string, day?: string): Promise<InvestmentFill[]> {
  const fills: InvestmentFill[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await listFills(fixture.database.db, customer.userId, {
      id,
      page,
      pageSize: 100,
      day,
    });
    fills.push(...items);
    if (items.length === 0 || fills.length >= total) return fills;
  }
}

const idsOf = (fills: readonly InvestmentFill[]): string[] => fills.map(({ id }) => id);

const sumOf = <T>(rows: readonly T[], amount: (row: T) => string): number =>
  rows.reduce((sum, row) => sum + Number(amount(row)), 0);

const all = { page: 1, pageSize: 100 };
const { abs } = Math;

describe('daily records', () => {
  it.each(['stopped', 'running'] as const)(
    'of the %s investment chain from its start to its value',
    async (which) => {
      const id = which === 'stopped' ? stopped : running;
      const { items, total } = await listTradingRecords(fixture.database.db, customer.userId, { id, ...all });
      const detail = await readInvestmentDetail(fixture.database.db, customer.userId, id);
      const records = items.toReversed();
      expect(total).toBe(records.length);
      expect(records.map(({ day, source }) => `${day} ${source}`)).toEqual([
        '2026-03-02 market',
        '2026-03-03 market',
        ...(which === 'stopped' ? ['2026-03-03 manual', '2026-03-03 market'] : []),
        '2026-03-04 market',
        '2026-03-05 market',
      ]);
      expect(records[0]?.amountBefore).toBe(detail.usdInitialAmount);
      expect(records.at(-1)?.amountAfter).toBe(detail.usdCurrentAmount);
      for (const [index, record] of records.entries()) {
        const before = fromWire(record.amountBefore);
        const after = fromWire(record.amountAfter);
        if (index > 0) expect(record.amountBefore).toBe(records[index - 1]?.amountAfter);
        expect(fromWire(record.profitLoss)).toBe(after - before);
        expect(floorToCent(after)).toBe(after);
        expect(record.dailyReturnRate).toBeCloseTo(
          record.source === 'manual' ? 0.05 : Number(after - before) / Number(before),
          4,
        );
      }
    },
  );

  it('of a manual return name its booking and its reason, those of the market have neither', async () => {
    const { items } = await listTradingRecords(fixture.database.db, customer.userId, { id: stopped, ...all });
    const [booking] = await rowsOf<{ id: string }>(
      "SELECT id FROM ledger_transfers WHERE kind = 'manual_return' AND reference_id = $1",
      stopped,
    );
    expect(items.filter(({ source }) => source === 'manual')).toMatchObject([
      { transferId: booking?.id, reason: 'Kulanz' },
    ]);
    for (const record of items.filter(({ source }) => source === 'market'))
      expect(record).toMatchObject({ transferId: null, reason: null });
  });

  it('have the fills of their day behind them: each fill behind one day, and none is left out', async () => {
    for (const id of [stopped, running]) {
      const records = await listTradingRecords(fixture.database.db, customer.userId, { id, ...all });
      const days = [...new Set(records.items.map(({ day }) => day))];
      const found: string[] = [];
      for (const day of days) {
        const fills = idsOf(await fillsOf(id, day));
        const strikes = await rowsOf<{ early: number; late: number }>(
          `SELECT count(*) FILTER (WHERE n.at <= $2::date::timestamp AT TIME ZONE 'UTC')::int AS early,
                  count(*) FILTER (WHERE n.at > ($2::date + 1)::timestamp AT TIME ZONE 'UTC')::int AS late
           FROM bot_fills f JOIN bot_nav n ON n.portfolio_id = f.portfolio_id AND n.seq = f.nav_seq
           WHERE f.id = ANY($1)`,
          fills,
          day,
        );
        expect(strikes).toEqual([{ early: 0, late: 0 }]);
        found.push(...fills);
      }
      expect(found.toSorted()).toEqual(idsOf(await fillsOf(id)).toSorted());
      expect(idsOf(await fillsOf(id, '2026-03-01'))).toEqual([]);
      expect(idsOf(await fillsOf(id, '2026-03-06'))).toEqual([]);
    }
  });

  it('are in the download of one’s own data one by one, also those of a day with a manual return', async () => {
    const { db } = fixture.database;
    const exported: object[] = [];
    for await (const investment of exportInvestments(db, customer.userId)) exported.push(investment);
    for (const id of [stopped, running]) {
      const { items, total } = await listTradingRecords(db, customer.userId, { id, ...all });
      expect(new Set(items.map(({ from, source }) => `${from} ${source}`)).size).toBe(total);
      expect(exported).toContainEqual(expect.objectContaining({ id, tradingRecords: items }));
    }
  });

  it('carry the specification’s names in the view', async () => {
    const [row] = await rowsOf('SELECT * FROM bot_trading_records WHERE investment_id = $1 LIMIT 1', running);
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining([
        'investment_id',
        'daily_return_rate',
        'amount_before',
        'amount_after',
        'profit_loss',
      ]),
    );
  });
});

describe('the record of the bot', () => {
  it('falls from minute to minute and, as backtests do, from day to day', async () => {
    const record = await readRecord();
    const strikes = await rowsOf<{ at: Date; nav: number }>(
      'SELECT at, nav::float8 AS nav FROM bot_nav ORDER BY seq',
    );
    // A strike at midnight ends the day before.
    const lastOfDay = new Map(strikes.map(({ at, nav }) => [Math.ceil(at.getTime() / DAY_MS), nav]));
    expect(lastOfDay.size).toBe(4);
    const deepest = (navs: Iterable<number>) => {
      let peak = 1;
      let fall = 0;
      for (const nav of navs) {
        peak = Math.max(peak, nav);
        fall = Math.min(fall, nav / peak - 1);
      }
      return fall;
    };
    const daily = deepest(lastOfDay.values());
    expect(record?.dailyDrawdownFraction).toBeCloseTo(daily, 12);
    expect(record?.maxDrawdownFraction).toBeCloseTo(deepest(strikes.map(({ nav }) => nav)), 12);
    expect(record?.maxDrawdownFraction).toBeLessThan(daily);
    expect(await readRecord()).toEqual(record);
  });
});

describe('the breakdown of an investment', () => {
  it('adds up to its value, the manual return told apart', async () => {
    for (const id of [stopped, running]) {
      const { breakdown, usdCurrentAmount } = await readInvestmentDetail(
        fixture.database.db,
        customer.userId,
        id,
      );
      const part = (name: keyof typeof breakdown) => fromWire(breakdown[name]);
      expect(
        part('initialAmount') +
          part('realised') +
          part('unrealised') -
          part('costs') -
          part('financing') +
          part('manual') +
          part('rounding'),
      ).toBe(part('value'));
      expect(breakdown.value).toBe(usdCurrentAmount);
      expect(abs(Number(part('rounding')))).toBeLessThan(50_000);
      expect(part('manual') > 0n).toBe(id === stopped);
    }
  });

  it('names the costs of the fills that it lists, which tell what they are made of', async () => {
    for (const id of [stopped, running]) {
      const fills = await fillsOf(id);
      expect(fills.length).toBeGreaterThan(20);
      const { breakdown } = await readInvestmentDetail(fixture.database.db, customer.userId, id);
      const traded = sumOf(fills, ({ costs }) => costs);
      expect(abs(traded - Number(breakdown.costs))).toBeLessThan(0.01 + fills.length * 0.0001);
      for (const { costs, fee, spread, slippage } of fills)
        expect(abs(Number(fee) + Number(spread) + Number(slippage) - Number(costs))).toBeLessThan(0.0002);
    }
  });

  it('names the financing of the daily records, through a change of its units and the end', async () => {
    for (const id of [stopped, running]) {
      const { breakdown } = await readInvestmentDetail(fixture.database.db, customer.userId, id);
      const { items } = await listTradingRecords(fixture.database.db, customer.userId, { id, ...all });
      expect(items.length).toBeGreaterThan(3);
      const held = sumOf(items, ({ financing }) => financing);
      expect(abs(held - Number(breakdown.financing))).toBeLessThan(0.005 + items.length * 0.0001);
      for (const { source, financing } of items) {
        expect(Number(financing)).toBeGreaterThanOrEqual(0);
        if (source === 'manual') expect(financing).toBe('0.00');
      }
      const each = [];
      for (let page = 1; page <= items.length; page++)
        each.push(
          ...(await listTradingRecords(fixture.database.db, customer.userId, { id, page, pageSize: 1 }))
            .items,
        );
      expect(each).toEqual(items);
      expect(Number(breakdown.financing)).toBeGreaterThan(0.1);
    }
  });
});

describe('drawdown and history', () => {
  it('are those of the strikes between start and stop', async () => {
    for (const id of [stopped, running]) {
      const detail = await readInvestmentDetail(fixture.database.db, customer.userId, id);
      const strikes = await rowsOf<{ at: Date; nav: string }>(
        `SELECT n.at, n.nav FROM bot_nav n, bot_investments i
         WHERE i.id = $1 AND n.portfolio_id = i.portfolio_id
           AND n.seq > (SELECT min(nav_seq) FROM bot_unit_entries WHERE investment_id = i.id)
           AND n.seq <= CASE WHEN i.status = 'active' THEN n.seq
                             ELSE (SELECT max(nav_seq) FROM bot_unit_entries WHERE investment_id = i.id) END
         ORDER BY n.seq`,
        id,
      );
      const navs = [detail.navAtStart, ...strikes.map(({ nav }) => nav), detail.nav].map(Number);
      let peak = 0;
      const falls = navs.map((nav) => {
        peak = Math.max(peak, nav);
        return nav / peak - 1;
      });
      expect(detail.maxDrawdownFraction).toBeCloseTo(Math.min(...falls), 10);
      expect(detail.maxDrawdownFraction).toBeLessThan(-0.001);
      expect(detail.valueHistory.length).toBeLessThanOrEqual(300);
      expect(detail.valueHistory.at(-1)?.value).toBe(detail.usdCurrentAmount);
      const byTime = new Map(strikes.map(({ at }, index) => [at.toISOString(), falls[index + 1]]));
      for (const point of detail.valueHistory.slice(1, -1))
        expect(point.drawdown).toBeCloseTo(byTime.get(point.at) ?? Number.NaN, 10);
    }
  });

  it('leave every invariant in place', async () => {
    await expectSound(fixture);
  });
});
