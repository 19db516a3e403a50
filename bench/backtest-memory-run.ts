// One backtest in a process of its own, so that what it takes can be told from what anything else does.
import { closeSync, openSync, readSync } from 'node:fs';
import {
  type BacktestSeries,
  type Candles,
  calendarEvents,
  HOUR_MS,
  MINUTE_MS,
  newsBot,
  runBacktest,
  type Strategy,
  type SymbolSpec,
  smaCross,
  smartBot,
  turboBot,
} from '@botdepot/trading';

export interface StoredCandles {
  readonly spec: SymbolSpec;
  readonly path: string;
  /** How many there are in the file, and how many of them from the first on are to be used. */
  readonly stored: number;
  readonly used: number;
}

export const CONTENDERS = ['smartbot', 'turbobot', 'newsbot', 'sma-cross'] as const;
export type Contender = (typeof CONTENDERS)[number];
export type MemoryCommand = { contender: Contender; series: StoredCandles[] };

/** Bytes beyond what the process had before it read the candles. */
export interface MemoryReport {
  /** Of work by all threads. */
  readonly seconds: number;
  readonly bars: number;
  readonly fills: number;
  readonly trades: number;
  readonly peakResident: number;
  readonly peakHeap: number;
  /** Of the heap, with the result still held. */
  readonly left: number;
}

const BOTS: Record<Exclude<Contender, 'sma-cross'>, Strategy<unknown>> = {
  smartbot: smartBot,
  turbobot: turboBot,
  newsbot: newsBot,
};

const used = () => {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { resident: rss, heap: heapUsed + arrayBuffers };
};

/** Twice: buffers are only freed after the objects that held them. */
function collectGarbage(): void {
  for (let round = 0; round < 2; round++) globalThis.gc?.();
}

function readCandles({ path, stored, used: count }: StoredCandles): Candles {
  const file = openSync(path, 'r');
  const column = (place: number): Float64Array => {
    const values = new Float64Array(count);
    readSync(file, values, 0, values.byteLength, place * stored * Float64Array.BYTES_PER_ELEMENT);
    return values;
  };
  const [time, open, high, low, close, volume] = [0, 1, 2, 3, 4, 5].map(column);
  closeSync(file);
  // One column for each of the six places.
  return { length: count, time: time!, open: open!, high: high!, low: low!, close: close!, volume: volume! };
}

function run(contender: Contender, series: BacktestSeries[], onProgress: () => void) {
  const all = { series, from: 0, until: Number.MAX_SAFE_INTEGER, onProgress };
  if (contender === 'sma-cross') {
    const parameters = { fast: 10, slow: 30, lot: 0.001 };
    const strategy = smaCross(MINUTE_MS);
    return runBacktest({ ...all, strategy, parameters, baseIntervalMs: MINUTE_MS, startingEquity: 1e9 });
  }
  const events = calendarEvents('2018-12-31', '2024-01-31');
  return runBacktest({ ...all, strategy: BOTS[contender], events, baseIntervalMs: HOUR_MS });
}

function measure({ contender, series: files }: MemoryCommand): MemoryReport {
  collectGarbage();
  const before = used();
  const peak = { ...before };
  const sample = () => {
    const now = used();
    peak.resident = Math.max(peak.resident, now.resident);
    peak.heap = Math.max(peak.heap, now.heap);
  };
  const series = files.map((file) => ({ spec: file.spec, candles: readCandles(file) }));
  sample();
  const started = process.cpuUsage();
  const result = run(contender, series, sample);
  const { user, system } = process.cpuUsage(started);
  sample();
  // What shows a backtest reads them all, so their objects belong to what it takes.
  const { fills, trades } = result;
  sample();
  collectGarbage();
  const left = used().heap - before.heap;
  const bars = result.provenance.symbols.reduce((sum, symbol) => sum + symbol.bars, 0);
  return {
    seconds: (user + system) / 1e6,
    bars,
    fills: fills.length,
    trades: trades.length,
    peakResident: peak.resident - before.resident,
    peakHeap: peak.heap - before.heap,
    left,
  };
}

process.once('message', (command: MemoryCommand) => {
  process.send?.(measure(command));
  process.disconnect();
});
