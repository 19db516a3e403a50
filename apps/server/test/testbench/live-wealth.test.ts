// „Vermögen“ with own bots: what waits, what runs and what came back is money of one person all the time.
import { type OwnBotRun, WEALTH_PARTS, type WealthHistory, type WealthRange } from '@botdepot/contract';
import { fixed12FromText, fromWire, payoutOf } from '@botdepot/money';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import type { OwnMoney, OwnStart } from '../../src/modules/bots/wealth/own-holdings.ts';
import { readWealthHistory } from '../../src/modules/bots/wealth/read-wealth-history.ts';
import { endedStarts, readNewestNavs, readOwnStarts } from '../../src/modules/testbench/index.ts';
import { HOUSE_ACCOUNTS, postTransfer } from '../../src/modules/wallet/index.ts';
import type { Tx } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/work.ts';
import { restlessStrategy } from '../bots/restless-strategy.ts';
import { expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { countRowsRead, recordStatements } from '../rows-read.ts';
import { personActor } from '../server-fixture.ts';
import { createLiveWorld, type LiveWorld, liveOf } from './live-world.ts';
import { ownBotsOf, type Person, RULE } from './testbench-world.ts';

const RANGES = ['1d', '1w', '1m', '1y', 'max'] as const;
const IDLE = { rule: { ...RULE, symbols: ['GOLD'] } };

let world: LiveWorld;
beforeAll(async () => {
  const idle = restlessStrategy({ gross: 0 });
  world = await createLiveWorld({
    withHouse: true,
    compile: (rule) => {
      const { symbols } = rule as { symbols: string[] };
      return { strategy: symbols[0] === 'GOLD' ? idle : restlessStrategy(), symbols };
    },
  });
  await world.history(3);
  await world.run(12);
});
afterAll(() => world.close());

async function read(as: Person, range: WealthRange = 'max'): Promise<WealthHistory> {
  const { status, body } = await world.api.call('GET', `/api/wealth?range=${range}`, { as });
  expect(status).toBe(200);
  // What the contract says of the answer.
  return body as unknown as WealthHistory;
}

/** Everything that the sum names, added up. */
function added({ sum }: WealthHistory): bigint {
  const { costs, financing, end, ...parts } = sum;
  const rest = Object.values(parts).reduce((total, part) => total + fromWire(part), 0n);
  return rest - fromWire(costs) - fromWire(financing);
}

const correct = (as: Person, micros: bigint) =>
  world.runWork(world.admin, (work) =>
    postTransfer(work, {
      kind: 'wallet_corrected',
      referenceId: newId(),
      description: 'Ausgleich',
      customer: { userId: as.userId, available: micros, reserved: 0n },
      counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -micros }],
    }),
  );

const startHouse = (as: Person, amountUsd: string) =>
  world.runWork(personActor('user', as.userId), (work) =>
    startBot(work, { userId: as.userId, botType: 'smartbot', amountUsd }),
  );

/** What somebody has in own bots at a moment, worked out from every row there is. */
async function ownAt(as: Person): Promise<(at: number) => bigint> {
  const { rows } = await world.database.pool.query<{
    amount: string;
    created_at: Date;
    decided_at: Date | null;
    portfolio_id: string | null;
    units: string | null;
    ended_at: Date | null;
  }>(
    `SELECT o.amount, o.created_at, o.decided_at, o.portfolio_id, o.units,
       (SELECT max(created_at) FROM bot_unit_entries e WHERE e.portfolio_id = o.portfolio_id AND e.units < 0) AS ended_at
     FROM own_bot_orders o WHERE o.user_id = $1 AND o.kind = 'start'`,
    [as.userId],
  );
  const strikes = await world.database.pool.query<{ portfolio_id: string; at: Date; nav: string }>(
    'SELECT portfolio_id, at, nav FROM bot_nav WHERE portfolio_id = ANY ($1) ORDER BY at',
    [rows.flatMap((row) => row.portfolio_id ?? [])],
  );
  const after = (time: Date | null, at: number) => time === null || time.getTime() > at;
  return (at) => {
    let total = 0n;
    for (const row of rows) {
      if (row.created_at.getTime() > at) continue;
      if (after(row.decided_at, at)) total += fromWire(row.amount);
      else if (row.portfolio_id !== null && after(row.ended_at, at)) {
        const known = strikes.rows.filter(
          (strike) => strike.portfolio_id === row.portfolio_id && strike.at.getTime() <= at,
        );
        total += payoutOf(fixed12FromText(row.units ?? '0'), fixed12FromText(known.at(-1)?.nav ?? '0'));
      }
    }
    return total;
  };
}

