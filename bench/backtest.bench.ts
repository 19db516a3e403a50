import { CandleSeries, MINUTE_MS, runBacktest, type SymbolSpec, smaCross } from '@botdepot/trading';
import { SMA } from 'trading-signals';
import { benchMemory } from './backtest-memory.ts';
import { compareRates, printRatio } from './interleaved.ts';

const BARS = 1_000_000;
const FAST = 10;
const SLOW = 30;
const ROUNDS = 41;

const WALK: SymbolSpec = {
  symbol: 'WALK',
  category: 'crypto',
  costs: { feeBps: 0.1, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 },
};

/** The textbook rule over a million minutes, and what it and the three bots take of memory. */
export async function benchBacktest(): Promise<boolean> {
  const candles = randomWalk(BARS);
  const isFast = await benchRule(candles);
  const isSmall = await benchMemory({ spec: WALK, candles });
  return isFast && isSmall;
}

/**
 * The whole backtest (orders, fills, fees, equity, drawdown, trades, statistics; only the SHA-256 of the data is left to
 * whoever asks for it) against the least that can be done with the same candles, and against a library's streaming
 * indicators that do no more than that either. Measured by work and in short turns: on a machine that others use, the wall clock
 * says more about them.
 */
async function benchRule(candles: CandleSeries): Promise<boolean> {
  const run = () =>
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
    { lanes: 1, rounds: ROUNDS, sliceMs: 80, clock: 'work' },
  );
  for (const { name, perSecond } of rates) {
    console.log(
      `  ${name.padEnd(20)} ${((BARS / 1e6) * perSecond).toFixed(2)} Millionen Kerzen je Sekunde Rechenzeit`,
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
