import { z } from 'zod';
import { HOUR_MS } from '../candles.ts';
import type { MarketView, PortfolioView, Strategy, StrategyDecision, SymbolIntent } from '../strategy.ts';
import {
  decisionTimesOf,
  entryEndsOf,
  hoursOf,
  type MarketHours,
  rangeStartOf,
  runningEvent,
} from './news-window.ts';
import { protectionLimits, sizeLimitOnly } from './protection-limits.ts';

const fraction = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum);

export const newsBotParameters = z.strictObject({
  riskPerEvent: fraction(0.001, 0.1)
    .default(0.03)
    .describe('Loss planned for an event if every stop is hit where it lies, fraction of equity.'),
  grossCap: fraction(0.5, 10)
    .default(5)
    .describe('Largest sum of weights; each market may be entered with an equal part of 95 % of it.'),
  minimumStop: fraction(0.0001, 0.05)
    .default(0.001)
    .describe(
      'A nearer stop is sized as if it were this far away, fraction of the price. The published cap acts before it.',
    ),
  maxDrawdown: fraction(0.01, 0.9).default(0.2).describe('Fall from the peak that stops trading, fraction.'),
  pauseDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .default(90)
    .describe('Days out of the market after the drawdown stop.'),
  maxDailyLoss: fraction(0.001, 1)
    .default(0.04)
    .describe(
      'Loss of a UTC day that sells everything until the next: 1.5 times the worst day of 2013–2018.',
    ),
});

export type NewsBotParameters = z.infer<typeof newsBotParameters>;

/**
 * Why NewsBot trades a market at the end of an hour, or does not:
 * - `breakout-up`, `breakout-down`: the hour closed outside the first hour's range.
 * - `inside-range`: not yet, a later hour may still. - `range-not-left`: nor in the last hour that counts.
 * - `range-known`: the first hour is over and none has been compared with it.
 * - `window-too-short`: there is no hour between the first one and the last two.
 * - `holding`, `already-traded`: it has had its one entry of this event.
 * - `missing-bars`: an hour of the window has no bar. - `closes-early`: it closes before the window does.
 */
export type NewsBotReason =
  | 'breakout-up'
  | 'breakout-down'
  | 'inside-range'
  | 'range-not-left'
  | 'range-known'
  | 'window-too-short'
  | 'holding'
  | 'already-traded'
  | 'missing-bars'
  | 'closes-early'
  | 'always-long';

/** What an hour says: the side to enter on and where the stop would lie; null for no entry. */
interface Entry {
  readonly side: 1 | -1;
  /** Price. */
  readonly stop: number;
  readonly reason: NewsBotReason;
}

type EntryRule = (hours: MarketHours) => Entry | null;

/** Closed outside the range of the first hour: follow it, with the stop at the opposite end. */
const breakout: EntryRule = ({ high, low, close }) => {
  if (close > high) return { side: 1, stop: low, reason: 'breakout-up' };
  return close < low ? { side: -1, stop: high, reason: 'breakout-down' } : null;
};

/** Long whatever happens. The range may lie above the price, so the stop is as far away as the range is wide. */
const alwaysLong: EntryRule = ({ high, low, close }) => ({
  side: 1,
  stop: close - (high - low),
  reason: 'always-long',
});

/**
 * NewsBot (decision 0013): follows the break out of the first hour's range in the windows of the trading calendar, after
 * the opening range of Holmberg, Lönnbark and Lundström (2013). Long or short, never over night.
 */
export const newsBot: Strategy<NewsBotParameters> = aroundEvents('newsbot', breakout);

/**
 * The benchmark: long in every market and every window, with the same times, stops, sizing and costs, but without
 * protections. What NewsBot earns above this is the merit of waiting for a break and of its direction.
 */
export const newsBotBenchmark: Strategy<NewsBotParameters> = {
  ...aroundEvents('newsbot-benchmark', alwaysLong),
  protectionLimits: () => sizeLimitOnly(1000),
};