/** What somebody's wallet held at a moment, from its entries. */
async function walletAt(as: Person): Promise<(at: number) => bigint> {
  const { rows } = await world.database.pool.query<{ created_at: Date; amount: string }>(
    `SELECT t.created_at, e.amount FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
     JOIN user_wallets w ON w.user_id = t.user_id AND e.account_id IN (w.available_account_id, w.reserved_account_id)
     WHERE t.user_id = $1`,
    [as.userId],
  );
  return (at) =>
    rows
      .filter((row) => row.created_at.getTime() <= at)
      .reduce((total, { amount }) => total + fromWire(amount), 0n);
}

/** The same, but that each run that is over is read and worked out by itself. */
async function readOneByOne(as: Person, range: WealthRange): Promise<WealthHistory> {
  const { db } = world.database;
  const ownMoney: OwnMoney = {
    readNewestNavs,
    endedStarts: (userId, since) => sql`SELECT * FROM (${endedStarts(userId, since)}) e WHERE false`,
    async readOwnStarts(tx, userId, since) {
      const { rows } = await tx.$client.query<OwnStart>(
        `SELECT s.id, s.bot_id AS "botId", b.number, d.name, s.amount, s.created_at AS "orderedAt", s.decided_at AS "decidedAt",
           s.portfolio_id AS "runId"
         FROM own_bot_orders s JOIN bots b ON b.id = s.bot_id LEFT JOIN own_bot_drafts d ON d.bot_id = b.id
         JOIN bot_portfolios p ON p.id = s.portfolio_id
         WHERE s.user_id = $1 AND s.kind = 'start' AND s.decided_at > $2 AND p.closed_at IS NOT NULL`,
        [userId, since],
      );
      const ended = rows.map((row) => ({ ...row, amount: fromWire(String(row.amount)) }));
      const others = await readOwnStarts(tx, userId, since);
      return [...others, ...ended].sort((a, b) => a.orderedAt.getTime() - b.orderedAt.getTime());
    },
  };
  return readWealthHistory(db as Tx, ownMoney, { userId: as.userId, range, clockNow: world.clock.now() });
}

