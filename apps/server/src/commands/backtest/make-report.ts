import type { BotReport, BotType, ReportPeriod } from '@botdepot/contract';
import {
  againstRandomBots,
  type BacktestResult,
  type BacktestSeries,
  backtestFigures,
  calendarEvents,
  comparisonFigures,
  compileRule,
  costsPerYear,
  firstIndexAt,
  isoDate,
  type ProtectionEvent,
  type ProtectionKind,
  provenanceFigures,
  ruleHashOf,
  runBacktest,
  type Strategy,
  type StudyPeriod,
  seedOf,
  type TradingEvent,
} from '@botdepot/trading';
import { protectionText } from '../../modules/bots/index.ts';
import { Refusal } from '../refusal.ts';
import { problemLines, readRuleFile } from '../rule-file.ts';
import { type BacktestCall, checkParameters, strategyByName } from './arguments.ts';
import { loadMarket, type Market } from './load-market.ts';

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
    randomBots: againstRandomBots(result, plan.series, seedOf('monkeys', provenance)),
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

export type Run = { call: BacktestCall; market: Market; result: BacktestResult };

/**
 * Reads the candles of a call and runs it.
 * @throws Refusal for everything that a person can mend.
 */
export async function runCall(call: BacktestCall): Promise<Run> {
  const market = await loadMarket(call);
  const { series, baseIntervalMs } = market;
  const strategy =
    call.strategy === 'rule'
      ? await ruleStrategy(call.rule ?? '', series)
      : strategyByName(call.strategy, baseIntervalMs);
  const parameters = parametersOf(call);
  checkParameters(strategy, parameters);
  if (strategy.decisionIntervalMs % baseIntervalMs !== 0) {
    const named = call.strategy === 'rule' ? 'Die Regel' : call.strategy;
    throw new Refusal(`${named} braucht kürzere Kerzen: Entschieden wird öfter, als eine endet.`);
  }
  const { from, until } = periodOf(call, series, baseIntervalMs);
  const result = runBacktest({
    strategy,
    parameters,
    series,
    baseIntervalMs,
    startingEquity: call.cash,
    costFactor: call.costFactor,
    from,
    until,
    closesAtLastOpen: call.strategy === 'sma-cross',
    ...eventsOf(strategy, from, until),
  });
  return { call, market, result };
}

/** @throws Refusal for what is no rule, and for candles of other markets than its own. */
async function ruleStrategy(file: string, series: readonly BacktestSeries[]): Promise<Strategy<unknown>> {
  const { rule, problems } = await readRuleFile(file);
  if (rule === null) throw new Refusal(problemLines(file, problems).join('\n'));
  const given = series.map(({ spec }) => spec.symbol);
  const missing = rule.symbols.filter((symbol) => !given.includes(symbol));
  const others = given.filter((symbol) => !rule.symbols.includes(symbol));
  if (missing.length > 0) throw new Refusal(`--candles: Es fehlen die Kerzen von ${missing.join(', ')}.`);
  if (others.length > 0) throw new Refusal(`--candles: ${others.join(', ')} kommt in der Regel nicht vor.`);
  return compileRule(rule, ruleHashOf(rule));
}

function parametersOf({ strategy, parameters, lot }: BacktestCall): Record<string, unknown> {
  return strategy === 'sma-cross' && lot !== undefined ? { lot, ...parameters } : { ...parameters };
}

/** What was asked for, as far as there are candles, so that the same bars give the same result whatever was asked. */
function periodOf(
  call: BacktestCall,
  series: readonly BacktestSeries[],
  baseIntervalMs: number,
): { from: number; until: number } {
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  for (const { candles } of series) {
    const first = firstIndexAt(candles, call.from ?? Number.NEGATIVE_INFINITY);
    const end = firstIndexAt(candles, call.until ?? Number.POSITIVE_INFINITY);
    if (first >= end) continue;
    from = Math.min(from, candles.time[first]!);
    until = Math.max(until, candles.time[end - 1]! + baseIntervalMs);
  }
  if (from === Number.POSITIVE_INFINITY) throw new Refusal('Im gewünschten Zeitraum gibt es keine Kerze.');
  return { from, until };
}

/** The calendar for a bot that trades on events only; the others decide the same without it. */
function eventsOf(
  { id }: Strategy<unknown>,
  from: number,
  until: number,
): { events?: readonly TradingEvent[] } {
  if (id !== 'newsbot') return {};
  return { events: calendarEvents(dayOf(from), dayOf(until)).filter(({ startsAt }) => startsAt < until) };
}

function dayOf(time: number): string {
  const date = new Date(time);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
