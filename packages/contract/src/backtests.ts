import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  backtestProtection,
  backtestTrade,
  botTypeSchema,
  costFigures,
  dailySeries,
  monthlyReturns,
  performanceFigures,
  provenance,
  thirtyDayWindows,
  uncertainty,
  utcDay,
} from './backtest-figures.ts';
import { MARKET_SYMBOLS } from './catalogue.ts';
import { BACKTEST_LIMITS, COST_FACTORS } from './limits.ts';
import { operationsOf } from './operation.ts';
import { fraction, timestamp } from './shapes.ts';

const { query, task } = operationsOf('backtests');

/** Both included. */
const daysBetween = (firstDay: string, lastDay: string): number =>
  (Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000 + 1;

const SYMBOL_NAMES = MARKET_SYMBOLS.map(({ symbol }) => symbol);

/**
 * The capital is no part of it: nothing in an engine depends on it, so the same result is shown for any amount. Symbols
 * are put into the catalogue's order, so that one run has one request.
 */
const backtestRequest = z
  .strictObject({
    botType: botTypeSchema,
    firstDay: utcDay,
    /** Included; it must be over. */
    lastDay: utcDay,
    symbols: z
      .array(z.enum(SYMBOL_NAMES))
      .min(1)
      .max(SYMBOL_NAMES.length)
      .transform((chosen) => SYMBOL_NAMES.filter((symbol) => chosen.includes(symbol))),
    costFactor: z.literal(COST_FACTORS),
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, 'the last day must not be before the first')
  .refine(
    ({ firstDay, lastDay }) => daysBetween(firstDay, lastDay) <= BACKTEST_LIMITS.days,
    'the period is too long',
  );
export type BacktestRequest = z.infer<typeof backtestRequest>;

export const backtestResult = z.object({
  request: z.object({
    botType: botTypeSchema,
    firstDay: utcDay,
    lastDay: utcDay,
    symbols: z.array(z.string()),
    costFactor: z.number(),
  }),
  provenance,
  performance: performanceFigures,
  uncertainty,
  /** Buying every symbol once and holding it. */
  buyAndHold: performanceFigures.pick({ totalReturn: true, cagr: true, volatility: true, maxDrawdown: true }),
  thirtyDays: thirtyDayWindows,
  costs: costFigures,
  /**
   * The cost factor at which the same trades would have brought exactly nothing: gross result ÷ costs at factor 1. Null without
   * costs or when there was a loss even before costs.
   */
  breakEvenCostFactor: fraction,
  series: dailySeries,
  monthly: monthlyReturns,
  trades: z.array(backtestTrade),
  tradeCount: z.number(),
  protections: z.array(backtestProtection),
  protectionCount: z.number(),
  /** True when the equity was used up and the run ended there. */
  liquidated: z.boolean(),
  /**
   * Days of history that the strategy looks back on, and the symbols for which some of them are lacking before the first day:
   * these are traded later. Nothing is made up in their place.
   */
  warmUp: z.object({
    days: z.number(),
    lacking: z.array(z.object({ symbol: z.string(), days: z.number() })),
  }),
});
export type BacktestResult = z.infer<typeof backtestResult>;

/** Progress as a share from 0 to 1, then one result; the stream ends after it. Closing the request cancels the run. */
export const backtestEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('waiting'), ahead: z.number() }),
  z.object({ type: z.literal('progress'), share: z.number() }),
  z.object({ type: z.literal('result'), result: backtestResult }),
]);
export type BacktestEvent = z.infer<typeof backtestEvent>;

/** From when to when there are candles of each symbol to test on, and what they are. */
export const backtestData = z.object({
  symbols: z.array(
    z.object({
      symbol: z.string(),
      source: z.string(),
      firstDay: utcDay.nullable(),
      lastDay: utcDay.nullable(),
    }),
  ),
  /** First and last day that a request may name. Null while there is no history. */
  firstDay: utcDay.nullable(),
  lastDay: utcDay.nullable(),
  /** The bots that can be run, and the only symbols that each of them trades, in the catalogue's order. */
  bots: z.array(z.object({ botType: botTypeSchema, symbols: z.array(z.string()), warmUpDays: z.number() })),
});
export type BacktestData = z.infer<typeof backtestData>;

/**
 * The live period once more, through the same engine from the candles that the live run saw: what it should have
 * done against what it did.
 */
export const liveReplay = z.object({
  botType: botTypeSchema,
  /** Null before the first live bar. */
  from: timestamp.nullable(),
  until: timestamp.nullable(),
  bars: z.number(),
  expectedReturn: fraction,
  actualReturn: fraction,
  expectedFills: z.number(),
  actualFills: z.number(),
  /** Fills that are in one of both only, or differ in time, symbol, quantity or price. */
  differingFills: z.number(),
  /** Why the two may differ, in German: gaps in which the platform did not run, new versions, late candles. */
  deviations: z.array(z.object({ at: timestamp, title: z.string(), text: z.string() })),
  /** NAV at the end of each day: expected and actual, at most 400 points. */
  series: z.array(z.object({ at: timestamp, expected: z.number(), actual: z.number() })),
  checkedAt: timestamp,
});
export type LiveReplay = z.infer<typeof liveReplay>;

export const backtests = {
  getBacktestData: query('GET /backtest-data', {
    summary: 'Welche Kurse es für Rücktests gibt',
    access: 'signed-in',
    output: backtestData,
  }),
  runBacktest: task('POST /backtests', {
    summary: 'Einen Bot über die Vergangenheit laufen lassen; liefert Fortschritt und Ergebnis als Strom',
    access: 'signed-in',
    errors: [
      'BOT_NOT_AVAILABLE',
      'BACKTEST_PERIOD_UNAVAILABLE',
      'BACKTEST_SYMBOLS_NOT_TRADED',
      'BACKTEST_RUNNING',
      'BACKTEST_UNFINISHED',
      'TOO_MANY_REQUESTS',
      'UNAVAILABLE',
    ],
    input: backtestRequest,
    output: eventIterator(backtestEvent),
  }),
  getLiveReplay: query('GET /bots/{botType}/live-replay', {
    summary: 'Erwartet gegen tatsächlich für die Live-Zeit',
    access: 'signed-in',
    errors: ['UNAVAILABLE'],
    input: z.strictObject({ botType: botTypeSchema }),
    output: liveReplay,
  }),
};