describe('wealth with an own bot', () => {
  it('does not change by its start, names what it brought, and is what the wallet says', async () => {
    const anna = await world.person('1000');
    const live = liveOf(world.api, anna);
    const bot = await world.certified(anna, { name: 'Abendbot' });
    world.clock.advance(2);
    await live.start(bot, '300');
    expect(await live.wallet()).toMatchObject({ activeOwnBots: 0, hasOwnBots: true });
    const waiting = await read(anna);
    expect(waiting.sum).toMatchObject({ deposits: '1000.00', end: '1000.00' });
    expect(waiting).toMatchObject({ flowCount: 1, investments: [], returnFraction: 0 });
    const own = { id: bot.id, name: 'Abendbot', put: '300.00' };
    expect(waiting.inOwnBots).toBe('300.00');
    expect((await live.wallet()).ownBots).toEqual([{ ...own, value: '300.00', isWaiting: true }]);

    await world.run(22);
    const running = await read(anna);
    const wallet = await live.wallet();
    expect(running.sum.end).toBe(wallet.total);
    expect(running.inOwnBots).toBe(wallet.inOwnBots);
    expect(wallet.ownBots).toEqual([{ ...own, value: wallet.inOwnBots, isWaiting: false }]);
    expect(wallet).toMatchObject({ activeOwnBots: 1, hasOwnBots: true });
    expect(added(running)).toBe(fromWire(running.sum.end));
    expect(fromWire(running.sum.costs), 'it traded').toBeGreaterThan(0n);
    const [run] = (await live.runs(bot.id)) as unknown as OwnBotRun[];
    expect(running.investments).toMatchObject([
      {
        id: run?.id,
        reference: String(bot.number),
        botType: null,
        ownBot: { id: bot.id, name: 'Abendbot' },
        stoppedAt: null,
      },
    ]);
    const brought = fromWire(wallet.inOwnBots ?? '') - 300_000_000n;
    expect(Number(running.returnFraction)).toBeCloseTo(Number(brought) / 1_000_000_000, 9);

    await live.stop(bot.id);
    await world.run(3);
    const over = await read(anna);
    const [order] = await live.orders(bot.id);
    expect(fromWire(over.sum.end)).toBe(700_000_000n + fromWire(String(order?.payoutUsd)));
    expect(over).toMatchObject({ inOwnBots: '0.00', flowCount: 1 });
    expect((await live.wallet()).ownBots).toEqual([]);
    expect(over.sum.unrealised, 'a stop realises everything').toBe('0.00');
    expect(added(over)).toBe(fromWire(over.sum.end));

    // It is over, so nothing of it is read by itself.
    expect(await readOwnStarts(world.database.db, anna.userId, new Date(0))).toEqual([]);
    expect(await read(anna)).toEqual(await readOneByOne(anna, 'max'));

    // What a deleted bot did is done.
    await ownBotsOf(world.api, anna).remove(bot.id);
    const deleted = await read(anna);
    expect(deleted.sum).toEqual(over.sum);
    expect(deleted.points.slice(0, -1)).toEqual(over.points.slice(0, -1));
    expect(deleted.investments).toMatchObject([{ ownBot: { id: bot.id, name: null } }]);
    await expectSound(world);
  });

  it('stays what it was when a start is taken back', async () => {
    const anna = await world.person('1000');
    const live = liveOf(world.api, anna);
    const bot = await world.certified(anna);
    world.clock.advance(2);
    const order = (await live.start(bot, '400')).body;
    world.clock.advance(2);
    await live.cancel(order.id);
    world.clock.advance(2);
    const { points, sum, flowCount, returnFraction } = await read(anna);
    expect(points.slice(1).map(({ wealth }) => wealth)).toEqual(points.slice(1).map(() => '1000.00'));
    expect([sum.end, flowCount, returnFraction]).toEqual(['1000.00', 1, 0]);
  });

  it('reads one strike per run and instant, however many there are', async () => {
    const anna = await world.person('1000');
    const live = liveOf(world.api, anna);
    const bot = await world.certified(anna, IDLE);
    await live.start(bot, '300');
    await world.run(2);
    const [run] = (await live.runs(bot.id)) as unknown as OwnBotRun[];
    world.clock.advance(400 * 86_400_000);
    await world.database.pool.query(
      `INSERT INTO bot_nav (portfolio_id, seq, at, nav, peak, max_drawdown, day_peak, day_low, day_drawdown, realised, unrealised, fee,
         spread, slippage, financing, phase, bar_ms)
       SELECT $1, 100 + n, $2::timestamptz + n * interval '1 hour', 1 + n / 1e6, 2, 0, 2, 1, 0, 0, n / 1e6, 0, 0, 0, 0, 'live', 60000
       FROM generate_series(1, 9500) AS n`,
      [run?.id, run?.startedAt],
    );
    await world.database.pool.query('UPDATE bot_portfolios SET nav_seq = 9600 WHERE id = $1', [run?.id]);
    const client = new pg.Client({ connectionString: world.url });
    await client.connect();
    const statements = recordStatements(world.database.pool);
    // Connections from before do not record.
    const fresh = await Promise.all(Array.from({ length: 8 }, () => world.database.pool.connect()));
    for (const one of fresh) one.release(true);
    let history: WealthHistory | undefined;
    const asked = await statements.during(async () => {
      history = await read(anna);
    });
    const { rows } = await countRowsRead(client, asked);
    await client.end();
    expect(history?.instants).toBeGreaterThan(1_400);
    expect(rows).toBeLessThan((history?.instants ?? 0) + 200);
    expect(history?.sum).toMatchObject({ unrealised: '2.85', end: '1002.85' });
    // Never so far apart that the day before knows nothing.
    const at = await ownAt(anna);
    for (const point of history?.points.slice(1, -1) ?? [])
      expect(fromWire(point.wealth)).toBe(700_000_000n + at(Date.parse(point.at)));
  });
});

const STORY = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('own' as const),
      which: fc.nat(2),
      amount: fc.integer({ min: 10, max: 400 }),
    }),
    fc.record({ do: fc.constant('end' as const), which: fc.nat(2) }),
    fc.record({ do: fc.constant('cancel' as const), which: fc.nat(2) }),
    fc.record({ do: fc.constant('house' as const), amount: fc.integer({ min: 100, max: 400 }) }),
    fc.record({ do: fc.constant('stop' as const), which: fc.nat(3) }),
    fc.record({ do: fc.constant('correct' as const), amount: fc.integer({ min: -90, max: 90 }) }),
    fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 9 }) }),
  ),
  { minLength: 4, maxLength: 12 },
);
type Event = (typeof STORY extends fc.Arbitrary<infer T> ? T : never)[number];
/** Whatever a story is about, it begins with money in an own bot. */
const FIRST: Event = { do: 'own', which: 0, amount: 50 };

