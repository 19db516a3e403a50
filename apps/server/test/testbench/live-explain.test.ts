import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromWire, toWire } from '@botdepot/money';
import { HOUR_MS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExplainer } from '../../src/modules/testbench/live/explain-fill.ts';
import { createLiveWorld, type LiveWorld, liveOf } from './live-world.ts';
import { code, type Person, RULE } from './testbench-world.ts';

const price = { kind: 'price', field: 'close' };
const ema = (bars: number) => ({ kind: 'indicator', indicator: 'ema', bars });
/** In and out within hours, both ways, with a carried indicator and a stop that is reached within bars. */
const BOTH_WAYS = {
  ...RULE,
  symbols: ['BTC/USD'],
  side: 'both',
  entryLong: { is: 'above', left: price, right: ema(3) },
  exitLong: { is: 'below', left: price, right: ema(2) },
  // Two lines, so that it can be told from the exit.
  entryShort: {
    all: [
      { is: 'below', left: price, right: ema(3) },
      { is: 'within', field: 'hour', from: 0, to: 23 },
    ],
  },
  exitShort: { is: 'above', left: price, right: ema(2) },
  stop: { unit: 'percent', value: 4 },
};
/** Buys when the first day ends. */
const DAILY = {
  ...RULE,
  symbols: ['BTC/USD'],
  interval: '1d',
  entryLong: { is: 'above', left: price, right: { kind: 'number', value: 1 } },
};

interface Explained {
  decision: null | {
    at: string;
    close: number;
    ordered: string;
    lines: { text: string; values: (number | null)[]; isTrue: boolean | null }[];
    below: { price: number } | null;
    above: { price: number } | null;
    missing: string | null;
  };
  quantity: number;
  seal: string;
  money:
    | null
    | (Record<'before' | 'market' | 'costs' | 'financing' | 'rounding' | 'after', string> & {
        seq: number;
        at: string;
        from: string;
        fills: number;
      });
}
type Fill = { id: string; at: string; symbol: string; side: string; reason: string; quantity: number };

let world: LiveWorld;
let anna: Person;
let live: ReturnType<typeof liveOf>;
let bot: { id: string };
let daily: { id: string };
beforeAll(async () => {
  world = await createLiveWorld({ seed: 21 });
  // Hours before the day ends, at which the one on days decides.
  world.clock.set(new Date('2026-03-02T15:00:00.000Z'));
  await world.history(24 * 60);
  anna = await world.person('1000');
  live = liveOf(world.api, anna);
  const first = await world.certified(anna, { rule: BOTH_WAYS });
  const second = await world.certified(anna, { name: 'Auf Tagen', rule: DAILY });
  await live.start(first, '250');
  await live.start(second, '100');
  [bot, daily] = [first, second];
  await world.run(10 * 60);
});
afterAll(() => world.close());

const explain = async (fill: { id: string }, as: Person = anna) =>
  world.api.call('GET', `/api/own-bot-fills/${fill.id}/decision`, { as });
const fillsOf = async ({ id }: { id: string }) => (await live.list('fills', id)) as unknown as Fill[];

