import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BacktestSeries } from '../backtest.ts';
import { readCandleCsv } from '../candle-csv.ts';
import type { CandleSeries } from '../candles.ts';
import { symbolSpec } from '../costs.ts';
import {
  PUBLICATION_PERIOD,
  SELECTION_PERIOD,
  STUDY_SYMBOLS,
  type StudySymbol,
  spliceCandles,
} from '../study-data.ts';

/**
 * Real candles for tests. They lie beside the repository, since they are not ours to ship: a test that needs them skips
 * itself by `describe.skipIf(!hasRealCandles)`, and this module says so once.
 */
const FOLDER = new URL('../../../../../shared/data/candles/', import.meta.url);

export const hasRealCandles = existsSync(FOLDER);
if (!hasRealCandles) console.log(`Skipped the tests on real candles: ${FOLDER.pathname} is not there.`);

export { PUBLICATION_PERIOD, SELECTION_PERIOD, STUDY_SYMBOLS as REAL_SYMBOLS };

/** Reads a file of the folder, e.g. `SPX500_1d.csv` or `GOLD_1h.csv.gz`. */
export function realCandles(fileName: string): CandleSeries {
  const bytes = readFileSync(new URL(fileName, FOLDER));
  return readCandleCsv((fileName.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')).candles;
}

/** Daily candles of every real symbol, with the earlier quotations before their own. Read anew at each call. */
export function realDailySeries(symbols: readonly StudySymbol[] = STUDY_SYMBOLS): BacktestSeries[] {
  return symbols.map(({ symbol, category, file, earlier }) => {
    const own = realCandles(`${file}_1d.csv`);
    const candles = earlier === undefined ? own : spliceCandles(realCandles(`${earlier}_1d.csv`), own);
    return { spec: symbolSpec(symbol, category), candles };
  });
}
