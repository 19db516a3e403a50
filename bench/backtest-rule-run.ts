// One measurement of the textbook rule in a process of its own: each process compiles its loops anew, and not always alike.
import { type CandleSeries, MINUTE_MS, runBacktest, smaCross } from '@botdepot/trading';
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
  /** The crosses alone, our backtest, the library; runs per second of work. */
  readonly rates: readonly Rate[];
}

async function measure({ bars, rounds }: RuleCommand): Promise<RuleReport> {
  const candles = randomWalk(bars);
  const run = () => backtest(candles);
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
    ],
    { lanes: 1, rounds, sliceMs: 80, clock: 'work' },
  );
  return {
    summary: `SMA(${FAST}/${SLOW}) über ${bars} Kerzen: ${crosses} Kreuzungen, ${trades.length} Trades, ${fills.length} Ausführungen, Rückgang ${(100 * (performance.maxDrawdown ?? 0)).toFixed(1)} %`,
    rates,
  };
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
