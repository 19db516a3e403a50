import type { CostRates } from '../costs.ts';
import type { Fill } from '../fill.ts';
import { FillLog, FillRow } from '../fill-log.ts';

/** The log that a broker with these rates would have kept of these fills. */
export function fillLogOf(fills: readonly Fill[], ratesOf: (symbol: string) => CostRates): FillLog {
  const symbols = [...new Set(fills.map(({ symbol }) => symbol))];
  const log = new FillLog(symbols, symbols.map(ratesOf));
  for (const { symbol, decision, stop, ...fill } of fills) {
    const row = { ...new FillRow(), ...fill, symbol: symbols.indexOf(symbol), decision: decision ?? 0 };
    log.append(row, stop);
  }
  return log;
}
