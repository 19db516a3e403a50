/**
 * The shapes that a backtest on request, a committed report and the replay of a live period share. Everything is relative to the
 * capital: an equity of 1.05 is 5 % more than at the start, so a result holds for any amount.
 */
import { z } from 'zod';
import { BOT_TYPES } from './catalogue.ts';
import { fraction, timestamp } from './shapes.ts';

/** `YYYY-MM-DD`, a UTC day. */
export const utcDay = z.iso.date();

/**
 * The field's terms (design §8); fractions unless said otherwise, null where undefined. Return a year, Sharpe, Sortino and Calmar
 * are so under `EVIDENCE_DAYS.ratios` days.
 */
export const performanceFigures = z.object({
  days: z.number(),
  totalReturn: fraction,
  cagr: fraction,
  volatility: fraction,
  sharpe: fraction,
  sortino: fraction,
  /** ≤ 0. */
  maxDrawdown: fraction,
  longestDrawdownDays: z.number().nullable(),
  calmar: fraction,
  bestDay: fraction,
  worstDay: fraction,
  worstMonth: fraction,
  trades: z.number(),
  winRate: fraction,
  profitFactor: fraction,
  /** Mean net result of a closed trade as a fraction of the capital. */
  expectancy: fraction,
  sqn: fraction,
  /** Share of the time with any position, and mean Σ|position| as a multiple of the equity. */
  timeInMarket: fraction,
  meanGross: fraction,
});
export type PerformanceFigures = z.infer<typeof performanceFigures>;

/** Nine of ten resampled records lie between the two. */
const interval = z.object({ low: z.number(), high: z.number() }).nullable();

/**
 * How sure the yearly figures are: the 5th and 95th percentile of what 2,000 records show that are put together of the same
 * days in other blocks (stationary bootstrap). It repeats this past and knows no other.
 */
export const uncertainty = z.object({
  /**
   * Why there are no intervals: under `EVIDENCE_DAYS.ratios` days, days that all brought the same, or a return on nothing. Null
   * where there are.
   */
  missing: z.enum(['too-short', 'flat', 'undefined']).nullable(),
  sharpe: interval,
  cagr: interval,
  /** Neighbouring days hang together, so the intervals are too narrow. */
  dependent: z.boolean(),
});
export type Uncertainty = z.infer<typeof uncertainty>;

/** A figure, or why there is none: too few days or trades, nothing that varies, a formula without a value, nothing to compare with. */
export const figureOf = <Value extends z.ZodType>(value: Value) =>
  z.discriminatedUnion('missing', [
    z.object({ value, missing: z.null() }),
    z.object({ value: z.null(), missing: z.enum(['too-short', 'flat', 'undefined', 'no-benchmark']) }),
  ]);

/** Beside bots that make the same trades at random moments; total returns, fractions. */
export const randomBots = figureOf(
  z.object({
    /** (1 + how many were at least as good) / (1 + `count`). */
    p: z.number(),
    worse: z.number().int(),
    count: z.number().int(),
    /** 5th, 50th and 95th percentile. */
    low: z.number(),
    median: z.number(),
    high: z.number(),
    /** Of the run by the same formula, which knows no open position. */
    actual: z.number(),
  }),
);

/** Every stretch of 30 days in the period, as returns: what such a month has brought. Null when the period is shorter. */
export const thirtyDayWindows = z
  .object({
    /** They overlap … */
    count: z.number(),
    /** … and so many of them fit one after the other. */
    independent: z.number(),
    worst: z.number(),
    /** One in twenty was worse than `low`, one in twenty better than `high`. */
    low: z.number(),
    median: z.number(),
    high: z.number(),
    best: z.number(),
  })
  .nullable();
export type ThirtyDayWindows = z.infer<typeof thirtyDayWindows>;

/** Costs over the whole period as fractions of the capital, ≥ 0. */
export const costFigures = z.object({
  fee: z.number(),
  spread: z.number(),
  slippage: z.number(),
  financing: z.number(),
});

/**
 * Calendar years with their twelve months and the return of the year's part inside the period. Null outside of it, and
 * for a month or year that began with nothing left.
 */
export const monthlyReturns = z.array(
  z.object({ year: z.number(), months: z.array(fraction).length(12), total: fraction }),
);

/** One value per consecutive UTC day from `firstDay` on, at the end of the day; same length each. */
export const dailySeries = z.object({
  firstDay: utcDay,
  /** 1 = the capital at the start. */
  equity: z.array(z.number()),
  /** ≤ 0, against the highest equity so far, the start included. */
  drawdown: z.array(z.number()),
  /** The same capital in equal parts in every symbol from its first bar on, bought once with costs and held. */
  buyAndHold: z.array(z.number()),
});

/** What is needed to get the same figures again, and to judge them. */
export const provenance = z.object({
  engineVersion: z.string(),
  strategyVersion: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** Length of the bars traded on; stops and fills are no finer than this. */
  bars: z.enum(['1m', '1h', '1d']),
  costFactor: z.number(),
  /** First and last UTC day, both included. */
  firstDay: utcDay,
  lastDay: utcDay,
  /** SHA-256 over every candle and every trading event that was used. */
  dataHash: z.string(),
  events: z.number(),
  symbols: z.array(
    z.object({
      symbol: z.string(),
      /** Where the candles come from: `simulated`, `kraken`, `twelvedata`, `imported`, or a file of a report. */
      source: z.string(),
      bars: z.number(),
      firstBar: timestamp.nullable(),
      lastBar: timestamp.nullable(),
      feeBps: z.number(),
      halfSpreadBps: z.number(),
      slippageBps: z.number(),
      financingPerYear: z.number(),
    }),
  ),
});
export type Provenance = z.infer<typeof provenance>;

/** A closed trade: from flat (or a reversal) to flat (or the next). Amounts are fractions of the capital. */
export const backtestTrade = z.object({
  symbol: z.string(),
  direction: z.enum(['long', 'short']),
  openedAt: timestamp,
  closedAt: timestamp,
  /** Mean price of what was bought or sold short, and of what closed it, before costs. */
  entryPrice: z.number(),
  exitPrice: z.number(),
  fills: z.number(),
  gross: z.number(),
  costs: z.number(),
  net: z.number(),
  /** The reason code of the closing fill, and its German text. */
  reason: z.string(),
  reasonText: z.string(),
});
export type BacktestTrade = z.infer<typeof backtestTrade>;

/** A protection that acted, in plain German. */
export const backtestProtection = z.object({
  kind: z.string(),
  symbol: z.string().nullable(),
  at: timestamp,
  until: timestamp.nullable(),
  title: z.string(),
  text: z.string(),
});

export const botTypeSchema = z.enum(BOT_TYPES);
