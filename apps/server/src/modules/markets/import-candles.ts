import { CandleSeries, type Candles, emptyBar, readBar } from '@botdepot/trading';
import type { Tx } from '../../platform/database.ts';
import { INTERVAL_MS, insertCandles, readCandles } from './market-candles.ts';
import type { CandleInterval } from './price-source.ts';

/** Rows per statement. */
const CHUNK = 10_000;

export type ImportedCandles = {
  interval: CandleInterval;
  written: number;
  /** There already, with the same prices … */
  known: number;
  /** … or with others: what is there stays. */
  differing: number;
};

/** Candles that cannot be imported, told apart for messages in other languages. */
export class ImportRefusal extends Error {
  readonly problem: 'too-few' | 'interval' | 'grid';
  /** The smallest distance between two candles, ms; infinite where there are none. */
  readonly stepMs: number;
  /** Start of the candle that is to blame, ms UTC; NaN where it is not one. */
  readonly timeMs: number;
  constructor(problem: ImportRefusal['problem'], stepMs: number, timeMs = Number.NaN) {
    super(`candles cannot be imported: ${problem}`);
    this.name = 'ImportRefusal';
    this.problem = problem;
    this.stepMs = stepMs;
    this.timeMs = timeMs;
  }
}

/**
 * The interval of candles: the smallest distance between two of them, if every start lies on its grid. Gaps are fine.
 * @throws ImportRefusal for fewer than two candles, for another distance, and for a start off the grid.
 */
function detectInterval(candles: Candles): CandleInterval {
  let stepMs = Number.POSITIVE_INFINITY;
  for (let at = 1; at < candles.length; at++)
    stepMs = Math.min(stepMs, candles.time[at]! - candles.time[at - 1]!);
  if (candles.length < 2) throw new ImportRefusal('too-few', stepMs);
  const interval = INTERVALS.find((name) => INTERVAL_MS[name] === stepMs);
  if (!interval) throw new ImportRefusal('interval', stepMs);
  for (let at = 0; at < candles.length; at++)
    if (candles.time[at]! % stepMs !== 0) throw new ImportRefusal('grid', stepMs, candles.time[at]!);
  return interval;
}

const INTERVALS: readonly CandleInterval[] = ['1m', '1h', '1d'];

/**
 * Writes candles of one symbol under a source's name, in the caller's transaction. Nothing that exists is changed.
 * @throws ImportRefusal, see `detectInterval`.
 */
export async function importCandles(
  tx: Tx,
  input: { symbol: string; source: string; candles: Candles },
): Promise<ImportedCandles> {
  const { symbol, source, candles } = input;
  const interval = detectInterval(candles);
  const range = { fromMs: candles.time[0]!, toMs: candles.time[candles.length - 1]! + 1 };
  const before = (await readCandles(tx, { interval, ...range, symbols: [symbol], source })).get(symbol);
  const { known, differing } = compare(candles, before);
  let written = 0;
  for (let from = 0; from < candles.length; from += CHUNK) {
    const part = slice(candles, from, Math.min(from + CHUNK, candles.length));
    written += await insertCandles(tx, interval, [{ symbol, source, candles: part }]);
  }
  return { interval, written, known, differing };
}

function compare(candles: Candles, before: Candles | undefined): { known: number; differing: number } {
  let known = 0;
  let differing = 0;
  for (let at = 0, old = 0; before && at < candles.length; at++) {
    while (old < before.length && before.time[old]! < candles.time[at]!) old++;
    if (old >= before.length || before.time[old] !== candles.time[at]) continue;
    const same = (['open', 'high', 'low', 'close'] as const).every(
      (field) => candles[field][at] === before[field][old],
    );
    if (same) known += 1;
    else differing += 1;
  }
  return { known, differing };
}

function slice(candles: Candles, from: number, to: number): CandleSeries {
  const part = new CandleSeries(to - from);
  const bar = emptyBar();
  for (let at = from; at < to; at++) part.append(candles.time[at]!, readBar(candles, at, bar));
  return part;
}

export type CandleStock = {
  symbol: string;
  source: string;
  interval: CandleInterval;
  candles: number;
  first: Date;
  last: Date;
};

/** What candles there are, by symbol, source and interval; counts times, not revisions. */
export async function listCandleStock(tx: Tx): Promise<CandleStock[]> {
  const { rows } = await tx.$client.query<Omit<CandleStock, 'candles'> & { candles: string }>(
    `SELECT symbol, source, interval, count(DISTINCT time) AS candles, min(time) AS first, max(time) AS last
     FROM market_candles GROUP BY symbol, source, interval ORDER BY symbol, source, interval`,
  );
  return rows.map((row) => ({ ...row, candles: Number(row.candles) }));
}
