import { z } from 'zod';
import { DAY_MS } from '../candles.ts';
import { timeSeriesMomentum } from '../indicators/time-series-momentum.ts';
import {
  type MarketView,
  type PortfolioView,
  type Strategy,
  type StrategyDecision,
  UNQUOTED_LIMIT_MS,
} from '../strategy.ts';
import { protectionLimits, sizeLimitOnly } from './protection-limits.ts';
import { absence, decideByVolatilityTarget, finite, type Reading } from './volatility-target.ts';

const fraction = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum);
const days = (minimum: number, maximum: number) => z.number().int().min(minimum).max(maximum);

export const smartBotParameters = z.strictObject({
  lookbackDays: z
    .array(days(1, 1000))
    .min(1)
    .max(10)
    .default([30, 91, 365])
    .describe(
      'The signal is the share of these lookbacks, in calendar days, over which the price has risen.',
    ),
  volatilityWindowDays: days(10, 730)
    .default(90)
    .describe('Calendar days over which volatilities and the portfolio volatility are measured.'),
  volatilityTarget: fraction(0.005, 0.3).default(0.06).describe('Aim for the annual volatility, fraction.'),
  grossCap: fraction(0.1, 1).default(1).describe('Largest sum of weights: never more than 1, no leverage.'),
  bandShare: fraction(0, 1).default(0.25).describe('Least change worth a trade, as a share of the target …'),
  bandMinimum: fraction(0, 0.1).default(0.0025).describe('… and as a fraction of equity; the larger counts.'),
  maxDrawdown: fraction(0.01, 0.9).default(0.08).describe('Fall from the peak that stops trading, fraction.'),
  pauseDays: days(1, 365).default(30).describe('Days out of the market after the drawdown stop.'),
  maxDailyLoss: fraction(0.001, 1)
    .default(0.025)
    .describe(
      'Loss of a UTC day that sells everything until the next: 1.5 times the worst day of 2008–2018.',
    ),
});

export type SmartBotParameters = z.infer<typeof smartBotParameters>;

/**
 * - `trend-up`: above the closes of all lookbacks. - `trend-mixed`: above some of them. - `trend-down`: above none.
 * - `warming-up`: not enough history yet. - `no-price`: no bar for more than ten days.
 */
export type SmartBotReason = 'trend-up' | 'trend-mixed' | 'trend-down' | 'warming-up' | 'no-price';

type SignalRule = (closes: Float64Array, lookbackDays: readonly number[]) => number;

/**
 * SmartBot (decision 0012): long-only time-series momentum over all categories, sized by risk parity with a volatility
 * target. Signal after Moskowitz, Ooi and Pedersen (2012), long or flat as in Faber (2007).
 */
export const smartBot: Strategy<SmartBotParameters> = longOnly('smartbot', timeSeriesMomentum);

/**
 * The benchmark: every live market held always, with the same sizing and costs but without a drawdown stop. What
 * SmartBot earns above this is the merit of its signal and its pauses, the rest is the market's.
 */
export const smartBotBenchmark: Strategy<SmartBotParameters> = {
  ...longOnly('smartbot-benchmark', () => 1),
  protectionLimits: ({ grossCap }) => sizeLimitOnly(grossCap),
};

function longOnly(id: string, signalRule: SignalRule): Strategy<SmartBotParameters> {
  return {
    id,
    version: '2',
    parameters: smartBotParameters,
    decisionIntervalMs: DAY_MS,
    costRule: { financed: false, slippageFactor: 1 },
    // Ten more days, because the newest close before the oldest day needed may itself be carried over a holiday.
    warmUpDays: (parameters) => daysNeeded(parameters) + UNQUOTED_LIMIT_MS / DAY_MS,
    protectionLimits,
    decide: (view, portfolio, parameters) => decide(view, portfolio, parameters, signalRule),
  };
}

/** Calendar days of closes that one decision looks at, the newest included. */
function daysNeeded({ lookbackDays, volatilityWindowDays }: SmartBotParameters): number {
  return Math.max(...lookbackDays, volatilityWindowDays) + 1;
}

function decide(
  view: MarketView,
  portfolio: PortfolioView,
  parameters: SmartBotParameters,
  signalRule: SignalRule,
): StrategyDecision {
  const { lookbackDays } = parameters;
  const read = (index: number, closes: Float64Array): Reading => {
    const figures = changesOf(closes, lookbackDays);
    const absent: SmartBotReason | null = absence(view, index, closes);
    if (absent !== null) return { signal: null, reason: absent, stop: null, figures };
    const signal = signalRule(closes, lookbackDays);
    return { signal, reason: reasonOf(signal), stop: null, figures };
  };
  return decideByVolatilityTarget(view, portfolio, parameters, daysNeeded(parameters), read);
}

const reasonOf = (signal: number): SmartBotReason =>
  signal === 1 ? 'trend-up' : signal > 0 ? 'trend-mixed' : 'trend-down';

/** `change30d` and so on: price change over each lookback; null where the history is too short. */
function changesOf(closes: Float64Array, lookbackDays: readonly number[]): Record<string, number | null> {
  const newest = closes.length - 1;
  return Object.fromEntries(
    lookbackDays.map((days) => [`change${days}d`, finite(closes[newest]! / closes[newest - days]! - 1)]),
  );
}
