import { z } from 'zod';
import { type Candles, DAY_MS } from '../candles.ts';
import { meanTrueRange } from '../indicators/mean-true-range.ts';
import { priceChannel } from '../indicators/price-channel.ts';
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

export const turboBotParameters = z
  .strictObject({
    entryDays: days(2, 1000)
      .default(168)
      .describe(
        'Calendar days before the newest bar whose high or low the close must leave to open a position.',
      ),
    exitDays: days(2, 1000)
      .default(84)
      .describe('Calendar days whose opposite end closes it again; at most as many as for the entry.'),
    stopRanges: fraction(0.5, 20)
      .default(3)
      .describe('Distance of the stop from the price of the entry, in average true ranges.'),
    rangeBars: days(2, 100).default(20).describe('Bars of the symbol in the average true range.'),
    volatilityWindowDays: days(5, 730)
      .default(90)
      .describe('Calendar days over which volatilities and the portfolio volatility are measured.'),
    volatilityTarget: fraction(0.01, 1).default(0.25).describe('Aim for the annual volatility, fraction.'),
    grossCap: fraction(0.1, 3)
      .default(3)
      .describe('Largest sum of positions, long or short, as a multiple of equity: the leverage.'),
    bandShare: fraction(0, 1)
      .default(0.25)
      .describe('Least change worth a trade, as a share of the target …'),
    bandMinimum: fraction(0, 0.1)
      .default(0.0025)
      .describe('… and as a fraction of equity; the larger counts.'),
    maxDrawdown: fraction(0.01, 0.9)
      .default(0.25)
      .describe('Fall from the peak that stops trading, fraction.'),
    pauseDays: days(1, 365).default(30).describe('Days out of the market after the drawdown stop.'),
    maxDailyLoss: fraction(0.001, 1)
      .default(0.1)
      .describe(
        'Loss of a UTC day that sells everything until the next: 1.5 times the worst day of 2008–2018.',
      ),
  })
  .refine(({ entryDays, exitDays }) => exitDays <= entryDays, {
    message: 'the exit channel must not be longer than the entry channel',
    path: ['exitDays'],
  });

export type TurboBotParameters = z.infer<typeof turboBotParameters>;

/**
 * - `breakout-up`, `breakout-down`: the close left the entry channel. - `holding-long`, `holding-short`: the position
 * stays, because the close has not crossed the exit channel. - `exit-long`, `exit-short`: it has. - `inside-channel`:
 * no position and no breakout. - `warming-up`: not enough history yet. - `no-price`: no bar for more than ten days.
 */
export type TurboBotReason =
  | 'breakout-up'
  | 'breakout-down'
  | 'holding-long'
  | 'holding-short'
  | 'exit-long'
  | 'exit-short'
  | 'inside-channel'
  | 'warming-up'
  | 'no-price';

/** Prices of one symbol that decide about it. */
interface Levels {
  readonly close: number;
  readonly entryHigh: number;
  readonly entryLow: number;
  readonly exitHigh: number;
  readonly exitLow: number;
  readonly averageTrueRange: number;
}

type Signal = { readonly signal: number; readonly reason: TurboBotReason };

/** @param side −1, 0 or 1: the position held. */
type SignalRule = (levels: Levels, side: number) => Signal;

/**
 * TurboBot (decision 0012): breakouts of a price channel in both directions with a fixed stop, sized by risk parity with
 * a volatility target and leverage. After the rules of the Turtles (Donchian channels, stop in average true ranges).
 *
 * The direction comes from the position held and from nowhere else. After a stop, a pause or a settlement the bot is
 * therefore out until the close leaves the entry channel anew.
 */
export const turboBot: Strategy<TurboBotParameters> = leveraged('turbobot', breakout);

/**
 * The benchmark: every live market held long always, with the same sizing, financing and costs but without stops. What
 * TurboBot earns above this is the merit of its signal and its stops, the rest is the market's.
 */
export const turboBotBenchmark: Strategy<TurboBotParameters> = {
  ...leveraged('turbobot-benchmark', () => ({ signal: 1, reason: 'holding-long' }), false),
  protectionLimits: ({ grossCap }) => sizeLimitOnly(grossCap),
};

