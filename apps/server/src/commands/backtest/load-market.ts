import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';
import {
  type BacktestSeries,
  barInterval,
  type CandleGap,
  type Candles,
  candleGaps,
  greatestCommonDivisor,
  type SymbolSpec,
  symbolSpec,
} from '@botdepot/trading';
import type { BacktestCall } from './arguments.ts';
import { readCandleFile } from './read-candle-file.ts';
import { Refusal } from './refusal.ts';

export type Market = {
  series: BacktestSeries[];
  /** Every bar starts on a multiple of this, ms: the bar length, or a part of it where bars begin at odd times. */
  baseIntervalMs: number;
  gaps: (CandleGap & { symbol: string })[];
};

/**
 * Reads the files of a call, finds out their symbols, costs, bar length and gaps.
 * @throws Refusal for unreadable files, symbols that appear twice, unknown symbols of a bot and bars of unequal length.
 */
export async function loadMarket(call: BacktestCall): Promise<Market> {
  const series: BacktestSeries[] = [];
  const gaps: Market['gaps'] = [];
  const intervals: number[] = [];
  for (const given of call.candles) {
    const { symbol, file } = namedFile(given);
    if (series.some(({ spec }) => spec.symbol === symbol)) {
      throw new Refusal(`--candles: „${symbol}“ kommt zweimal vor. Mehrere Märkte heißen SYMBOL=DATEI.`);
    }
    const candles = await readCandleFile(file);
    const interval = barInterval(candles);
    if (Number.isNaN(interval))
      throw new Refusal(`${file}: Es gibt nur eine Kerze, ihre Länge ist unbekannt.`);
    intervals.push(interval);
    series.push({ spec: specOf(symbol, call), candles });
    for (const gap of candleGaps(candles, interval)) gaps.push({ symbol, ...gap });
  }
  return { series, baseIntervalMs: baseInterval(series, intervals, call), gaps };
}

/** `SYMBOL=DATEI`, unless there is a file whose name contains an equals sign. */
function namedFile(given: string): { symbol: string; file: string } {
  const at = given.indexOf('=');
  if (at > 0 && at < given.length - 1 && !existsSync(given)) {
    return { symbol: given.slice(0, at), file: given.slice(at + 1) };
  }
  const name = basename(given)
    .replace(/\.gz$/, '')
    .replace(/\.csv$/i, '');
  const market = name.replace(/_\d+[mhd]$/, '').replace('-', '/');
  return { symbol: isMarket(market) ? market : name, file: given };
}

const isMarket = (symbol: string): boolean => MARKET_SYMBOLS.some((market) => market.symbol === symbol);

function specOf(symbol: string, call: BacktestCall): SymbolSpec {
  const market = MARKET_SYMBOLS.find((known) => known.symbol === symbol);
  const isRule = call.strategy === 'sma-cross';
  if (market === undefined && !isRule) {
    const names = MARKET_SYMBOLS.map((known) => known.symbol).join(', ');
    throw new Refusal(`„${symbol}“ ist kein Markt der Plattform. Nennen Sie ihn als SYMBOL=DATEI: ${names}.`);
  }
  const spec = symbolSpec(symbol, market?.marketType ?? 'crypto');
  const assumed = isRule ? { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 } : spec.costs;
  return {
    ...spec,
    costs: {
      feeBps: call.feeBps ?? assumed.feeBps,
      halfSpreadBps: call.halfSpreadBps ?? assumed.halfSpreadBps,
      slippageBps: call.slippageBps ?? assumed.slippageBps,
      financingPerYear: assumed.financingPerYear,
    },
  };
}

/**
 * The largest length that every bar starts on a multiple of. Bots need bars that are as long as that, or they would take
 * the time of a close for another one; the textbook rule only counts bars.
 */
function baseInterval(
  series: readonly BacktestSeries[],
  intervals: readonly number[],
  { strategy }: BacktestCall,
): number {
  let base = intervals[0]!;
  for (const [index, { candles }] of series.entries()) {
    base = greatestCommonDivisor(base, intervals[index]!);
    base = alignment(candles, base);
  }
  if (strategy !== 'sma-cross' && intervals.some((interval) => interval !== base)) {
    throw new Refusal(
      'Die Bots brauchen Kerzen gleicher Länge, die zu vollen Minuten, Stunden oder Tagen (UTC) beginnen.',
    );
  }
  return base;
}

function alignment({ time, length }: Candles, interval: number): number {
  let base = interval;
  for (let at = 0; at < length; at++) {
    const rest = Math.abs(time[at]! % base);
    if (rest !== 0) base = greatestCommonDivisor(base, rest);
  }
  return base;
}
