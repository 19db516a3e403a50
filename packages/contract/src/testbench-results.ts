/** What a run of an own bot's rule over past prices says, and what that is worth after everything that was tried. */
import { z } from 'zod';
import { figureOf, randomBots, utcDay } from './backtest-figures.ts';
import { CANDLE_SOURCES } from './kinds.ts';
import { fraction, timestamp } from './shapes.ts';

const figure = figureOf(z.number());

/** Of a capital of 1, over the whole period. */
const resultFigures = z.object({
  days: z.number().int(),
  totalReturn: fraction,
  cagr: fraction,
  volatility: fraction,
  sharpe: fraction,
  /** ≤ 0. */
  maxDrawdown: fraction,
});

/** 5th, 50th and 95th percentile. */
const band = z.tuple([z.number(), z.number(), z.number()]);

const resultTrade = z.object({
  symbol: z.string(),
  direction: z.enum(['long', 'short']),
  /** ms UTC. */
  openedAt: z.number(),
  closedAt: z.number(),
  /** Mean prices without costs. */
  entryPrice: z.number(),
  exitPrice: z.number(),
  /** After costs, as a fraction of what the position was worth when it was opened. */
  net: z.number(),
  reason: z.string(),
  /** Index of the line of the rule that ended it, in the order in which they are written; null where none did. */
  line: z.number().int().nullable(),
});
export type ResultTrade = z.infer<typeof resultTrade>;

/** The same rule, bars and engine give the same. Daily values are those at the end of a UTC day, of a capital of 1. */
export const ruleResult = z.object({
  ruleHash: z.string(),
  dataHash: z.string(),
  engineVersion: z.string(),
  firstDay: utcDay,
  /** Included. */
  lastDay: utcDay,
  bars: z.number().int(),
  /** Bars that the rule looks back on beyond those that there are, of the symbol that lacks most. */
  missingWarmUp: z.number().int(),
  costFactor: z.number(),
  figures: resultFigures,
  /** Equal parts in every symbol, bought once and held. */
  holding: resultFigures,
  /** The same capital in equal parts a month. */
  savingsPlan: resultFigures,
  savings: z.object({ ratePerYear: z.number(), totalReturn: z.number() }),
  trades: z.object({
    count: z.number().int(),
    open: z.number().int(),
    winRate: fraction,
    /** Mean of `net`. */
    meanNet: fraction,
    /** The newest, at most 500, in the order of closing. */
    newest: z.array(resultTrade),
  }),
  costs: z.object({
    fee: z.number(),
    spread: z.number(),
    slippage: z.number(),
    financing: z.number(),
  }),
  /** The cost factor at which the same trades would have brought exactly nothing. */
  breakEvenCostFactor: fraction,
  byCostFactor: z.array(z.object({ factor: z.number(), totalReturn: fraction, cagr: fraction })),
  timeInMarket: fraction,
  turnoverPerYear: figure,
  /** Mean of the worst twentieth of the days. */
  cvar5: figure,
  recoveryDays: figure,
  /** Against holding: what that does not explain, a year, its t, and how far the rule moves with it. */
  alphaYear: figure,
  tAlpha: figure,
  beta: figure,
  sample: figureOf(
    z.object({ days: z.number().int(), sharpe: z.number(), skew: z.number(), kurtosis: z.number() }),
  ),
  /** The true Sharpe ratio a year is above it in 95 of 100 such records. */
  lowerBound95: figure,
  /** Neighbouring days hang together: everything is less sure than it looks. */
  dependent: z.boolean(),
  bands: figureOf(z.object({ blockLength: z.number(), cagr: band, sharpe: band, maxDrawdown: band })),
  /** What 1 may become in so many days: 10th, 50th and 90th percentile, and how often less than 1. */
  outlooks: z.array(
    z.object({
      days: z.number().int(),
      outlook: figureOf(
        z.object({ low: z.number(), median: z.number(), high: z.number(), lossShare: z.number() }),
      ),
    }),
  ),
  /** Bots with the same trades at random moments. */
  randomBots,
  /** Of some of the days, the last one among them; days since `firstDay`. */
  curve: z.object({
    day: z.array(z.number().int()),
    equity: z.array(z.number()),
    drawdown: z.array(z.number()),
    holding: z.array(z.number()),
    savingsPlan: z.array(z.number()),
  }),
  /** The capital was used up and the run ended there. */
  liquidated: z.boolean(),
});
export type RuleResult = z.infer<typeof ruleResult>;

/** What a result is worth after everything that was tried on the same prices. */
export const judgement = z.object({
  verdict: z.enum(['too-little-data', 'worse-than-chance', 'passed-with-reservation', 'no-evidence']),
  trials: z.object({ total: z.number().int(), effective: z.number().int() }),
  /** The Sharpe ratio a year that luck lets one expect of the best of so many, and of other numbers for a drawing. */
  hurdle: figure,
  hurdles: z.array(z.object({ trials: z.number().int(), sharpe: z.number() })),
  /** Deflated Sharpe ratio. */
  dsr: figure,
  /** How often the best of so many worthless rules looks as good. */
  luck: figure,
  /** How often one of so many worthless rules beats as many random bots. */
  pOfBest: figure,
  daysNeeded: figure,
  daysNeededAlone: figure,
  minBacktestYears: figure,
});
export type RuleJudgement = z.infer<typeof judgement>;

export const certificate = z.object({
  passed: z.boolean(),
  /** Ends of the bars after which the future was cut off, ms UTC. */
  cuts: z.array(z.number()),
  firstDifference: z
    .object({
      kind: z.enum(['without-future', 'other-future', 'changed-bars']),
      cut: z.number().nullable(),
    })
    .nullable(),
  engineVersion: z.string(),
  dataHash: z.string(),
  madeAt: timestamp,
});
export type RuleCertificate = z.infer<typeof certificate>;

/** The days that nothing looks at but their one opening for each person and source. */
export const testPeriod = z.object({
  /** First day, and the one after the last; null while the source has no candles. */
  from: utcDay.nullable(),
  until: utcDay.nullable(),
  /** Null: closed. */
  opened: z
    .object({
      at: timestamp,
      /** Whether it was with this rule: another one has no result there. */
      isThisRule: z.boolean(),
      /** Of the rule with which it was opened. */
      result: ruleResult,
    })
    .nullable(),
});
export type TestPeriod = z.infer<typeof testPeriod>;

export const ownBotResult = z.object({
  /** The frozen rule. */
  version: z.number().int(),
  rule: z.unknown(),
  source: z.enum(CANDLE_SOURCES),
  madeAt: timestamp,
  result: ruleResult,
  judgement,
  /** Null until it has been made. */
  certificate: certificate.nullable(),
  testPeriod,
});
export type OwnBotResult = z.infer<typeof ownBotResult>;

/** How a run goes: how many wait before it, how much is done from 0 to 1, and that it is over. */
export const runEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('waiting'), ahead: z.number() }),
  z.object({ type: z.literal('progress'), share: z.number() }),
  z.object({ type: z.literal('done') }),
]);
export type RunEvent = z.infer<typeof runEvent>;
