import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBacktest } from '../backtest.ts';
import { type Candles, DAY_MS, HOUR_MS } from '../candles.ts';
import { MONDAY, seededRandom } from '../testing/random-market.ts';
import { randomRule } from '../testing/random-rule.ts';
import { compileRule } from './compile-rule.ts';
import { explainDecision, type PriceFlip } from './explain-decision.ts';
import { RULE_CAPITAL, type Rule, ruleSymbolSpec } from './rule.ts';

const BARS = 160;

function marketOf(seed: number, intervalMs: number): Candles {
  const random = seededRandom(seed);
  const column = () => new Float64Array(BARS);
  const candles = {
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let price = 50 + random() * 100;
  for (let at = 0; at < BARS; at++) {
    const open = price * (1 + (random() - 0.5) * 0.01);
    price = open * (1 + (random() - 0.5) * 0.06);
    // Days of the week alone, as those of rules.
    const day = at + 2 * Math.floor(at / 5);
    candles.time[at] = MONDAY + (intervalMs === DAY_MS ? day : at) * intervalMs;
    candles.open[at] = open;
    candles.close[at] = price;
    candles.high[at] = Math.max(open, price) * (1 + random() * 0.01);
    candles.low[at] = Math.min(open, price) * (1 - random() * 0.01);
  }
  return { ...candles, length: BARS };
}

const quick = (rule: Rule): Rule => ({
  ...rule,
  maxBars: rule.maxBars === null ? null : (rule.maxBars % 12) + 1,
  cooldownBars: rule.cooldownBars % 4,
});

/** What the whole run orders at the bar before `filledAt` when that bar closes elsewhere, or what ends the position in that bar. */
function orderedAt(
  {
    rule,
    series,
    from,
    until,
  }: {
    rule: Rule;
    series: { spec: ReturnType<typeof ruleSymbolSpec>; candles: Candles }[];
    from: number;
    until: number;
  },
  symbol: string,
  filledAt: number,
  price: number,
): PriceFlip['ordered'] {
  const changed = series.map(({ spec, candles }) => {
    if (spec.symbol !== symbol) return { spec, candles };
    const at = candles.time.indexOf(filledAt) - 1;
    const [high, low, close] = [candles.high.slice(), candles.low.slice(), candles.close.slice()];
    close[at] = price;
    high[at] = Math.max(high[at]!, price);
    low[at] = Math.min(low[at]!, price);
    return { spec, candles: { ...candles, high, low, close } };
  });
  const baseIntervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  const { fills } = runBacktest({
    strategy: compileRule(rule, ''),
    series: changed,
    baseIntervalMs,
    startingEquity: RULE_CAPITAL,
    from,
    until,
  });
  const own = fills.filter((one) => one.symbol === symbol);
  const bars = series.find(({ spec }) => spec.symbol === symbol)!.candles.time;
  const bar = bars[bars.indexOf(filledAt) - 1];
  const fill =
    own.find((one) => one.time === filledAt && one.decision !== null) ??
    own.find((one) => one.time === bar && ['stop', 'target', 'trailing'].includes(one.reason));
  return (fill?.reason ?? null) as PriceFlip['ordered'];
}

test('a stated price changes the order, and half a decimal less does not', () => {
  let [stated, decisions] = [0, 0];
  // Forty rules in a row may decide by hours and days alone, which no price changes.
  for (let round = 0; round < 10 && (stated < 3 || decisions < 30); round++) {
    const told = explained(40);
    stated += told.stated;
    decisions += told.stated + told.missing;
  }
  expect(stated).toBeGreaterThan(2);
  expect(decisions).toBeGreaterThan(29);
}, 600_000);
test('over 1,000 decisions are told so', { tags: ['long'], timeout: 1_800_000 }, () => {
  const { stated, missing } = explained(1_000);
  expect(stated).toBeGreaterThan(100);
  expect(stated + missing).toBeGreaterThan(1_000);
});

/** @returns how many prices were stated, each checked by a run on both sides, and how many decisions have none and say why. */
function explained(rules: number): { stated: number; missing: number } {
  const grain = 0.005;
  let [stated, missing] = [0, 0];
  fc.assert(
    fc.property(randomRule.map(quick), fc.integer({ min: 1, max: 2 ** 30 }), (rule, seed) => {
      const intervalMs = rule.interval === '1d' ? DAY_MS : HOUR_MS;
      const series = rule.symbols.map((symbol, index) => ({
        spec: ruleSymbolSpec(symbol),
        candles: marketOf(seed + index, intervalMs),
      }));
      const from = series[0]!.candles.time[20]!;
      const until = series[0]!.candles.time[BARS - 1]! + intervalMs;
      const run = { rule, series, from, until };
      const { fills } = runBacktest({
        strategy: compileRule(rule, ''),
        series,
        baseIntervalMs: intervalMs,
        startingEquity: RULE_CAPITAL,
        from,
        until,
      });
      const decided = fills.filter(({ decision, time }) => decision !== null && time > from);
      for (const { symbol, time, reason } of decided.slice(-3)) {
        const told = explainDecision({ ...run, costFactor: 1, symbol, filledAt: time, digits: 2 });
        expect(told.ordered).toBe(reason);
        expect(told.close).toBe(
          series.find(({ spec }) => spec.symbol === symbol)!.candles.close[
            series.find(({ spec }) => spec.symbol === symbol)!.candles.time.indexOf(time) - 1
          ],
        );
        for (const [flip, direction] of [
          [told.below, -1],
          [told.above, 1],
        ] as const) {
          if (flip === null) continue;
          stated++;
          expect(Math.sign(flip.price - told.close)).toBe(direction);
          expect(orderedAt(run, symbol, time, flip.price)).toBe(flip.ordered);
          expect(flip.ordered).not.toBe(reason);
          expect(orderedAt(run, symbol, time, flip.price - direction * grain)).toBe(reason);
        }
        if (told.missing !== null) {
          missing++;
          expect([told.below, told.above]).toEqual([null, null]);
          if (reason === 'time') expect(told.missing).toBe('not-price');
        }
      }
    }),
    { numRuns: rules },
  );
  console.info(`${stated} prices stated, ${missing} decisions without one`);
  return { stated, missing };
}
