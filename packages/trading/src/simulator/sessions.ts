import { HOUR_MS } from '../candles.ts';
import { SIMULATED_SYMBOLS } from './symbols.ts';
import { isWeekendDay, tradingDayOf, tradingDayStart } from './trading-day.ts';

/** Opening of a symbol on a trading day, ms UTC; `undefined` when it does not trade that day. Open until the day's end. */
function openingOf(symbolIndex: number, day: number): number | undefined {
  const { opensAfterHours } = SIMULATED_SYMBOLS[symbolIndex]!;
  if (opensAfterHours === null) return tradingDayStart(day);
  return isWeekendDay(day) ? undefined : tradingDayStart(day) + opensAfterHours * HOUR_MS;
}

/** Whether a symbol trades at `timeMs` (ms UTC). The opening instant is open, the closing instant is closed. */
export function isOpen(symbolIndex: number, timeMs: number): boolean {
  const opening = openingOf(symbolIndex, tradingDayOf(timeMs));
  return opening !== undefined && timeMs >= opening;
}

/** The earliest instant at or after `timeMs` at which a symbol trades, ms UTC; `timeMs` itself when it is open. */
export function nextOpen(symbolIndex: number, timeMs: number): number {
  for (let day = tradingDayOf(timeMs); ; day++) {
    const opening = openingOf(symbolIndex, day);
    if (opening !== undefined) return Math.max(opening, timeMs);
  }
}

/**
 * The instant at which the session running at `timeMs` ends, ms UTC. Forex, without a daily break, runs to Friday.
 * `undefined` when the symbol is closed then, and for symbols that never close.
 */
export function nextClose(symbolIndex: number, timeMs: number): number | undefined {
  if (SIMULATED_SYMBOLS[symbolIndex]!.opensAfterHours === null || !isOpen(symbolIndex, timeMs))
    return undefined;
  let day = tradingDayOf(timeMs) + 1;
  while (openingOf(symbolIndex, day) === tradingDayStart(day)) day++;
  return tradingDayStart(day);
}
