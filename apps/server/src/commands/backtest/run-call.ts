import {
  type BacktestResult,
  type BacktestSeries,
  calendarEvents,
  firstIndexAt,
  isoDate,
  runBacktest,
  type Strategy,
  type TradingEvent,
} from '@botdepot/trading';
import type { BacktestCall } from './arguments.ts';
import { loadMarket, type Market } from './load-market.ts';
import { Refusal } from './refusal.ts';
import { checkParameters, strategyByName } from './strategy-by-name.ts';

export type Run = { call: BacktestCall; market: Market; result: BacktestResult };

/**
 * Reads the candles of a call and runs it.
 * @throws Refusal for everything that a person can mend.
 */
export async function runCall(call: BacktestCall): Promise<Run> {
  const market = await loadMarket(call);
  const { series, baseIntervalMs } = market;
  const strategy = strategyByName(call.strategy, baseIntervalMs);
  const parameters = parametersOf(call);
  checkParameters(strategy, parameters);
  if (strategy.decisionIntervalMs % baseIntervalMs !== 0) {
    throw new Refusal(`${call.strategy} braucht kürzere Kerzen: Er entscheidet öfter, als eine endet.`);
  }
  const { from, until } = periodOf(call, series, baseIntervalMs);
  const result = runBacktest({
    strategy,
    parameters,
    series,
    baseIntervalMs,
    startingEquity: call.cash,
    costFactor: call.costFactor,
    from,
    until,
    closesAtLastOpen: call.strategy === 'sma-cross',
    ...eventsOf(strategy, from, until),
  });
  return { call, market, result };
}

function parametersOf({ strategy, parameters, lot }: BacktestCall): Record<string, unknown> {
  return strategy === 'sma-cross' && lot !== undefined ? { lot, ...parameters } : { ...parameters };
}

/** What was asked for, as far as there are candles, so that the same bars give the same result whatever was asked. */
function periodOf(
  call: BacktestCall,
  series: readonly BacktestSeries[],
  baseIntervalMs: number,
): { from: number; until: number } {
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  for (const { candles } of series) {
    const first = firstIndexAt(candles, call.from ?? Number.NEGATIVE_INFINITY);
    const end = firstIndexAt(candles, call.until ?? Number.POSITIVE_INFINITY);
    if (first >= end) continue;
    from = Math.min(from, candles.time[first]!);
    until = Math.max(until, candles.time[end - 1]! + baseIntervalMs);
  }
  if (from === Number.POSITIVE_INFINITY) throw new Refusal('Im gewünschten Zeitraum gibt es keine Kerze.');
  return { from, until };
}

/** The calendar for a bot that trades on events only; the others decide the same without it. */
function eventsOf(
  { id }: Strategy<unknown>,
  from: number,
  until: number,
): { events?: readonly TradingEvent[] } {
  if (id !== 'newsbot') return {};
  return { events: calendarEvents(dayOf(from), dayOf(until)).filter(({ startsAt }) => startsAt < until) };
}

function dayOf(time: number): string {
  const date = new Date(time);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
