/**
 * A light look at a report before a figure of it is shown: the fields that the pages read are there, and they are possible.
 * The full schema stands in the contract and is checked when reports are made; public pages do without Zod.
 */
import type { BotReport, ReportSummary } from '@botdepot/contract';

type Fields = Record<string, unknown>;

const PERFORMANCE = [
  'totalReturn',
  'cagr',
  'volatility',
  'sharpe',
  'sortino',
  'maxDrawdown',
  'longestDrawdownDays',
  'calmar',
  'bestDay',
  'worstDay',
  'worstMonth',
  'winRate',
  'profitFactor',
  'expectancy',
  'sqn',
  'timeInMarket',
  'meanGross',
] as const;
const COMPARISON = ['totalReturn', 'cagr', 'volatility', 'sharpe', 'maxDrawdown'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function isReportSummary(value: unknown): value is ReportSummary {
  if (!isFields(value)) return false;
  const {
    performance,
    uncertainty,
    provenance,
    costsPerYear,
    cagrByCostFactor,
    alwaysLong,
    buyAndHold,
    years,
  } = value;
  return (
    typeof value.botType === 'string' &&
    (value.period === 'selection' || value.period === 'publication') &&
    isFields(provenance) &&
    isDay(provenance.firstDay) &&
    isDay(provenance.lastDay) &&
    provenance.firstDay <= provenance.lastDay &&
    isText(provenance.dataHash) &&
    isText(provenance.engineVersion) &&
    isText(provenance.strategyVersion) &&
    Array.isArray(provenance.symbols) &&
    isPerformance(performance) &&
    isFields(uncertainty) &&
    isInterval(uncertainty.cagr) &&
    isInterval(uncertainty.sharpe) &&
    isWindows(value.thirtyDays) &&
    isFields(costsPerYear) &&
    isNumber(costsPerYear.trading) &&
    isNumber(costsPerYear.financing) &&
    isNumber(value.fillsPerYear) &&
    isFields(cagrByCostFactor) &&
    isFigure(cagrByCostFactor['0']) &&
    isFigure(cagrByCostFactor['2']) &&
    hasFigures(alwaysLong, COMPARISON) &&
    hasFigures(buyAndHold, COMPARISON) &&
    Array.isArray(years) &&
    years.every((year) => isFields(year) && isNumber(year.year) && isFigure(year.return)) &&
    Array.isArray(value.protections)
  );
}

export function isBotReport(value: unknown): value is BotReport {
  if (!isReportSummary(value) || !('series' in value) || !('monthly' in value)) return false;
  const { series, monthly } = value;
  if (!('costs' in value) || !isFields(value.costs)) return false;
  const { fee, spread, slippage, financing } = value.costs;
  if (![fee, spread, slippage, financing].every(isNumber)) return false;
  if (!('randomBots' in value) || !isRandomBots(value.randomBots)) return false;
  if (!isFields(series) || !isDay(series.firstDay) || !Array.isArray(monthly)) return false;
  const { equity, drawdown, buyAndHold } = series;
  return (
    isSeries(equity) &&
    isSeries(drawdown) &&
    isSeries(buyAndHold) &&
    equity.length > 0 &&
    equity.length === drawdown.length &&
    equity.length === buyAndHold.length &&
    drawdown.every((one) => one <= 0) &&
    monthly.every(
      (year) =>
        isFields(year) &&
        isNumber(year.year) &&
        isFigure(year.total) &&
        Array.isArray(year.months) &&
        year.months.length === 12 &&
        year.months.every(isFigure),
    )
  );
}

function isPerformance(value: unknown): boolean {
  if (!hasFigures(value, PERFORMANCE) || !isNumber(value.days) || !isNumber(value.trades)) return false;
  return typeof value.maxDrawdown !== 'number' || (value.maxDrawdown <= 0 && value.maxDrawdown >= -1);
}

function isWindows(value: unknown): boolean {
  if (value === null) return true;
  if (!isFields(value) || !isNumber(value.count) || value.count < 1 || !isNumber(value.independent))
    return false;
  const { worst, low, median, high, best } = value;
  const inOrder = [worst, low, median, high, best];
  return inOrder.every((one, index) => {
    const before = inOrder[index - 1];
    return isNumber(one) && (!isNumber(before) || before <= one);
  });
}

function isRandomBots(answer: unknown): boolean {
  if (!isFields(answer)) return false;
  const { value } = answer;
  return (
    value === null ||
    (isFields(value) && ['worse', 'count', 'median', 'actual'].every((name) => isNumber(value[name])))
  );
}

function isInterval(value: unknown): boolean {
  if (value === null) return true;
  return isFields(value) && isNumber(value.low) && isNumber(value.high) && value.low <= value.high;
}

function hasFigures(value: unknown, names: readonly string[]): value is Fields {
  return isFields(value) && names.every((name) => isFigure(value[name]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A figure may be undefined; then it is null. */
function isFigure(value: unknown): value is number | null {
  return value === null || isNumber(value);
}

function isSeries(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isNumber);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value);
}
