import type { BacktestResult } from '../backtest.ts';
import { DAY_MS } from '../candles.ts';
import { monthlyReturns, worstMonth } from '../statistics/monthly-returns.ts';

/**
 * The rows of the strategy study's table, in its units: per cent, except for the ratios, the gross exposure (multiples of
 * equity) and the fills (a year).
 */
export interface StudyFigures {
  readonly growthRate: number;
  readonly volatility: number;
  readonly sharpe: number;
  readonly sortino: number;
  readonly maxDrawdown: number;
  readonly worstDay: number;
  readonly worstMonth: number;
  readonly windowsLow: number;
  readonly windowsMedian: number;
  readonly windowsHigh: number;
  readonly meanGross: number;
  readonly fills: number;
  readonly tradingCosts: number;
  readonly financing: number;
}

/** How many decimals the study prints of each figure. */
const DECIMALS: Readonly<Record<keyof StudyFigures, number>> = {
  growthRate: 1,
  volatility: 1,
  sharpe: 2,
  sortino: 2,
  maxDrawdown: 1,
  worstDay: 1,
  worstMonth: 1,
  windowsLow: 1,
  windowsMedian: 1,
  windowsHigh: 1,
  meanGross: 2,
  fills: 0,
  tradingCosts: 2,
  financing: 2,
};

/** A backtest in the figures of the study's table. */
export function studyFigures(result: BacktestResult): StudyFigures {
  const { performance, exposure, daily, fills, account, provenance } = result;
  const { growthRate, volatility, sharpe, sortino, maxDrawdown, worstDay, thirtyDays, days } = performance;
  const years = days / 365;
  const { startingEquity } = provenance;
  const firstDay = daily.day[0] ?? 0;
  const equityBefore = (time: number): number =>
    daily.equity[Math.floor((time - firstDay) / DAY_MS) - 1] ?? startingEquity;
  let trading = 0;
  for (const { time, fee, spread, slippage } of fills)
    trading += (fee + spread + slippage) / equityBefore(time);
  const meanEquity = daily.equity.reduce((sum, equity) => sum + equity, 0) / days;
  const month = worstMonth(monthlyReturns(startingEquity, daily));
  const percent = (value: number | null | undefined): number => 100 * (value ?? Number.NaN);
  return {
    growthRate: percent(growthRate),
    volatility: percent(volatility),
    sharpe: sharpe ?? Number.NaN,
    sortino: sortino ?? Number.NaN,
    maxDrawdown: percent(maxDrawdown),
    worstDay: percent(worstDay),
    worstMonth: percent(month),
    windowsLow: percent(thirtyDays?.low),
    windowsMedian: percent(thirtyDays?.median),
    windowsHigh: percent(thirtyDays?.high),
    meanGross: exposure?.meanGross ?? Number.NaN,
    fills: fills.length / years,
    tradingCosts: percent(trading / years),
    financing: percent(account.financing / meanEquity / years),
  };
}

/**
 * Every figure of `measured` whose printed form differs from the study's: `{ figure: [measured, study] }`, measured with one
 * digit more. Empty when the study is met to the digit it prints.
 */
export function differences(
  measured: StudyFigures,
  study: Partial<StudyFigures>,
): Partial<Record<keyof StudyFigures, readonly [measured: number, study: number]>> {
  // The keys are those of a `StudyFigures`; `Object.keys` only knows strings.
  const names = Object.keys(study) as (keyof StudyFigures)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const decimals = DECIMALS[name];
      const [value, printed] = [measured[name], study[name]!];
      // A thousandth of a digit for what lies exactly between two.
      if (Math.abs(value - printed) <= 0.501 * 10 ** -decimals) return [];
      return [[name, [Number(value.toFixed(decimals + 1)), printed] as const]];
    }),
  );
}