function leveraged(id: string, signalRule: SignalRule, stopped = true): Strategy<TurboBotParameters> {
  return {
    id,
    version: '1',
    parameters: turboBotParameters,
    decisionIntervalMs: DAY_MS,
    costRule: { financed: true, slippageFactor: 1 },
    // Ten more days, because the newest bar may be that old and its channel begins before it.
    warmUpDays: (parameters) => daysNeeded(parameters) + UNQUOTED_LIMIT_MS / DAY_MS,
    protectionLimits,
    decide: (view, portfolio, parameters) => decide(view, portfolio, parameters, signalRule, stopped),
  };
}

/**
 * Calendar days that one decision looks at, the newest included. Twenty bars of a market with weekends and holidays fit
 * into twice as many days.
 */
function daysNeeded({ entryDays, volatilityWindowDays, rangeBars }: TurboBotParameters): number {
  return Math.max(entryDays, volatilityWindowDays, 2 * rangeBars) + 1;
}

function decide(
  view: MarketView,
  portfolio: PortfolioView,
  parameters: TurboBotParameters,
  signalRule: SignalRule,
  isStopped: boolean,
): StrategyDecision {
  const read = (index: number, closes: Float64Array): Reading => {
    const absent: TurboBotReason | null = absence(view, index, closes);
    const levels = absent === null ? levelsOf(view.candles(index), parameters) : null;
    const { units, stop } = portfolio.positions[index]!;
    const figures = figuresOf(levels, parameters, stop);
    if (levels === null) return { signal: null, reason: absent ?? 'warming-up', stop: null, figures };
    const distance = parameters.stopRanges * levels.averageTrueRange;
    return {
      ...signalRule(levels, Math.sign(units)),
      stop: isStopped ? { distance } : null,
      figures,
    };
  };
  return decideByVolatilityTarget(view, portfolio, parameters, daysNeeded(parameters), read);
}

/** Read at the symbol's newest bar, so that a decision over a weekend or a holiday repeats the one before. */
function levelsOf(candles: Candles, { entryDays, exitDays, rangeBars }: TurboBotParameters): Levels | null {
  const newest = candles.length - 1;
  const range = meanTrueRange(candles, newest, rangeBars);
  if (!(range > 0)) return null;
  const entry = priceChannel(candles, newest, entryDays);
  const exit = priceChannel(candles, newest, exitDays);
  return {
    close: candles.close[newest]!,
    entryHigh: entry.high,
    entryLow: entry.low,
    exitHigh: exit.high,
    exitLow: exit.low,
    averageTrueRange: range,
  };
}

/** A breakout against the position reverses it: the entry channel contains the exit channel. */
function breakout({ close, entryHigh, entryLow, exitHigh, exitLow }: Levels, side: number): Signal {
  if (side > 0 && close >= exitLow) return { signal: 1, reason: 'holding-long' };
  if (side < 0 && close <= exitHigh) return { signal: -1, reason: 'holding-short' };
  if (close > entryHigh) return { signal: 1, reason: 'breakout-up' };
  if (close < entryLow) return { signal: -1, reason: 'breakout-down' };
  if (side !== 0) return { signal: 0, reason: side > 0 ? 'exit-long' : 'exit-short' };
  return { signal: 0, reason: 'inside-channel' };
}

/**
 * Prices in units of the symbol; `toBreakoutUp` and `toBreakoutDown` are how far the close is from either end of the
 * entry channel, as a fraction of the close and negative beyond it. `stopDistance` belongs to a position opened now,
 * `stop` to the one held.
 */
function figuresOf(
  levels: Levels | null,
  { entryDays, exitDays, stopRanges }: TurboBotParameters,
  stop: number | null,
): Record<string, number | null> {
  const { close, entryHigh, entryLow, exitHigh, exitLow, averageTrueRange: range } = levels ?? UNKNOWN;
  return {
    entryDays,
    exitDays,
    close: finite(close),
    entryHigh: finite(entryHigh),
    entryLow: finite(entryLow),
    exitHigh: finite(exitHigh),
    exitLow: finite(exitLow),
    toBreakoutUp: finite(entryHigh / close - 1),
    toBreakoutDown: finite(1 - entryLow / close),
    averageTrueRange: finite(range),
    stopDistance: finite(stopRanges * range),
    stop,
  };
}

const UNKNOWN: Levels = {
  close: Number.NaN,
  entryHigh: Number.NaN,
  entryLow: Number.NaN,
  exitHigh: Number.NaN,
  exitLow: Number.NaN,
  averageTrueRange: Number.NaN,
};
