import type { BacktestResult, BacktestSeries } from '../backtest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { keyDigest, textHash } from '../data-hash.ts';
import { type Uncertainty, uncertaintyOf } from '../evidence/uncertainty.ts';
import type { FillReason } from '../fill.ts';
import { buyAndHoldEquity } from './buy-and-hold.ts';
import { breakEvenCostFactor, type CostShares, costShares } from './cost-shares.ts';
import { dailyReturns } from './daily-equity.ts';
import { drawdownSeries } from './drawdown.ts';
import { monthlyReturns, worstMonth, type YearOfMonths } from './monthly-returns.ts';
import { type Performance, performance } from './performance.ts';
import type { RollingReturns } from './rolling-returns.ts';

/** A record in the field's terms, relative to its starting equity; fractions, null where undefined. */
export interface PerformanceFigures {
  readonly days: number;
  readonly totalReturn: number | null;
  readonly cagr: number | null;
  readonly volatility: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly maxDrawdown: number | null;
  readonly longestDrawdownDays: number | null;
  readonly calmar: number | null;
  readonly bestDay: number | null;
  readonly worstDay: number | null;
  readonly worstMonth: number | null;
  readonly trades: number;
  readonly winRate: number | null;
  readonly profitFactor: number | null;
  readonly expectancy: number | null;
  readonly sqn: number | null;
  readonly timeInMarket: number | null;
  readonly meanGross: number | null;
}

/** The figures of a record without trades of its own. */
export type ComparisonFigures = Pick<
  PerformanceFigures,
  'totalReturn' | 'cagr' | 'volatility' | 'sharpe' | 'maxDrawdown'
>;

export interface ThirtyDayWindows {
  readonly count: number;
  /** How many of them fit one after the other: the others share days with these. */
  readonly independent: number;
  readonly worst: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly best: number;
}

