// One measurement of the textbook rule in a process of its own: each process compiles its loops anew, and not always alike.
import { readFileSync } from 'node:fs';
import {
  type CandleSeries,
  type Candles,
  HOUR_MS,
  MINUTE_MS,
  runBacktest,
  smaCross,
} from '@botdepot/trading';
import {
  compileRule,
  parameterValues,
  parseRule,
  type Rule,
  rangeAround,
  ruleHashOf,
  ruleParameters,
  runVariant,
  sharedColumns,
  tellingParameters,
  variantsOf,
} from '@botdepot/trading/browser';
import { SMA } from 'trading-signals';
import { compareRates, type Rate } from './interleaved.ts';
import { randomWalk, WALK } from './random-walk.ts';

const FAST = 10;
const SLOW = 30;

export interface RuleCommand {
  readonly bars: number;
  readonly rounds: number;
}

export interface RuleReport {
  /** What was found, for people. */
  readonly summary: string;
  /** The crosses alone, our backtest, the library, the same rule and `dev1` in the language of rules; runs per second of work. */
  readonly rates: readonly Rate[];
  /** Variants of `dev1` per second of work, on `SWEEP_BARS` hours. */
  readonly variantsPerSecond: number;
}

/** Hours that a sweep is measured on. */
const SWEEP_BARS = 40_000;

async function measure({ bars, rounds }: RuleCommand): Promise<RuleReport> {
  const candles = randomWalk(bars);
  const run = () => backtest(candles);
  const hours = randomWalk(bars, HOUR_MS);
  const [cross, dev1] = [crossRule(), developmentRule()];
  const crosses = fusedCrosses(candles.close);
  const { trades, fills, performance } = run();
  if (trades.length !== crosses || streamedCrosses(candles.close) !== crosses) {
    throw new Error('the contenders do not find the same crosses');
  }
  const rates = await compareRates(
    [
      { name: 'nur die Kreuzungen', task: async () => void fusedCrosses(candles.close) },
      { name: 'unser Rücktest', task: async () => void run() },
      { name: 'trading-signals', task: async () => void streamedCrosses(candles.close) },
      { name: 'als eigene Regel', task: async () => void ruleTest(cross, hours) },
      { name: 'dev1', task: async () => void ruleTest(dev1, hours) },
    ],
    { lanes: 1, rounds, sliceMs: 80, clock: 'work' },
  );
  const few = randomWalk(SWEEP_BARS, HOUR_MS);
  const variants = sweep(dev1, few);
  const [swept] = await compareRates([{ name: 'Varianten', task: async () => void sweep(dev1, few) }], {
    lanes: 1,
    rounds,
    sliceMs: 80,
    clock: 'work',
  });
  return {
    summary: `SMA(${FAST}/${SLOW}) über ${bars} Kerzen: ${crosses} Kreuzungen, ${trades.length} Trades, ${fills.length} Ausführungen, Rückgang ${(100 * (performance.maxDrawdown ?? 0)).toFixed(1)} %`,
    rates,
    variantsPerSecond: variants * swept!.perSecond,
  };
}

/** The same crosses as a rule that people may build. */
function crossRule(): Rule {
  const mean = (period: number) => ({ kind: 'indicator', indicator: 'sma', bars: period });
  const cross = { left: mean(FAST), right: mean(SLOW) };
  return read({
    ruleVersion: 1,
    symbols: ['BTC/USD'],
    interval: '1h',
    side: 'both',
    entryLong: { is: 'crossesAbove', ...cross },
    entryShort: { is: 'crossesBelow', ...cross },
    sizing: { by: 'share', percent: 100 },
  });
}

/** Three indicators, stop and target: a bot of the reference values. */
function developmentRule(): Rule {
  const file = new URL('../packages/trading/src/testing/bench-rules.json', import.meta.url);
  return read(JSON.parse(readFileSync(file, 'utf8')).bots['dev1-trend-pullback'].rule);
}

function read(json: unknown): Rule {
  const { rule } = parseRule(json);
  if (rule === null) throw new Error('no rule');
  return rule;
}

const overAll = (candles: Candles) => ({
  series: [{ spec: WALK, candles }],
  baseIntervalMs: HOUR_MS,
  startingEquity: 1000,
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
});

/** From the rule as somebody has just changed it: nothing is kept from the run before. */
const ruleTest = (rule: Rule, candles: Candles) =>
  runBacktest({ ...overAll(candles), strategy: compileRule(rule, ruleHashOf(rule)) }).performance.trades;

/** Two parameters, seven by nine fields, with daily returns and figures. @returns how many variants */
function sweep(rule: Rule, candles: Candles): number {
  const axes = tellingParameters(ruleParameters(rule)).map((parameter, axis) => ({
    parameter,
    values: parameterValues(parameter, rangeAround(parameter, axis === 0 ? 4 : 3)),
  }));
  const setOf = sharedColumns();
  const run = overAll(candles);
  const variants = variantsOf(rule, axes);
  const trades = variants.reduce((sum, variant) => sum + runVariant(variant.rule!, run, setOf).trades, 0);
  if (trades < 100 * variants.length) throw new Error('the variants hardly trade');
  return variants.length;
}

const backtest = (candles: CandleSeries) =>
  runBacktest({
    strategy: smaCross(MINUTE_MS),
    parameters: { fast: FAST, slow: SLOW, lot: 0.001 },
    series: [{ spec: WALK, candles }],
    baseIntervalMs: MINUTE_MS,
    startingEquity: 1e9,
    closesAtLastOpen: true,
    from: 0,
    until: Number.MAX_SAFE_INTEGER,
  });

/** Both running sums and both means in one loop over one column: what the crosses themselves cost. */
function fusedCrosses(close: Float64Array): number {
  let fast = 0;
  let slow = 0;
  let before = 0;
  let crosses = 0;
  for (let at = 0; at < close.length; at++) {
    fast += close[at]!;
    slow += close[at]!;
    if (at >= FAST) fast -= close[at - FAST]!;
    if (at >= SLOW) slow -= close[at - SLOW]!;
    if (at < SLOW - 1) continue;
    const difference = fast / FAST - slow / SLOW;
    if (difference * before < 0) crosses++;
    before = difference;
  }
  return crosses;
}

function streamedCrosses(close: Float64Array): number {
  const fast = new SMA(FAST);
  const slow = new SMA(SLOW);
  let before = 0;
  let crosses = 0;
  for (let at = 0; at < close.length; at++) {
    const fastMean = fast.add(close[at]!);
    const slowMean = slow.add(close[at]!);
    if (fastMean === null || slowMean === null) continue;
    const difference = fastMean - slowMean;
    if (difference * before < 0) crosses++;
    before = difference;
  }
  return crosses;
}

process.once('message', async (command: RuleCommand) => {
  process.send?.(await measure(command));
  process.disconnect();
});
