import { MARKET_SYMBOLS, TICK_MS } from '@botdepot/contract';
import { fixed12FromText } from '@botdepot/money';
import { MINUTE_MS, type Strategy, type SymbolIntent } from '@botdepot/trading';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyReturn, startBot, stopBot } from '../../src/modules/bots/index.ts';
import type { Actor } from '../../src/platform/work.ts';
import { expectSound } from '../invariants.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';

let fixture: BotsFixture;
beforeEach(async () => {
  fixture = await createBotsFixture();
});
afterEach(() => fixture.close());

type Customer = Actor & { userId: string };
const start = (customer: Customer, amountUsd = '1000') =>
  fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
  );
const stop = (customer: Customer, investmentId: string) =>
  fixture.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId }));
const book = (investmentId: string) =>
  fixture.runWork(fixture.admin, (work) => applyReturn(work, { investmentId, percent: '1', reason: 'Test' }));

const rowsOf = async <T extends Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<T[]> => (await fixture.database.pool.query<T>(statement, values)).rows;
const transfers = async () => (await rowsOf('SELECT id FROM ledger_transfers')).length;

type Tick = { nav: string; nav_seq: string; stale: string[]; at: Date; financing: number };
async function tickRow(): Promise<Tick> {
  const [row] = await rowsOf<Tick>(
    `SELECT nav, nav_seq, stale, at, (figures ->> 'financing')::float8 AS financing FROM bot_ticks`,
  );
  if (!row) throw new Error('no tick');
  return row;
}
async function strikeRow(): Promise<{ nav: string; seq: string; fills: string }> {
  const [row] = await rowsOf<{ nav: string; seq: string; fills: string }>(
    `SELECT nav, seq, (SELECT count(*) FROM bot_fills f WHERE f.portfolio_id = n.portfolio_id AND f.nav_seq = n.seq) AS fills
     FROM bot_nav n ORDER BY at DESC LIMIT 1`,
  );
  if (!row) throw new Error('no strike');
  return row;
}

