import type { Account } from './account.ts';
import { type Bar, type Candles, emptyBar, firstIndexAt, readBar } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { candlesHash } from './data-hash.ts';
import { createEngine, ENGINE_VERSION } from './engine.ts';
import { EquityCurve } from './equity-curve.ts';
import type { Fill } from './fill.ts';
import { type RoundTrip, roundTrips } from './round-trips.ts';
import { type DailyEquity, dailyEquity } from './statistics/daily-equity.ts';
import { type Exposure, exposure } from './statistics/exposure.ts';
import { type Performance, performance } from './statistics/performance.ts';
import type { Decision, ProtectionEvent } from './step-report.ts';
import type { Strategy } from './strategy.ts';

export interface BacktestSeries {
  readonly spec: SymbolSpec;
  /** Base bars; those before `from` warm the strategy up. */
  readonly candles: Candles;
  /** Larger bars from before the first base bar, for the warm-up only. */
  readonly earlier?: { readonly intervalMs: number; readonly candles: Candles };
}

export interface BacktestOptions<Parameters> {
  readonly strategy: Strategy<Parameters>;
  readonly parameters?: unknown;
  readonly series: readonly BacktestSeries[];
  readonly baseIntervalMs: number;
  readonly startingEquity?: number;
  readonly costFactor?: number;
  /** First and last moment of the test, ms UTC; bars that start in [from, until) are traded. */
  readonly from: number;
  readonly until: number;
  /** Told about every decision; they are not kept, since they would outweigh everything else. */
  readonly onDecision?: (decision: Decision) => void;
}

/** What is needed to get the same figures again, and to judge them. Serialisable. */
export interface Provenance {
  readonly engineVersion: string;
  readonly strategyId: string;
  readonly strategyVersion: string;
  readonly parameters: unknown;
  readonly startingEquity: number;
  readonly costFactor: number;
  /** Length of the bars that were traded on, ms. Stops and fills are no finer than this; say so beside the figures. */
  readonly baseIntervalMs: number;
  readonly from: number;
  readonly until: number;
  readonly dataHash: string;
  readonly symbols: readonly (SymbolSpec & {
    /** Bars traded, and start of the first and last of them, ms UTC; null without any. */
    readonly bars: number;
    readonly firstBar: number | null;
    readonly lastBar: number | null;
  })[];
}

export interface BacktestResult {
  readonly provenance: Provenance;
  /** At the end of every step. */
  readonly curve: EquityCurve;
  readonly daily: DailyEquity;
  readonly fills: readonly Fill[];
  readonly trades: readonly RoundTrip[];
  readonly protections: readonly ProtectionEvent[];
  readonly decisions: number;
  /** The account at the end, open positions at their last close. */
  readonly account: Account;
  readonly performance: Performance;
  readonly exposure: Exposure | null;
  readonly liquidated: boolean;
}

/** Runs the engine over history: all symbols' bars merged into one timeline, one step per distinct time. */
export function runBacktest<Parameters>(options: BacktestOptions<Parameters>): BacktestResult {
  const { strategy, series, baseIntervalMs, from, until, startingEquity = 1, costFactor = 1 } = options;
  const engine = createEngine({
    strategy,
    parameters: options.parameters,
    symbols: series.map(({ spec }) => spec),
    startingEquity,
    costFactor,
    baseIntervalMs,
  });
  const first = series.map(({ candles }) => firstIndexAt(candles, from));
  const last = series.map(({ candles }) => firstIndexAt(candles, until));
  for (const [index, { spec, candles, earlier }] of series.entries()) {
    const { symbol } = spec;
    if (earlier !== undefined) {
      // Whole intervals before the first base bar only, so that no time is counted twice.
      const firstBase = candles.length > 0 ? Math.min(candles.time[0]!, from) : from;
      const length = firstIndexAt(earlier.candles, firstBase - earlier.intervalMs + 1);
      engine.warm([
        { symbol, intervalMs: earlier.intervalMs, candles: { ...columns(earlier.candles), length } },
      ]);
    }
    const before = { ...columns(candles), length: first[index]! };
    engine.warm([{ symbol, intervalMs: baseIntervalMs, candles: before }]);
  }

  const curve = new EquityCurve();
  const fills: Fill[] = [];
  const protections: ProtectionEvent[] = [];
  let decisions = 0;
  let liquidated = false;
  const next = [...first];
  const reused = series.map(emptyBar);
  const bars: (Bar | undefined)[] = series.map(() => undefined);
  while (!liquidated) {
    let time = Number.POSITIVE_INFINITY;
    for (let index = 0; index < next.length; index++) {
      if (next[index]! < last[index]!) time = Math.min(time, series[index]!.candles.time[next[index]!]!);
    }
    if (time === Number.POSITIVE_INFINITY) break;
    for (let index = 0; index < next.length; index++) {
      const { candles } = series[index]!;
      const has = next[index]! < last[index]! && candles.time[next[index]!] === time;
      bars[index] = has ? readBar(candles, next[index]!++, reused[index]!) : undefined;
    }
    const report = engine.step(time, bars);
    for (const fill of report.fills) fills.push(fill);
    for (const event of report.protections) protections.push(event);
    if (report.decision !== null) {
      decisions++;
      options.onDecision?.(report.decision);
    }
    liquidated = report.liquidated;
    const equity = engine.equity();
    curve.append(time + baseIntervalMs, equity, engine.grossExposure() / equity);
  }

  const daily = dailyEquity(curve.time, curve.equity, curve.length);
  const trades = roundTrips(fills);
  return {
    provenance: {
      engineVersion: ENGINE_VERSION,
      strategyId: strategy.id,
      strategyVersion: strategy.version,
      parameters: engine.parameters,
      startingEquity,
      costFactor,
      baseIntervalMs,
      from,
      until,
      dataHash: candlesHash(hashed(series)),
      symbols: series.map(({ spec, candles }, index) => {
        const count = last[index]! - first[index]!;
        const firstBar = count > 0 ? candles.time[first[index]!]! : null;
        const lastBar = count > 0 ? candles.time[last[index]! - 1]! : null;
        return { ...spec, bars: count, firstBar, lastBar };
      }),
    },
    curve,
    daily,
    fills,
    trades,
    protections,
    decisions,
    account: engine.mark(),
    performance: performance(
      startingEquity,
      daily,
      trades.map(({ net }) => net),
    ),
    exposure: exposure(curve.gross, curve.length),
    liquidated,
  };
}

const columns = ({ time, open, high, low, close, volume }: Candles): Omit<Candles, 'length'> => ({
  time,
  open,
  high,
  low,
  close,
  volume,
});

function* hashed(series: readonly BacktestSeries[]): Generator<{ symbol: string; candles: Candles }> {
  for (const { spec, candles, earlier } of series) {
    if (earlier !== undefined)
      yield { symbol: `${spec.symbol}@${earlier.intervalMs}`, candles: earlier.candles };
    yield { symbol: spec.symbol, candles };
  }
}
