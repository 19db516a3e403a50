/** Everything that a run of a rule over past prices says about it, without what else was tried. */
import { type BacktestResult, inCatalogueOrder, runBacktest } from '../backtest.ts';
import { type Candles, DAY_MS, firstBars, firstIndexAt, HOUR_MS } from '../candles.ts';
import type { SymbolSpec } from '../costs.ts';
import { candlesHash, keyDigest } from '../data-hash.ts';
import { ENGINE_VERSION } from '../engine.ts';
import type { FillReason } from '../fill.ts';
import { ruleHashOf } from '../rules/canonical.ts';
import { sharedColumns } from '../rules/columns/column-set.ts';
import { compileRule } from '../rules/compile-rule.ts';
import { warmUpBarsOf } from '../rules/indicator-table.ts';
import { RULE_CAPITAL, type Rule } from '../rules/rule.ts';
import { type TalliedTrade, tallyRule } from '../rules/rule-tally.ts';
import { buyAndHoldEquity } from '../statistics/buy-and-hold.ts';
import { breakEvenCostFactor, type CostShares, costShares } from '../statistics/cost-shares.ts';
import { dailyReturns } from '../statistics/daily-equity.ts';
import { drawdownSeries } from '../statistics/drawdown.ts';
import { performance } from '../statistics/performance.ts';
import { turnoverPerYear } from '../statistics/turnover.ts';
import { againstRandomBots, type RandomBotSummary } from './against-random-bots.ts';
import { savingsAccount, savingsPlanEquity } from './companions.ts';
import { evidenceFigures } from './evidence-figures.ts';
import type { Figure } from './figure.ts';
import { type SharpeSample, sharpeSampleOf } from './sharpe-sample.ts';
import {
  type AmountOutlook,
  amountOutlook,
  type BootstrapBands,
  REPLICATES,
} from './stationary-bootstrap.ts';
import { leastVariance } from './trials.ts';

export interface RuleRun {
  readonly rule: Rule;
  /** Name of where the candles come from; part of the hash of the data. */
  readonly source: string;
  /** For each symbol of the rule the bars that it decides on, those before the period included. */
  readonly series: readonly { readonly spec: SymbolSpec; readonly candles: Candles }[];
  /** Bars that start in [from, until), ms UTC. Null: from the first one. */
  readonly from: number | null;
  readonly until: number;
  readonly costFactor: number;
  /** Interest of a savings account a year, fraction. */
  readonly savingsRate: number;
}

/** Fractions of the capital; null where undefined. */
export interface ResultFigures {
  readonly days: number;
  readonly totalReturn: number | null;
  readonly cagr: number | null;
  readonly volatility: number | null;
  readonly sharpe: number | null;
  readonly maxDrawdown: number | null;
}

/** A closed trade; times ms UTC. */
export interface ResultTrade {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly openedAt: number;
  readonly closedAt: number;
  /** Mean prices without costs. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  /** After costs, as a fraction of what the position was worth when it was opened. */
  readonly net: number;
  readonly reason: FillReason;
  /** Index of the line of the rule that ended it, as in `linesOf`; null where none did. */
  readonly line: number | null;
}