/** Ticks within the running minute, `offsetMs` after its start. */
async function tickAt(offsetMs: number): Promise<void> {
  const minute = Math.floor(fixture.clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
  fixture.clock.set(new Date(minute + offsetMs));
  await fixture.tick();
}

/** The last tick of the minute and the strike after it. */
async function closeWatched() {
  await tickAt(MINUTE_MS - TICK_MS);
  const tick = await tickRow();
  await fixture.closeMinute();
  return { tick, strike: await strikeRow() };
}

const mirrored = (offset: number) => MARKET_SYMBOLS[offset]!.symbol;

describe('the NAV of a tick', () => {
  it('is the strike of the minute so far: at its last tick the strike itself, through halts, shut markets and restarts', async () => {
    await fixture.run(11);
    let withFills = 0;
    for (let minute = 0; minute < 45; minute++) {
      if (minute === 8) fixture.silent.add(mirrored(0)).add(mirrored(3));
      if (minute === 16) fixture.silent.clear();
      if (minute === 18) fixture.shut.add(mirrored(1)).add(mirrored(7));
      if (minute === 29) fixture.shut.clear();
      if (minute === 31) await fixture.restart();
      if (minute % 3 === 0) await tickAt(20_000);
      const { tick, strike } = await closeWatched();
      expect(tick.nav, `minute ${minute}`).toBe(strike.nav);
      expect(Number(tick.nav_seq)).toBe(Number(strike.seq) - 1);
      if (Number(strike.fills) > 0) withFills++;
    }
    expect(withFills).toBeGreaterThan(20);
    await expectSound(fixture);
  }, 240_000);

  it('is the strike also in the first minutes after an outage, in which orders lapse and prices jump', async () => {
    await fixture.run(10);
    // Five minutes pass that nobody watches, candles arrive all the same.
    for (let minute = 0; minute < 7; minute++) await fixture.closeMinute({ tell: false });
    fixture.market.shock(fixture.clock.now().getTime(), 1.05);
    await fixture.restart();
    await fixture.takeOver();
    const first = await closeWatched();
    expect(first.tick.nav).toBe(first.strike.nav);
    const second = await closeWatched();
    expect(second.tick.nav).toBe(second.strike.nav);
    await expectSound(fixture);
  });

  it('is the strike also in the minute in which another source takes over, whose prices are no gain', async () => {
    await fixture.run(11);
    const before = Number((await strikeRow()).nav);
    const [first] = MARKET_SYMBOLS;
    fixture.sources.set(first!.symbol, 'kraken');
    const { tick, strike } = await closeWatched();
    expect(tick.nav).toBe(strike.nav);
    expect(Math.abs(Number(tick.nav) / before - 1)).toBeLessThan(0.05);
    expect((await rowsOf(`SELECT id FROM bot_fills WHERE reason = 'settlement'`)).length).toBeLessThan(2);
  });

  it('knows right after a decision what its orders will cost, before the first tick of the next minute', async () => {
    await fixture.run(14);
    await fixture.closeMinute();
    const decided = await strikeRow();
    const orders = await rowsOf<{ waiting: string }>(
      `SELECT count(*) AS waiting FROM bot_portfolios, jsonb_array_elements(state -> 'broker' -> 'orders') o WHERE o <> 'null'`,
    );
    expect(Number(orders[0]?.waiting)).toBeGreaterThan(5);
    const price = await tickRow();
    expect(price.nav_seq).toBe(decided.seq);
    const known = Number(price.nav) / Number(decided.nav) - 1;
    // Half a spread, slippage and fee of what is turned over: some basis points, and never a gain.
    expect(known).toBeLessThan(-0.0001);
    const customer = await fixture.createCustomer('1000');
    const { navAtStart } = await start(customer);
    expect(fixed12FromText(navAtStart)).toBe(fixed12FromText(price.nav));
  });
});

describe('a symbol without a fresh price', () => {
  it('that is held refuses start, stop and manual return, and nothing is booked until it is back', async () => {
    const customer = await fixture.createCustomer('5000');
    await fixture.run(12);
    const { id } = await start(customer);
    const before = await transfers();
    for (const { symbol } of MARKET_SYMBOLS) fixture.silent.add(symbol);
    await fixture.tick();
    expect((await tickRow()).stale.length).toBeGreaterThan(3);
    await expect(start(customer)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    await expect(stop(customer, id)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    await expect(book(id)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    expect(await transfers()).toBe(before);
    fixture.silent.clear();
    await fixture.tick();
    await book(id);
    await stop(customer, id);
  });

  it('that is neither held nor ordered is nobody’s concern', async () => {
    const customer = await fixture.createCustomer('5000');
    await fixture.close();
    fixture = await createBotsFixture({ strategies: botStrategies(holdsFirst({ stop: null })) });
    const other = await fixture.createCustomer('5000');
    await fixture.run(12);
    for (const { symbol } of MARKET_SYMBOLS.slice(1)) fixture.silent.add(symbol);
    await fixture.tick();
    expect((await tickRow()).stale).toEqual([]);
    const { id } = await start(other);
    await stop(other, id);
    expect(customer.userId).not.toBe(other.userId);
  });

  it('whose market is closed counts at its close', async () => {
    const customer = await fixture.createCustomer('5000');
    await fixture.run(12);
    for (const { symbol } of MARKET_SYMBOLS) {
      fixture.silent.add(symbol);
      fixture.shut.add(symbol);
    }
    await fixture.run(2);
    const { id } = await start(customer);
    await stop(customer, id);
  });
});

describe('a NAV of nothing', () => {
  it('never pays out from a living series: ten seconds of wrong prices end no investment', async () => {
    await fixture.close();
    fixture = await createBotsFixture({ strategies: botStrategies(holdsFirst({ stop: null }, 3)) });
    const customer = await fixture.createCustomer('5000');
    await fixture.run(12);
    const { id } = await start(customer);
    await fixture.run(1);
    const faultAt = fixture.clock.now().getTime() + 20_000;
    fixture.market.shock(faultAt, 0.2);
    fixture.market.shock(faultAt + 10_000, 5);
    await tickAt(25_000);
    expect(Number((await tickRow()).nav)).toBe(0);
    await expect(stop(customer, id)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    await expect(start(customer)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    await expect(book(id)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    await tickAt(35_000);
    const { usdCurrentAmount } = await stop(customer, id);
    expect(Number(usdCurrentAmount)).toBeGreaterThan(800);
    await fixture.run(1);
    await expectSound(fixture);
  });
});

/** Holds a multiple of the equity in the first symbol for good. */
function holdsFirst({ stop }: { stop: null }, weight = 1): Strategy<unknown> {
  return {
    ...restlessStrategy(),
    id: 'holds-first',
    decide: (view, portfolio) => ({
      intents: view.symbols.map((_, index): SymbolIntent => {
        const enters = index === 0 && portfolio.weights[index] === 0;
        return {
          target: enters ? { weight, stop, closeAt: null } : null,
          adjustment: enters ? 'entry' : 'none',
          signal: 1,
          reason: 'restless',
          figures: {},
        };
      }),
      figures: {},
    }),
  };
}