function aroundEvents(id: string, entryRule: EntryRule): Strategy<NewsBotParameters> {
  return {
    id,
    version: '3',
    parameters: newsBotParameters,
    decisionIntervalMs: HOUR_MS,
    // Nothing is held over night; everybody trades at the same moments, so orders slip more.
    costRule: { financed: false, slippageFactor: 2 },
    // It looks at the hours of the running window only, and a window lasts a day at most.
    warmUpDays: () => 2,
    protectionLimits,
    isDue(view) {
      const event = runningEvent(view.events, view.end);
      return event !== null && decisionTimesOf(event).includes(view.end);
    },
    decide: (view, portfolio, parameters) => decide(view, portfolio, parameters, entryRule),
  };
}

function decide(
  view: MarketView,
  portfolio: PortfolioView,
  parameters: NewsBotParameters,
  entryRule: EntryRule,
): StrategyDecision {
  const event = runningEvent(view.events, view.end);
  if (event === null) throw new RangeError('NewsBot decides in the windows of the calendar only');
  const hours = view.symbols.map((_, index) => hoursOf(view.candles(index), event, view.end));
  // Open from the first hour to the end of the window, by the calendar of sessions.
  const inSession = view.symbols.map(
    (_, index) => view.sessionEnd(index, rangeStartOf(event)) >= event.endsAt,
  );
  // Fixed once the first hour is over, so that markets dropping out later cannot raise the risk of the others.
  const markets = hours.filter((market, index) => market !== null && inSession[index]).length;
  const { first, last } = entryEndsOf(event);
  const intents = view.symbols.map((_, index): SymbolIntent => {
    const market = hours[index] ?? null;
    const rule = (reason: NewsBotReason, signal: number): SymbolIntent => ({
      target: null,
      adjustment: 'none',
      signal,
      reason,
      figures: market === null ? {} : { high: market.high, low: market.low, close: market.close },
    });
    const position = portfolio.positions[index]!;
    if (position.units !== 0) return rule('holding', Math.sign(position.units));
    if (position.closedAt !== null && position.closedAt > event.startsAt) return rule('already-traded', 0);
    if (!inSession[index]) return rule('closes-early', 0);
    if (market === null || !market.complete) return rule('missing-bars', 0);
    if (view.end < first) return rule(first > last ? 'window-too-short' : 'range-known', 0);
    const entry = entryRule(market);
    if (entry === null) return rule(view.end < last ? 'inside-range' : 'range-not-left', 0);
    const { side, stop, reason } = entry;
    const stopDistance = Math.abs(market.close - stop) / market.close;
    const weight = side * sizeOf(stopDistance, markets, parameters);
    const intent = rule(reason, side);
    return {
      ...intent,
      target: { weight, stop: { price: stop }, closeAt: event.endsAt },
      adjustment: 'entry',
      figures: { ...intent.figures, stop, stopDistance, targetWeight: weight },
    };
  });
  const planned = (sum: number, { target, figures }: SymbolIntent): number =>
    sum + Math.abs(target?.weight ?? 0) * (figures.stopDistance ?? 0);
  return {
    intents,
    figures: {
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      markets,
      plannedRisk: intents.reduce(planned, 0),
    },
  };
}

/**
 * How much of the gross cap an entry fills. The rest is room for the costs of entering and the first moves against it: at the cap
 * itself, an entry would stand above it at its first close and be cut at once.
 */
const BELOW_CAP = 0.95;

/** |weight| of one of `markets` markets: an equal part of the risk, and at most an equal part of what the gross cap leaves. */
function sizeOf(stopDistance: number, markets: number, parameters: NewsBotParameters): number {
  const { riskPerEvent, grossCap, minimumStop } = parameters;
  return Math.min(riskPerEvent / Math.max(stopDistance, minimumStop), grossCap * BELOW_CAP) / markets;
}
