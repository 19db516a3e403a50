import type { BotReport, BotType, ReportPeriod } from '@botdepot/contract';
import {
  type BacktestResult,
  type BacktestSeries,
  backtestFigures,
  comparisonFigures,
  costsPerYear,
  type ProtectionEvent,
  type ProtectionKind,
  provenanceFigures,
  runBacktest,
  type Strategy,
  type StudyPeriod,
  type TradingEvent,
} from '@botdepot/trading';
import { protectionText } from '../../modules/bots/index.ts';

export type ReportPlan = {
  botType: BotType;
  period: ReportPeriod;
  span: StudyPeriod;
  strategy: Strategy<unknown>;
  /** The same sizing and costs, always long. */
  benchmark: Strategy<unknown>;
  series: readonly BacktestSeries[];
  baseIntervalMs: number;
  events: readonly TradingEvent[];
  /** Names of the files that a symbol's candles come from. */
  sourceOf: (symbol: string) => string;
};

/** Single stops would fill pages; these tell how the bot was stopped as a whole. */
const TOLD: ReadonlySet<ProtectionKind> = new Set([
  'drawdown-stop',
  'daily-loss',
  'settlement',
  'liquidation',
]);

/** Runs a bot with its published parameters over one period. Every number has six significant digits. */
export function makeReport(plan: ReportPlan): BotReport {
  const result = run(plan, plan.strategy, 1);
  const figures = backtestFigures(result, plan.series);
  const { daily, account, fills, provenance } = result;
  const costs = costsPerYear(provenance.startingEquity, daily, fills, account.financing);
  const days = figures.performance.days;
  return rounded({
    botType: plan.botType,
    period: plan.period,
    provenance: provenanceFigures(result, plan.sourceOf),
    performance: figures.performance,
    uncertainty: figures.uncertainty,
    thirtyDays: figures.thirtyDays,
    costsPerYear: costs ?? { trading: 0, financing: 0 },
    fillsPerYear: days === 0 ? 0 : fills.length / (days / 365),
    cagrByCostFactor: {
      '0': run(plan, plan.strategy, 0).performance.growthRate,
      '2': run(plan, plan.strategy, 2).performance.growthRate,
    },
    alwaysLong: comparisonFigures(run(plan, plan.benchmark, 1).performance),
    buyAndHold: figures.buyAndHold,
    years: figures.monthly.map(({ year, total }) => ({ year, return: total })),
    protections: countsOf(result.protections),
    costs: figures.costs,
    series: figures.series,
    monthly: figures.monthly,
    protectionLog: result.protections.filter(({ kind }) => TOLD.has(kind)).map(describe),
  });
}

function run(plan: ReportPlan, strategy: Strategy<unknown>, costFactor: number): BacktestResult {
  const { series, baseIntervalMs, events, span } = plan;
  return runBacktest({ strategy, series, baseIntervalMs, events, costFactor, ...span });
}

function countsOf(protections: readonly ProtectionEvent[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind } of protections) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function describe(event: ProtectionEvent) {
  const { kind, symbol, from, until } = event;
  const at = kind === 'settlement' ? (until ?? from) : from;
  return {
    kind,
    symbol,
    at: new Date(at).toISOString(),
    until: kind === 'settlement' || until === null ? null : new Date(until).toISOString(),
    ...protectionText(event),
  };
}

const DIGITS = 6;

/** The one rule of rounding: six significant digits for every number that is not whole, so that bytes are stable. */
function rounded<T>(value: T): T {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'number' && !Number.isInteger(item) ? Number(item.toPrecision(DIGITS)) : item,
  );
  // It came out of this very value: the same shape with other digits.
  return JSON.parse(text) as T;
}
