import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type BacktestSeries,
  CandleSeries,
  calendarEvents,
  createSimulator,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  newsBot,
  runBacktest,
  SIMULATED_SYMBOLS,
  type Strategy,
  type SymbolSpec,
  smaCross,
  smartBot,
  symbolIndex,
  symbolSpec,
  turboBot,
} from '@botdepot/trading';
import { SMA } from 'trading-signals';
import { compareRates, printRatio } from './interleaved.ts';

const BARS = 1_000_000;
const FAST = 10;
const SLOW = 30;
const ROUNDS = 15;

/** The textbook rule over a million minutes, and the three bots over five years of hours. */
export async function benchBacktest(): Promise<boolean> {
  const met = await benchRule();
  benchBots();
  return met;
}

/**
 * The whole backtest (orders, fills, fees, equity, drawdown, trades, statistics; only the SHA-256 of the data is left to
 * whoever asks for it) against the least that can be done with the same candles, and against a library's streaming
 * indicators that do no more than that either.
 */
async function benchRule(): Promise<boolean> {
  const candles = randomWalk(BARS);
  const spec: SymbolSpec = {
    symbol: 'WALK',
    category: 'crypto',
    costs: { feeBps: 0.1, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 },
  };
  const run = () =>
    runBacktest({
      strategy: smaCross(MINUTE_MS),
      parameters: { fast: FAST, slow: SLOW, lot: 0.001 },
      series: [{ spec, candles }],
      baseIntervalMs: MINUTE_MS,
      startingEquity: 1e9,
      closesAtLastOpen: true,
      from: 0,
      until: Number.MAX_SAFE_INTEGER,
    });
  const crosses = fusedCrosses(candles.close);
  const { trades, fills, performance } = run();
  console.log(
    `\nSMA(${FAST}/${SLOW}) über ${BARS} Kerzen: ${crosses} Kreuzungen, ${trades.length} Trades, ${fills.length} Ausführungen, Rückgang ${(100 * (performance.maxDrawdown ?? 0)).toFixed(1)} %`,
  );
  if (trades.length !== crosses || streamedCrosses(candles.close) !== crosses) {
    throw new Error('the contenders do not find the same crosses');
  }
  const rates = await compareRates(
    [
      { name: 'nur die Kreuzungen', task: async () => void fusedCrosses(candles.close) },
      { name: 'unser Rücktest', task: async () => void run() },
      { name: 'trading-signals', task: async () => void streamedCrosses(candles.close) },
    ],
    { lanes: 1, rounds: ROUNDS, sliceMs: 250 },
  );
  for (const { name, perSecond } of rates) {
    console.log(
      `  ${name.padEnd(20)} ${((BARS / 1e6) * perSecond).toFixed(2)} Millionen Kerzen in der Sekunde`,
    );
  }
  const [, ours, library] = rates;
  return [
    printRatio('Rücktest gegen nur die Kreuzungen', ours!.ratio, { atLeast: 0.1 }),
    printRatio('Rücktest gegen trading-signals', ours!.ratio / library!.ratio, { atLeast: 5 }),
  ].every(Boolean);
}

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

function randomWalk(bars: number): CandleSeries {
  // A small linear congruential generator: the same walk on every machine.
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const candles = new CandleSeries(bars);
  let close = 100;
  for (let bar = 0; bar < bars; bar++) {
    const open = close;
    close = open * (1 + (random() + random() + random() - 1.5) * 0.001);
    const high = Math.max(open, close) * (1 + random() * 1e-4);
    const low = Math.min(open, close) * (1 - random() * 1e-4);
    candles.append(Date.UTC(2020, 0, 1) + bar * MINUTE_MS, { open, high, low, close, volume: 1 });
  }
  return candles;
}

const YEARS = [1, 5] as const;
const FIRST_DAY = Date.UTC(2019, 0, 1);

/** Prints how long each bot takes and what it leaves in memory, for a fifth of the candles and for all of them. */
function benchBots(): void {
  console.log('\nDie Bots über 20 Märkte in simulierten Stundenkerzen');
  const all = simulatedHours(Math.max(...YEARS));
  const events = calendarEvents('2018-12-31', '2024-01-31');
  const bots: Strategy<unknown>[] = [smartBot, turboBot, newsBot];
  for (const strategy of bots) {
    for (const years of YEARS) {
      const series = all.map(({ spec, candles }) => ({ spec, candles }));
      collectGarbage();
      const before = memory();
      const started = performance.now();
      const result = runBacktest({
        strategy,
        series,
        baseIntervalMs: HOUR_MS,
        events,
        from: FIRST_DAY,
        until: FIRST_DAY + years * 365 * DAY_MS,
      });
      const seconds = (performance.now() - started) / 1000;
      collectGarbage();
      const megabytes = (memory() - before) / 2 ** 20;
      const bars = result.provenance.symbols.reduce((sum, symbol) => sum + symbol.bars, 0);
      console.log(
        `  ${strategy.id.padEnd(9)} ${years} ${years === 1 ? 'Jahr ' : 'Jahre'}  ${String(bars).padStart(7)} Kerzen  ${String(result.fills.length).padStart(5)} Ausführungen  ${seconds.toFixed(2)} s  ${megabytes.toFixed(1)} MB`,
      );
    }
  }
}

function simulatedHours(years: number): BacktestSeries[] {
  const simulator = createSimulator({ seed: 'bench', originMs: FIRST_DAY });
  return SIMULATED_SYMBOLS.map(({ symbol, category }) => ({
    spec: symbolSpec(symbol, category),
    candles: simulator.candles(symbolIndex(symbol), '1h', FIRST_DAY, FIRST_DAY + years * 365 * DAY_MS),
  }));
}

const memory = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;

/** Node gives access to the collector only by flag; a new context then has it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // Twice: buffers are only freed after the objects that held them.
  for (let round = 0; round < 2; round++) if (typeof collect === 'function') collect();
}