/** Plain JSON. Daily values are those at the end of a UTC day, of a capital of 1. */
export interface RuleResult {
  readonly ruleHash: string;
  readonly dataHash: string;
  readonly engineVersion: string;
  /** UTC days, the last one included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Over all symbols. */
  readonly bars: number;
  /** Bars that the rule looks back on beyond those that there are, of the symbol that lacks most. */
  readonly missingWarmUp: number;
  readonly costFactor: number;
  readonly figures: ResultFigures;
  readonly holding: ResultFigures;
  readonly savingsPlan: ResultFigures;
  readonly savings: { readonly ratePerYear: number; readonly totalReturn: number };
  readonly trades: {
    readonly count: number;
    readonly open: number;
    readonly winRate: number | null;
    /** Mean of `net`; null without one. */
    readonly meanNet: number | null;
    /** The newest ones, in the order of closing. */
    readonly newest: readonly ResultTrade[];
  };
  readonly costs: CostShares;
  readonly breakEvenCostFactor: number | null;
  /** The same run without costs, at the usual ones and at twice these. */
  readonly byCostFactor: readonly {
    readonly factor: number;
    readonly totalReturn: number | null;
    readonly cagr: number | null;
  }[];
  readonly timeInMarket: number | null;
  readonly turnoverPerYear: Figure;
  readonly cvar5: Figure;
  readonly recoveryDays: Figure;
  /** Against holding the same markets: what that does not explain, a year, and its t. */
  readonly alphaYear: Figure;
  readonly tAlpha: Figure;
  readonly beta: Figure;
  readonly sample: Figure<SharpeSample>;
  /** One-sided, 95 %, of the Sharpe ratio a year. */
  readonly lowerBound95: Figure;
  readonly dependent: boolean;
  readonly bands: Figure<BootstrapBands>;
  /** What 1 may become. */
  readonly outlooks: readonly { readonly days: number; readonly outlook: Figure<AmountOutlook> }[];
  readonly randomBots: Figure<RandomBotSummary>;
  /** Of some of the days, the last one among them; days since `firstDay`. */
  readonly curve: {
    readonly day: readonly number[];
    readonly equity: readonly number[];
    readonly drawdown: readonly number[];
    readonly holding: readonly number[];
    readonly savingsPlan: readonly number[];
  };
  readonly liquidated: boolean;
}

/** Three, six, twelve and twenty-four months. */
export const OUTLOOK_DAYS = [91, 182, 365, 730] as const;
const COST_FACTORS = [0, 1, 2] as const;
const MOST_TRADES = 500;
const MOST_POINTS = 400;

/** A result, and the daily returns that it comes from: the first is that of `firstDay`. */
export interface JudgedRun {
  readonly result: RuleResult;
  readonly returns: Float64Array;
}

/**
 * Runs a rule and works out what can be said about it. The same rule, bars and engine give the same result in every place: what is
 * random is drawn by keys of the hashes of rule and data.
 *
 * @param onProgress told how much is done, from 0 to 1. @throws what `runBacktest` throws.
 */