describe('a fill of an own bot', () => {
  it('says by which conditions it was ordered, at the bar that ended before it, and from which close on it would not have been', async () => {
    const fills = await fillsOf(bot);
    const decided = fills.filter(({ reason }) => reason !== 'stop');
    expect(decided.length).toBeGreaterThan(4);
    // Also sold to go short at once: the condition of that, and not of the exit.
    expect(decided.some(({ reason, side }) => reason === 'reverse' && side === 'sell')).toBe(true);
    let withPrice = 0;
    for (const fill of decided) {
      const { status, body } = await explain(fill);
      expect(status).toBe(200);
      const { decision } = body as unknown as Explained;
      expect(decision).not.toBeNull();
      const { at, close, ordered, lines, below, above, missing } = decision!;
      expect(Date.parse(at)).toBe(Math.floor(Date.parse(fill.at) / HOUR_MS) * HOUR_MS - HOUR_MS);
      expect(ordered).toBe(fill.reason);
      // What ordered it was true, and is about the close that is named.
      expect(lines.map(({ isTrue }) => isTrue)).toEqual(lines.map(() => true));
      expect(lines.flatMap(({ values }) => values)).toContain(close);
      const isShortEntry = fill.side === 'sell' && fill.reason !== 'exit';
      expect(lines).toHaveLength(isShortEntry ? 2 : 1);
      // As it was written: the canonical form turns „unter“ round.
      expect(lines[0]?.text).toMatch(/^der Schlusskurs liegt (über|unter) dem exponentiellen Durchschnitt/);
      expect(missing === null).toBe(below !== null || above !== null);
      if (missing === 'other-run') continue;
      withPrice++;
      // Bought above a mean: only a lower close would have been another order, and it is a lower one.
      if (below) expect(below.price).toBeLessThan(close);
      if (above) expect(above.price).toBeGreaterThan(close);
    }
    expect(withPrice).toBeGreaterThan(decided.length / 2);
  });

  it('has no decision where a stop acted within a bar', async () => {
    const stops = (await fillsOf(bot)).filter(({ reason }) => reason === 'stop');
    expect(stops.length).toBeGreaterThan(0);
    for (const fill of stops) expect((await explain(fill)).body).toMatchObject({ decision: null });
  });

  it('says what it made of the owner’s money: the parts add up to the cent, from one strike to the next', async () => {
    const strikes = await live.list('strikes', bot.id);
    const [run] = await live.runs(bot.id);
    for (const fill of await fillsOf(bot)) {
      const { money, quantity, seal } = (await explain(fill)).body as unknown as Explained;
      expect(seal).toBe('waiting');
      expect(money).not.toBeNull();
      const [before, market, costs, financing, rounding, after] = (
        ['before', 'market', 'costs', 'financing', 'rounding', 'after'] as const
      ).map((part) => fromWire(money![part])) as [bigint, bigint, bigint, bigint, bigint, bigint];
      expect(before + market - costs - financing + rounding).toBe(after);
      expect(rounding < 20_000n && rounding > -20_000n, `${rounding}`).toBe(true);
      expect(costs > 0n).toBe(true);
      const strike = strikes.find(({ seq }) => seq === money!.seq);
      // 250 units, since it began at 1.0.
      if (strike)
        expect(after).toBe(fromWire(toWire(BigInt(Math.floor(Number(strike.nav) * 25_000)) * 10_000n)));
      expect(quantity).toBeCloseTo(250 * fill.quantity, 9);
      expect(Date.parse(money!.at)).toBeGreaterThanOrEqual(Date.parse(fill.at));
      expect(Date.parse(money!.from)).toBeLessThan(Date.parse(money!.at));
    }
    expect(run).toMatchObject({ amountUsd: '250.00' });
  });

  it('is explained on days for a rule on days', async () => {
    const [fill] = await fillsOf(daily);
    expect(fill).toBeDefined();
    const { decision } = (await explain(fill!)).body as unknown as Explained;
    expect(decision).toMatchObject({ ordered: 'entry', lines: [{ isTrue: true }] });
    expect(decision!.at).toMatch(/T00:00:00/);
    expect(Date.parse(decision!.at)).toBeLessThan(Date.parse(fill!.at) - 23 * HOUR_MS);
  });

  it('is nobody else’s business, and one that there is not is not found', async () => {
    const [fill] = await fillsOf(bot);
    const stranger = await world.person();
    expect(code(await explain(fill!, stranger))).toBe('404 OWN_BOT_NOT_FOUND');
    expect(code(await explain({ id: randomUUID() }))).toBe('404 OWN_BOT_NOT_FOUND');
  });

  it('is worked out one after the other for one person', async () => {
    const fill = (await fillsOf(bot)).find(({ reason }) => reason === 'entry');
    let [underWay, most, asked] = [0, 0, 0];
    const explainer = createExplainer({
      db: world.database.db,
      backtests: {
        async explain() {
          asked++;
          most = Math.max(most, ++underWay);
          await sleep(5);
          underWay--;
          return null;
        },
      },
    });
    const { signal } = new AbortController();
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => explainer({ id: fill!.id, userId: anna.userId }, signal)),
    );
    // What failed for one keeps none of the others from being asked.
    expect({ asked, most, statuses: [...new Set(answers.map(({ status }) => status))] }).toEqual({
      asked: 8,
      most: 1,
      statuses: ['rejected'],
    });
  });
});

describe('the curve of a run', () => {
  it('is what the owner’s money was worth at some of its strikes, from the amount put in to its value now', async () => {
    const { status, body } = await world.api.call('GET', `/api/own-bots/${bot.id}/curve`, { as: anna });
    expect(status).toBe(200);
    const points = body.items as unknown as { at: string; valueUsd: string; drawdown: number }[];
    const [run] = await live.runs(bot.id);
    expect(points.length).toBeGreaterThan(10);
    expect(points.length).toBeLessThanOrEqual(161);
    expect(points.at(-1)).toMatchObject({ valueUsd: run!.valueUsd });
    let peak = 250_000_000n;
    for (const [index, { at, valueUsd, drawdown }] of points.entries()) {
      if (index > 0) expect(Date.parse(at)).toBeGreaterThan(Date.parse(points[index - 1]!.at));
      const value = fromWire(valueUsd);
      if (value > peak) peak = value;
      // There may have been a higher one between two points.
      expect(drawdown).toBeLessThanOrEqual(Number(value) / Number(peak) - 1 + 1e-4);
      expect(drawdown).toBeLessThanOrEqual(0);
    }
  });

  it('ends at what is known now, also between two strikes, with the fall of that moment', async () => {
    await world.run(7);
    const { body } = await world.api.call('GET', `/api/own-bots/${bot.id}/curve`, { as: anna });
    const points = body.items as unknown as { at: string; valueUsd: string; drawdown: number }[];
    const [run] = await live.runs(bot.id);
    expect(points.at(-1)).toMatchObject({ at: run!.at, valueUsd: run!.valueUsd });
    const { rows } = await world.database.pool.query<{ peak: number; last: Date }>(
      `SELECT max(n.nav)::float8 AS peak, max(n.at) AS last
       FROM bot_nav n JOIN bot_portfolios p ON p.id = n.portfolio_id WHERE p.bot_id = $1`,
      [bot.id],
    );
    expect(rows[0]!.last.toISOString() < String(run!.at)).toBe(true);
    const nav = Number(run!.nav);
    expect(points.at(-1)!.drawdown).toBeCloseTo(nav / Math.max(rows[0]!.peak, nav) - 1, 12);
  });

  it('is another one for each run, and there is none before the first', async () => {
    const unused = await world.certified(anna, { name: 'Ungenutzt' });
    const curve = async (path: string) => world.api.call('GET', `/api/own-bots/${path}`, { as: anna });
    expect((await curve(`${unused.id}/curve`)).body).toMatchObject({ items: [] });
    expect(code(await curve(`${bot.id}/curve?series=2`))).toBe('404 OWN_BOT_NOT_FOUND');
  });
});
