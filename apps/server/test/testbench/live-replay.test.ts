// @module-tag rounds
import { canonicalRule, compileRule, MINUTE_MS, parseRule, ruleHashOf } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { freshEngine, loadHistory } from '../../src/modules/bots/trading/load-history.ts';
import { mortalDatabase } from '../bots/mortal-database.ts';
import { expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { createLiveWorld, killInMinute, type LiveWorld, liveOf } from './live-world.ts';
import { RULE } from './testbench-world.ts';

/** In the long form seven days of a hundred bots. */
const STRETCHES = rounds({ short: 7, full: 24 });
const STRETCH_MINUTES = rounds({ short: 46, full: 419 });
const BOTS = rounds({ short: 3, full: 100 });
const EACH = 3;
/** The statement of a minute at which the leader's process dies, other ones in turn. */
const STATEMENTS = 34;
/** Engines are brought up anew so often, in the middle of an hour as well. */
const RENEWED_AFTER_MS = rounds({ short: 17, full: 170 }) * MINUTE_MS;
const MARKETS = [['EUR/USD'], ['BTC/USD', 'GOLD', 'DAX40'], ['SPX500', 'WTI']];

const price = { kind: 'price', field: 'close' };
const ema = (bars: number) => ({ kind: 'indicator', indicator: 'ema', bars });
/** Trades often, with everything that is acted on within a bar, and with a carried indicator. */
const rule = (symbols: string[]) => ({
  ...RULE,
  symbols,
  side: 'both',
  entryLong: { is: 'above', left: price, right: ema(3) },
  exitLong: { is: 'below', left: price, right: ema(2) },
  entryShort: { is: 'below', left: price, right: ema(3) },
  exitShort: { is: 'above', left: price, right: ema(2) },
  stop: { unit: 'percent', value: 1 },
  target: { unit: 'percent', value: 1.5 },
  trailing: { unit: 'percent', value: 0.8 },
  sizing: { by: 'share', percent: 40, lot: null },
  maxPositions: 3,
});

async function replayed(world: LiveWorld, botId: string) {
  const { rows } = await world.database.pool.query<{ rule: unknown; first: Date; last: Date }>(
    `SELECT v.rule, (SELECT min(at) FROM bot_nav WHERE portfolio_id = p.id) AS first,
       (SELECT max(minute) FROM own_bot_progress) AS last
     FROM own_bot_versions v JOIN bot_portfolios p ON p.bot_id = v.bot_id WHERE v.bot_id = $1`,
    [botId],
  );
  const [row] = rows;
  const parsed = parseRule(row?.rule).rule;
  if (!row || !parsed) throw new Error('no version');
  const { symbols } = canonicalRule(parsed);
  const setup = {
    strategy: compileRule(parsed, ruleHashOf(parsed)),
    parameters: {},
    symbols,
    barMs: MINUTE_MS,
  };
  const engine = freshEngine(setup, await loadHistory(world.database.db, setup, row.first.getTime()));
  const candles = await world.database.pool.query<
    Record<'open' | 'high' | 'low' | 'close' | 'volume', number> & { symbol: string; time: Date }
  >(
    `SELECT symbol, time, open, high, low, close, volume FROM market_candles
     WHERE interval = '1m' AND revision = 1 AND symbol = ANY ($1) AND time >= $2 AND time < $3`,
    [symbols, row.first, row.last],
  );
  const bars = Map.groupBy(candles.rows, ({ time }) => time.getTime());
  const fills = [];
  for (let time = row.first.getTime(); time < row.last.getTime(); time += MINUTE_MS) {
    const of = bars.get(time) ?? [];
    const report = engine.step(
      time,
      symbols.map((symbol) => of.find((bar) => bar.symbol === symbol)),
    );
    fills.push(...report.fills);
  }
  return { fills, state: engine.state() };
}

describe('a rule that traded live', () => {
  it('trades bit for bit as the engine does over the same minutes, over kills of its process, brought up anew, and with others beside it', async () => {
    const world = await createLiveWorld({ seed: 99, renewAfterMs: RENEWED_AFTER_MS });
    const mortal = mortalDatabase(world.url);
    try {
      await world.history(60);
      const bots: { id: string }[] = [];
      while (bots.length < BOTS) {
        const owner = await world.person('1000');
        for (const of of MARKETS.slice(0, Math.min(EACH, BOTS - bots.length))) {
          const bot = await world.certified(owner, { rule: rule(of) });
          await liveOf(world.api, owner).start(bot, '100');
          bots.push(bot);
        }
      }
      for (let stretch = 0; stretch < STRETCHES; stretch++) {
        await world.run(STRETCH_MINUTES);
        await killInMinute(world, mortal, {
          statement: 1 + ((7 * stretch) % STATEMENTS),
          sent: stretch % 2 === 0,
        });
        await world.tick();
      }
      await world.run(20);
      let count = 0;
      for (const bot of bots) {
        const { fills, state } = await replayed(world, bot.id);
        const { rows } = await world.database.pool.query(
          `SELECT f.filled_at, f.symbol, f.side, f.quantity, f.price, f.mid_price, f.fee, f.spread, f.slippage, f.financing,
             f.realised, f.units_after, f.reason, f.decision
           FROM bot_fills f JOIN bot_portfolios p ON p.id = f.portfolio_id WHERE p.bot_id = $1 ORDER BY f.bar_at, f.sequence`,
          [bot.id],
        );
        expect(rows).toEqual(
          fills.map((fill) => ({
            filled_at: new Date(fill.time),
            symbol: fill.symbol,
            side: fill.units > 0 ? 'buy' : 'sell',
            quantity: Math.abs(fill.units),
            price: fill.fillPrice,
            mid_price: fill.midPrice,
            fee: fill.fee,
            spread: fill.spread,
            slippage: fill.slippage,
            financing: fill.financing,
            realised: fill.grossRealised,
            units_after: fill.unitsAfter,
            reason: fill.reason,
            decision: fill.decision,
          })),
        );
        count += rows.length;
        const kept = await world.database.pool.query<{ state: { decisions: number } }>(
          'SELECT state FROM bot_portfolios WHERE bot_id = $1',
          [bot.id],
        );
        expect(kept.rows[0]?.state.decisions).toBe(state.decisions);
      }
      console.info(`${count} fills of ${bots.length} bots are those of the engine`);
      expect(count).toBeGreaterThan(20);
      await expectSound(world);
    } finally {
      await world.close();
      await mortal.database.close();
    }
  }, 1_800_000);
});
