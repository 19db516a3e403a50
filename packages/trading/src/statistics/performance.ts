import { type DailyEquity, dailyReturns } from './daily-equity.ts';
import { maximumDrawdown } from './drawdown.ts';
import { compoundAnnualGrowthRate, totalReturn } from './growth.ts';
import { annualVolatility, calmarRatio, sharpeRatio, sortinoRatio } from './risk-adjusted.ts';
import { type RollingReturns, rollingReturns } from './rolling-returns.ts';
import { expectancy, profitFactor, systemQualityNumber, winRate } from './trade-statistics.ts';

/** Fractions unless said otherwise. Null means undefined and is shown as a dash. */
export interface Performance {
  readonly days: number;
  readonly totalReturn: number | null;
  readonly growthRate: number | null;
  readonly volatility: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  /** ≤ 0. */
  readonly maxDrawdown: number | null;
  readonly longestDrawdownDays: number | null;
  readonly calmar: number | null;
  readonly worstDay: number | null;
  readonly bestDay: number | null;
  readonly thirtyDays: RollingReturns | null;
  readonly trades: number;
  readonly winRate: number | null;
  readonly profitFactor: number | null;
  /** Account currency per trade. */
  readonly expectancy: number | null;
  readonly systemQuality: number | null;
}

/** What fewer days than these earned says nothing about a year: return a year, Sharpe, Sortino and Calmar are undefined. */
export const LEAST_DAYS_FOR_RATIOS = 60;

/**
 * Every statistic of a record: daily UTC equity including open positions, and the net results of closed trades.
 */
export function performance(
  startingEquity: number,
  { equity }: DailyEquity,
  netResults: ArrayLike<number>,
): Performance {
  const returns = dailyReturns(startingEquity, equity);
  const isLongEnough = equity.length >= LEAST_DAYS_FOR_RATIOS;
  const growthRate = isLongEnough ? compoundAnnualGrowthRate(startingEquity, equity) : null;
  const drawdown = maximumDrawdown(startingEquity, equity);
  const maxDrawdown = drawdown?.depth ?? null;
  return {
    days: equity.length,
    totalReturn: totalReturn(startingEquity, equity),
    growthRate,
    volatility: annualVolatility(returns),
    sharpe: isLongEnough ? sharpeRatio(returns) : null,
    sortino: isLongEnough ? sortinoRatio(returns) : null,
    maxDrawdown,
    longestDrawdownDays: drawdown?.longestDays ?? null,
    calmar: calmarRatio(growthRate, maxDrawdown),
    ...extremeDays(returns),
    thirtyDays: rollingReturns(startingEquity, equity),
    trades: netResults.length,
    winRate: winRate(netResults),
    profitFactor: profitFactor(netResults),
    expectancy: expectancy(netResults),
    systemQuality: systemQualityNumber(netResults),
  };
}

function extremeDays(returns: Float64Array): Pick<Performance, 'worstDay' | 'bestDay'> {
  if (returns.length === 0) return { worstDay: null, bestDay: null };
  let worstDay = returns[0]!;
  let bestDay = worstDay;
  for (const value of returns) {
    worstDay = Math.min(worstDay, value);
    bestDay = Math.max(bestDay, value);
  }
  return { worstDay, bestDay };
}