/** What one event of a story does for one person. @returns whether it was possible. */
async function live(
  as: Person,
  event: Event,
  bots: readonly { id: string; version: number }[],
  running: string[],
): Promise<boolean> {
  const own = liveOf(world.api, as);
  const bot = 'which' in event ? bots[event.which % bots.length] : undefined;
  const available = fromWire((await own.wallet()).available ?? '0');
  const isCovered = 'amount' in event && available >= BigInt(event.amount) * 1_000_000n;
  if (event.do === 'own' && bot && isCovered)
    return (await own.start(bot, String(event.amount))).status === 201;
  if (event.do === 'end' && bot) return (await own.stop(bot.id)).status === 201;
  if (event.do === 'cancel' && bot) {
    const [order] = await own.orders(bot.id);
    return order !== undefined && (await own.cancel(order.id)).status === 200;
  }
  if (event.do === 'house' && isCovered) {
    running.push((await startHouse(as, String(event.amount))).id);
    return true;
  }
  if (event.do === 'stop' && running.length > 0) {
    const [id] = running.splice(event.which % running.length, 1);
    await world.runWork(personActor('user', as.userId), (work) =>
      stopBot(work, { userId: as.userId, investmentId: id! }),
    );
    return true;
  }
  if (event.do !== 'correct' || available < 100_000_000n || event.amount === 0) return false;
  await correct(as, BigInt(event.amount) * 1_000_000n);
  return true;
}

async function pass(event: Event): Promise<void> {
  if (event.do === 'wait') await world.run(event.minutes);
  if (event.do === 'days') {
    world.clock.advance(event.days * 86_400_000);
    await world.run(2);
  }
}

describe('through any story', () => {
  it('the sum closes in every range, and the curve is what every row says', async () => {
    await fc.assert(
      fc.asyncProperty(STORY, async (story) => {
        const anna = await world.person('3000');
        const bots = [await world.certified(anna), await world.certified(anna, IDLE)];
        const running: string[] = [];
        for (const event of story) {
          world.clock.advance(2);
          await world.tick();
          await pass(event);
          await live(anna, event, bots, running);
        }
        world.clock.advance(2);
        await world.tick();
        const wallet = await liveOf(world.api, anna).wallet();
        const [inOwn, inWallet] = [await ownAt(anna), await walletAt(anna)];
        for (const range of RANGES) {
          const history = await read(anna, range);
          expect(added(history), range).toBe(fromWire(history.sum.end));
          expect(history, range).toEqual(await readOneByOne(anna, range));
          expect(history.sum.end, range).toBe(wallet.total);
          expect(fromWire(history.inOwnBots), range).toBe(
            fromWire(wallet.inOwnBots ?? '') + fromWire(wallet.inOrders ?? ''),
          );
          expect(history.points.at(-1)?.wealth, range).toBe(history.sum.end);
          const rounding = fromWire(history.sum.rounding);
          expect(rounding < 0n ? -rounding : rounding, range).toBeLessThan(2_000_000n);
          for (const part of WEALTH_PARTS)
            expect(
              history.investments.reduce((sum, one) => sum + fromWire(one[part]), 0n),
              `${range}, ${part}`,
            ).toBe(fromWire(history.sum[part]));
          if (running.length > 0 || history.investments.some(({ botType }) => botType !== null)) continue;
          for (const { at, wealth } of history.points.slice(0, -1))
            expect(fromWire(wealth), `${range}, ${at}`).toBe(
              inWallet(Date.parse(at)) + inOwn(Date.parse(at)),
            );
        }
      }),
      { numRuns: rounds({ short: 5, full: 20 }), verbose: true },
    );
  });

  it('nothing is earned and nothing is lost by moving money into an own bot that does nothing', async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(STORY, async (story) => {
        const [mover, twin] = [await world.person('3000'), await world.person('3000')];
        const bots = [
          await world.certified(mover, IDLE),
          await world.certified(mover, { ...IDLE, name: 'Ruht' }),
        ];
        const [ofMover, ofTwin]: [string[], string[]] = [[], []];
        for (const event of [FIRST, ...story]) {
          world.clock.advance(2);
          await world.tick();
          await pass(event);
          const isDone = await live(mover, event, bots, ofMover);
          // The twin does the same but for own bots, and has more in the wallet for it.
          if (!isDone) continue;
          if (['own', 'end', 'cancel'].includes(event.do)) moved += 1;
          else await live(twin, event, [], ofTwin);
        }
        world.clock.advance(2);
        await world.tick();
        for (const range of RANGES) {
          const [one, other] = [await read(mover, range), await read(twin, range)];
          expect(one.points, range).toEqual(other.points);
          expect(one.returnFraction, range).toBe(other.returnFraction);
          expect(one.sum, range).toEqual(other.sum);
        }
      }),
      { numRuns: rounds({ short: 4, full: 15 }), verbose: true },
    );
    expect(moved).toBeGreaterThan(0);
  });
});
