import { z } from 'zod';
import { DAY_MS } from '../candles.ts';
import { simpleReturns } from '../indicators/simple-returns.ts';
import { timeSeriesMomentum } from '../indicators/time-series-momentum.ts';
import { adjustments, volatilityTargetWeights } from '../sizing.ts';
import {
  type MarketView,
  type PortfolioView,
  type Strategy,
  type StrategyDecision,
  type SymbolIntent,
  UNQUOTED_LIMIT_MS,
} from '../strategy.ts';

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
});

export type SmartBotParameters = z.infer<typeof smartBotParameters>;

/**
 * - `trend-up`: above the closes of all lookbacks. - `trend-mixed`: above some of them. - `trend-down`: above none.
 * - `warming-up`: not enough history yet. - `no-price`: no bar for more than ten days.
 */
export type SmartBotReason = 'trend-up' | 'trend-mixed' | 'trend-down' | 'warming-up' | 'no-price';

type Reading = { readonly signal: number; readonly reason: SmartBotReason };
type SignalRule = (closes: Float64Array, lookbackDays: readonly number[]) => number;

/**
 * SmartBot (strategies.md): long-only time-series momentum over all categories, sized by risk parity with a volatility
 * target. Signal after Moskowitz, Ooi and Pedersen (2012), long or flat as in Faber (2007).
 */
export const smartBot: Strategy<SmartBotParameters> = longOnly('smartbot', timeSeriesMomentum);

/**
 * The benchmark: every live market held always, with the same sizing and costs but without a drawdown stop. What
 * SmartBot earns above this is the merit of its signal and its pauses, the rest is the market's.
 */
export const smartBotBenchmark: Strategy<SmartBotParameters> = {
  ...longOnly('smartbot-benchmark', () => 1),
  protectionLimits: () => ({ maxDrawdown: 1, pauseMs: 0 }),
};

function longOnly(id: string, signalRule: SignalRule): Strategy<SmartBotParameters> {
  return {
    id,
    version: '1',
    parameters: smartBotParameters,
    decisionIntervalMs: DAY_MS,
    costRule: { financed: false, slippageFactor: 1 },
    // Ten more days, because the newest close before the oldest day needed may itself be carried over a holiday.
    warmUpDays: (parameters) => daysNeeded(parameters) + UNQUOTED_LIMIT_MS / DAY_MS,
    protectionLimits: ({ maxDrawdown, pauseDays }) => ({ maxDrawdown, pauseMs: pauseDays * DAY_MS }),
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
  const count = view.symbols.length;
  const signals = new Float64Array(count).fill(Number.NaN);
  const closes: Float64Array[] = [];
  const returns: Float64Array[] = [];
  const readings: Reading[] = [];
  for (let index = 0; index < count; index++) {
    const series = new Float64Array(daysNeeded(parameters));
    view.closes(index, series);
    closes.push(series);
    const reading = read(view, index, series, parameters, signalRule);
    readings.push(reading);
    const isLive = reading.reason !== 'warming-up' && reading.reason !== 'no-price';
    if (isLive) signals[index] = reading.signal;
    returns.push(isLive ? simpleReturns(series, parameters.volatilityWindowDays) : new Float64Array(0));
  }
  const sizing = volatilityTargetWeights({
    signals,
    categories: view.symbols.map(({ category }) => category),
    returns,
    volatilityTarget: parameters.volatilityTarget,
    grossCap: parameters.grossCap,
  });
  const trades = adjustments(sizing.weights, portfolio.weights, parameters);
  const intents = readings.map(({ signal, reason }, index): SymbolIntent => {
    const adjustment = trades[index]!;
    const holds = adjustment === 'none' || adjustment === 'within-band';
    return {
      target: holds ? null : { weight: sizing.weights[index]!, stop: null, closeAt: null },
      adjustment,
      signal,
      reason,
      figures: figuresOf(closes[index]!, parameters, sizing.volatilities[index]!, sizing.weights[index]!),
    };
  });
  let targetGross = 0;
  for (const weight of sizing.weights) targetGross += weight;
  return { intents, figures: { targetGross, scaledToCap: sizing.scaledToCap ? 1 : 0 } };
}

function read(
  view: MarketView,
  index: number,
  closes: Float64Array,
  { lookbackDays }: SmartBotParameters,
  signalRule: SignalRule,
): Reading {
  if (Number.isNaN(closes[0]!)) return { signal: 0, reason: 'warming-up' };
  if (view.end - view.lastBarEnd(index) > UNQUOTED_LIMIT_MS) return { signal: 0, reason: 'no-price' };
  const signal = signalRule(closes, lookbackDays);
  return { signal, reason: signal === 1 ? 'trend-up' : signal > 0 ? 'trend-mixed' : 'trend-down' };
}

/** `change30d` and so on: price change over each lookback; null where the history is too short. */
function figuresOf(
  closes: Float64Array,
  { lookbackDays }: SmartBotParameters,
  volatility: number,
  targetWeight: number,
): Record<string, number | null> {
  const newest = closes[closes.length - 1]!;
  const figures: Record<string, number | null> = { targetWeight, volatility: finite(volatility) };
  for (const lookback of lookbackDays) {
    figures[`change${lookback}d`] = finite(newest / closes[closes.length - 1 - lookback]! - 1);
  }
  return figures;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
