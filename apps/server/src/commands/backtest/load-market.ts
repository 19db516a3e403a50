import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';
import {
  type BacktestSeries,
  barInterval,
  CandleCsvError,
  type CandleGap,
  type CandleSeries,
  type Candles,
  candleCsvReason,
  candleFileRemarks,
  candleGaps,
  greatestCommonDivisor,
  readCandleCsv,
  type SymbolSpec,
  symbolSpec,
} from '@botdepot/trading';
import { Refusal } from '../refusal.ts';
import type { BacktestCall } from './arguments.ts';

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
  const isTextbook = call.strategy === 'sma-cross';
  if (market === undefined && !isTextbook) {
    const names = MARKET_SYMBOLS.map((known) => known.symbol).join(', ');
    throw new Refusal(`„${symbol}“ ist kein Markt der Plattform. Nennen Sie ihn als SYMBOL=DATEI: ${names}.`);
  }
  const spec = symbolSpec(symbol, market?.marketType ?? 'crypto');
  const assumed = isTextbook
    ? { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 }
    : spec.costs;
  return {
    ...spec,
    costs: {
      feeBps: call.feeBps ?? assumed.feeBps,
      halfSpreadBps: call.halfSpreadBps ?? assumed.halfSpreadBps,
      slippageBps: call.slippageBps ?? assumed.slippageBps,
      financingPerYear: call.financing ?? assumed.financingPerYear,
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
      'Bots und Regeln brauchen Kerzen gleicher Länge, die zu vollen Minuten, Stunden oder Tagen (UTC) beginnen.',
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

const unpack = promisify(gunzip);
/** A string cannot be longer than half a gigabyte; that is some seven million bars. */
const LARGEST_TEXT = 500 * 2 ** 20;

/**
 * Reads candles of a CSV file, gzipped or not, and says on standard error what of it was not read and what was assumed.
 * @throws Refusal in German, naming file, line and reason.
 */
export async function readCandleFile(path: string): Promise<CandleSeries> {
  const bytes = await unpacked(path, await readBytes(path));
  if (bytes.length > LARGEST_TEXT) throw new Refusal(`${path}: Diese Datei ist größer als 500 MB.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path}, Zeile ${lineOfBadByte(bytes)}: Das ist kein Text in UTF-8.`);
  }
  try {
    const file = readCandleCsv(text);
    for (const remark of candleFileRemarks(file)) console.error(`${path}: ${remark}`);
    return file.candles;
  } catch (error) {
    if (!(error instanceof CandleCsvError)) throw error;
    throw new Refusal(`${path}, Zeile ${error.line}: ${candleCsvReason(error)}`);
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new Refusal(`${path}: Diese Datei gibt es nicht.`);
    if (code === 'EISDIR') throw new Refusal(`${path}: Das ist ein Ordner, keine Datei.`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new Refusal(`${path}: Diese Datei darf nicht gelesen werden.`);
    throw error;
  }
}

async function unpacked(path: string, bytes: Buffer): Promise<Buffer> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) {
    if (path.endsWith('.gz')) throw new Refusal(`${path}: Diese Datei ist nicht mit gzip gepackt.`);
    return bytes;
  }
  try {
    return await unpack(bytes, { maxOutputLength: LARGEST_TEXT });
  } catch {
    throw new Refusal(`${path}: Diese Datei lässt sich nicht entpacken; sie ist beschädigt oder zu groß.`);
  }
}

/** The line of the first byte that is no UTF-8: everything before it survives the way there and back. */
function lineOfBadByte(bytes: Buffer): number {
  const back = Buffer.from(bytes.toString('utf8'), 'utf8');
  let line = 1;
  for (let at = 0; at < bytes.length && bytes[at] === back[at]; at++) if (bytes[at] === 10) line++;
  return line;
}