/** Consecutive UTC days, each value at the end of its day; 1 is the capital at the start. */
export interface DailySeries {
  /** `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly equity: number[];
  readonly drawdown: number[];
  readonly buyAndHold: number[];
}

/** A closed trade; amounts are fractions of the capital, times ISO 8601 in UTC. */
export interface TradeFigures {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly openedAt: string;
  readonly closedAt: string;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly fills: number;
  readonly gross: number;
  readonly costs: number;
  readonly net: number;
  readonly reason: FillReason;
}

export interface BacktestFigures {
  readonly performance: PerformanceFigures;
  readonly uncertainty: Uncertainty;
  readonly buyAndHold: ComparisonFigures;
  readonly thirtyDays: ThirtyDayWindows | null;
  readonly costs: CostShares;
  readonly breakEvenCostFactor: number | null;
  readonly series: DailySeries;
  readonly monthly: YearOfMonths[];
  readonly trades: TradeFigures[];
}

/**
 * Everything that is shown of a backtest, relative to the capital, as plain JSON. How sure it is, is drawn by a key of the
 * strategy and the data, so the same run always says the same; the cost factor is no part of it, so runs that differ in their
 * costs only are resampled alike. The house's strategies have no rule to hash: their id, version and parameters stand for it.
 *
 * @param series the ones that were given to `runBacktest`, for the comparison with buying and holding.
 */
export function backtestFigures(result: BacktestResult, series: readonly BacktestSeries[]): BacktestFigures {
  const { provenance, daily, account } = result;
  const { startingEquity, baseIntervalMs, from, until, costFactor } = provenance;
  const held = buyAndHoldEquity({
    series,
    baseIntervalMs,
    from,
    until,
    costFactor,
    startingEquity,
    days: daily.day,
  });
  const relative = (equity: Float64Array): number[] => Array.from(equity, (value) => value / startingEquity);
  const monthly = monthlyReturns(startingEquity, daily);
  return {
    performance: performanceFigures(result, worstMonth(monthly)),
    uncertainty: uncertaintyOf(dailyReturns(startingEquity, daily.equity), seedOf('bands', provenance)),
    buyAndHold: comparisonFigures(performance(startingEquity, { day: daily.day, equity: held }, [])),
    thirtyDays: thirtyDayWindows(result.performance.thirtyDays),
    costs: costShares(account, startingEquity),
    breakEvenCostFactor: breakEvenCostFactor(account, costFactor),
    series: {
      firstDay: utcDayOf(daily.day[0] ?? from),
      equity: relative(daily.equity),
      drawdown: Array.from(drawdownSeries(startingEquity, daily.equity)),
      buyAndHold: relative(held),
    },
    monthly,
    trades: result.trades.map((trade) => ({
      symbol: trade.symbol,
      direction: trade.direction,
      openedAt: new Date(trade.openedAt).toISOString(),
      closedAt: new Date(trade.closedAt).toISOString(),
      entryPrice: trade.entryPrice,
      exitPrice: trade.exitPrice,
      fills: trade.fills,
      gross: trade.gross / startingEquity,
      costs: trade.costs / startingEquity,
      net: trade.net / startingEquity,
      reason: trade.reason,
    })),
  };
}

/**
 * The key of what is drawn at random: `bands/` or `monkeys/` + hash of the strategy + `/` + hash of the data. Parameters come out of
 * their schema, so in its order.
 */
export function seedOf(
  kind: 'bands' | 'monkeys',
  { strategyId, strategyVersion, parameters, dataHash }: BacktestResult['provenance'],
): Uint8Array {
  const strategy = JSON.stringify([strategyId, strategyVersion, parameters]);
  return keyDigest(`${kind}/${textHash(strategy)}/${dataHash}`);
}

function performanceFigures(
  { performance: figures, exposure, provenance }: BacktestResult,
  worst: number | null,
): PerformanceFigures {
  const { growthRate, systemQuality, thirtyDays: _, expectancy, ...same } = figures;
  return {
    ...same,
    cagr: growthRate,
    worstMonth: worst,
    expectancy: expectancy === null ? null : expectancy / provenance.startingEquity,
    sqn: systemQuality,
    timeInMarket: exposure?.timeInMarket ?? null,
    meanGross: exposure?.meanGross ?? null,
  };
}

/** The part of a performance that any record has, under the names of the figures. */
export function comparisonFigures(figures: Performance): ComparisonFigures {
  const { totalReturn, growthRate, volatility, sharpe, maxDrawdown } = figures;
  return { totalReturn, cagr: growthRate, volatility, sharpe, maxDrawdown };
}

function thirtyDayWindows(rolling: RollingReturns | null): ThirtyDayWindows | null {
  if (rolling === null) return null;
  const { windows, independent, worst, low, median, high, best } = rolling;
  return { count: windows, independent, worst, low, median, high, best };
}

export interface ProvenanceFigures {
  readonly engineVersion: string;
  readonly strategyVersion: string;
  readonly parameters: Record<string, unknown>;
  readonly bars: '1m' | '1h' | '1d';
  readonly costFactor: number;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly dataHash: string;
  readonly events: number;
  readonly symbols: {
    readonly symbol: string;
    readonly source: string;
    readonly bars: number;
    readonly firstBar: string | null;
    readonly lastBar: string | null;
    readonly feeBps: number;
    readonly halfSpreadBps: number;
    readonly slippageBps: number;
    readonly financingPerYear: number;
  }[];
}

/**
 * Where the figures come from, as plain JSON. Costs are those of the strategy at factor 1: its own slippage, financing only
 * where it pays any.
 *
 * @param sourceOf where the candles of a symbol come from.
 * @throws RangeError when the bars are neither minutes, hours nor days.
 */
export function provenanceFigures(
  { provenance }: BacktestResult,
  sourceOf: (symbol: string) => string,
): ProvenanceFigures {
  const { engineVersion, strategyVersion, parameters, costFactor, costRule, dataHash, events } = provenance;
  return {
    engineVersion,
    strategyVersion,
    // A strategy's parameters are an object by its schema; the provenance only says that they are plain data.
    parameters: parameters as Record<string, unknown>,
    bars: barName(provenance.baseIntervalMs),
    costFactor,
    firstDay: utcDayOf(provenance.from),
    lastDay: utcDayOf(provenance.until - 1),
    dataHash,
    events,
    symbols: provenance.symbols.map(({ symbol, costs, bars, firstBar, lastBar }) => ({
      symbol,
      source: sourceOf(symbol),
      bars,
      firstBar: firstBar === null ? null : new Date(firstBar).toISOString(),
      lastBar: lastBar === null ? null : new Date(lastBar).toISOString(),
      feeBps: costs.feeBps,
      halfSpreadBps: costs.halfSpreadBps,
      slippageBps: costs.slippageBps * costRule.slippageFactor,
      financingPerYear: costRule.financed ? costs.financingPerYear : 0,
    })),
  };
}

function barName(intervalMs: number): '1m' | '1h' | '1d' {
  if (intervalMs === MINUTE_MS) return '1m';
  if (intervalMs === HOUR_MS) return '1h';
  if (intervalMs === DAY_MS) return '1d';
  throw new RangeError(`bars of ${intervalMs} ms have no name`);
}

const utcDayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