export function judgeRule(run: RuleRun, onProgress?: (share: number) => void): JudgedRun {
  const { rule, source, until, costFactor, savingsRate } = run;
  const ruleHash = ruleHashOf(rule);
  const series = inCatalogueOrder(run.series).map(({ spec, candles }) => ({
    spec,
    candles: firstBars(candles, firstIndexAt(candles, until)),
  }));
  const starts = series.flatMap(({ candles }) => (candles.length > 0 ? [candles.time[0]!] : []));
  const from = run.from ?? Math.min(until, ...starts);
  const baseIntervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  const setOf = sharedColumns();
  const strategy = compileRule(rule, ruleHash, setOf);
  const period = { series, baseIntervalMs, from, until, startingEquity: RULE_CAPITAL };
  const runs = new Map<number, BacktestResult>();
  for (const factor of new Set([costFactor, ...COST_FACTORS])) {
    runs.set(factor, runBacktest({ ...period, strategy, costFactor: factor }));
    onProgress?.((RUN_SHARE * runs.size) / (COST_FACTORS.length + 1));
  }
  const result = runs.get(costFactor)!;
  const { daily } = result;
  const returns = dailyReturns(RULE_CAPITAL, daily.equity);
  const compared = { ...period, costFactor, days: daily.day };
  const holding = buyAndHoldEquity(compared);
  const savingsPlan = savingsPlanEquity(compared);
  const dataHash = candlesHash(
    series.map(({ spec: { symbol }, candles }) => ({
      symbol: `${source}/${rule.interval}/${symbol}`,
      candles,
    })),
  );
  const seed = (kind: string): Uint8Array => keyDigest(`${kind}/${ruleHash}/${dataHash}`);
  const evidence = evidenceFigures({
    returns,
    benchmark: dailyReturns(RULE_CAPITAL, holding),
    // What else was tried is no part of this.
    trials: { N: 1, V: leastVariance(Math.max(2, returns.length)) },
    amount: { amount: 1, days: OUTLOOK_DAYS[0] },
    seed: seed('bands'),
    replicates: REPLICATES,
  });
  onProgress?.(BANDS_SHARE);
  const outlooks = OUTLOOK_DAYS.map((days) => ({
    days,
    outlook:
      evidence.amount.value === null
        ? evidence.amount
        : { value: amountOutlook(returns, { amount: 1, days }, seed('bands')), missing: null },
  }));
  const tally = tallyRule(
    rule,
    result,
    new Map(series.map((one) => [one.spec.symbol, one.candles])),
    period,
    setOf,
  );
  const nets = tally.trades.map(netOf);
  return {
    returns,
    result: {
      ruleHash,
      dataHash,
      engineVersion: ENGINE_VERSION,
      firstDay: dayOf(daily.day[0] ?? from),
      lastDay: dayOf(daily.day.at(-1) ?? from),
      bars: tally.bars,
      missingWarmUp: Math.max(
        0,
        ...series.map(({ candles }) => warmUpBarsOf(rule) - firstIndexAt(candles, from)),
      ),
      costFactor,
      figures: figuresOf(daily.day, daily.equity),
      holding: figuresOf(daily.day, holding),
      savingsPlan: figuresOf(daily.day, savingsPlan),
      savings: {
        ratePerYear: savingsRate,
        totalReturn: savingsAccount(1, savingsRate, daily.day.length) - 1,
      },
      trades: {
        count: tally.trades.length,
        open: tally.open,
        winRate: result.performance.winRate,
        meanNet: nets.length === 0 ? null : nets.reduce((sum, net) => sum + net, 0) / nets.length,
        newest: tally.trades.slice(-MOST_TRADES).map(resultTrade),
      },
      costs: costShares(result.account, RULE_CAPITAL),
      breakEvenCostFactor: breakEvenCostFactor(result.account, costFactor),
      byCostFactor: COST_FACTORS.map((factor) => {
        const { totalReturn, growthRate } = runs.get(factor)!.performance;
        return { factor, totalReturn, cagr: growthRate };
      }),
      timeInMarket: result.exposure?.timeInMarket ?? null,
      turnoverPerYear: turnoverPerYear(daily, result.fills),
      cvar5: evidence.cvar5,
      recoveryDays: evidence.recovery.recoveryDays,
      alphaYear: evidence.alphaBeta.alphaYear,
      tAlpha: evidence.alphaBeta.tAlpha,
      beta: evidence.alphaBeta.beta,
      sample: sharpeSampleOf(returns),
      lowerBound95: evidence.lowerBound95,
      dependent: evidence.dependent,
      bands: evidence.bands,
      outlooks,
      randomBots: againstRandomBots(result, series, seed('monkeys')),
      curve: curveOf(daily.equity, holding, savingsPlan),
      liquidated: result.liquidated,
    },
  };
}

/** How much is done when the runs are over, and when the bands are drawn. */
const RUN_SHARE = 0.6;
const BANDS_SHARE = 0.8;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const netOf = ({ net, units, entryPrice }: TalliedTrade): number => net / (units * entryPrice);

function resultTrade(trade: TalliedTrade): ResultTrade {
  const { symbol, direction, openedAt, closedAt, entryPrice, exitPrice, reason, line } = trade;
  return { symbol, direction, openedAt, closedAt, entryPrice, exitPrice, net: netOf(trade), reason, line };
}

function figuresOf(day: Float64Array, equity: Float64Array): ResultFigures {
  const { days, totalReturn, growthRate, volatility, sharpe, maxDrawdown } = performance(
    RULE_CAPITAL,
    { day, equity },
    [],
  );
  return { days, totalReturn, cagr: growthRate, volatility, sharpe, maxDrawdown };
}

function curveOf(
  equity: Float64Array,
  holding: Float64Array,
  savingsPlan: Float64Array,
): RuleResult['curve'] {
  const drawdown = drawdownSeries(RULE_CAPITAL, equity);
  const step = Math.max(1, Math.ceil(equity.length / MOST_POINTS));
  // Counted from the end, so that the last day is one of them.
  const day = Array.from(equity.keys()).filter((at) => (equity.length - 1 - at) % step === 0);
  const some = (values: Float64Array, of = RULE_CAPITAL): number[] => day.map((at) => values[at]! / of);
  return {
    day,
    equity: some(equity),
    drawdown: some(drawdown, 1),
    holding: some(holding),
    savingsPlan: some(savingsPlan),
  };
}
