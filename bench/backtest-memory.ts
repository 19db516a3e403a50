import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BacktestSeries,
  createSimulator,
  DAY_MS,
  firstIndexAt,
  SIMULATED_SYMBOLS,
  symbolIndex,
  symbolSpec,
} from '@botdepot/trading';
import {
  CONTENDERS,
  type Contender,
  type MemoryCommand,
  type MemoryReport,
  type StoredCandles,
} from './backtest-memory-run.ts';
import { printRatio } from './interleaved.ts';

const FIRST_DAY = Date.UTC(2019, 0, 1);
const YEARS = 5;
/** The smaller of the two sizes that are compared. */
const PART = 1 / 5;
/** What grows with the candles and the trades among them gives 1, what grows with pairs of them 5; pages and garbage blur it. */
const LARGEST_GROWTH = 1.5;

/**
 * What the three bots take for five years of hours in 20 markets, and the textbook rule for a million minutes, each in a
 * process of its own, and that with five times as many candles it is about five times as much.
 */
export async function benchMemory(walk: BacktestSeries): Promise<boolean> {
  console.log(
    `\nSpeicher über dem leeren Prozess, Kerzen eingeschlossen: Bots über ${SIMULATED_SYMBOLS.length} Märkte und ${YEARS} Jahre in simulierten Stundenkerzen`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'botdepot-bench-candles-'));
  try {
    const hours = await Promise.all(
      simulatedHours().map((series, index) => store(series, join(folder, `${index}`))),
    );
    const minutes = [await store(walk, join(folder, 'walk'))];
    const growths: [Contender, number][] = [];
    for (const contender of CONTENDERS) {
      const stored = contender === 'sma-cross' ? minutes : hours;
      const part = await measured({ contender, series: stored.map(({ part }) => part) });
      const whole = await measured({ contender, series: stored.map(({ whole }) => whole) });
      growths.push([contender, whole.peakResident / part.peakResident / (whole.bars / part.bars)]);
    }
    return growths
      .map(([contender, growth]) =>
        printRatio(`${contender}: Wachstum des Speichers gegen das der Kerzen`, growth, {
          atMost: LARGEST_GROWTH,
        }),
      )
      .every(Boolean);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measured(command: MemoryCommand): Promise<MemoryReport> {
  const script = fileURLToPath(new URL('./backtest-memory-run.ts', import.meta.url));
  const child = fork(script, { execArgv: ['--expose-gc'] });
  child.send(command);
  const [report] = (await once(child, 'message')) as [MemoryReport];
  const { bars, fills, trades, seconds, peakResident, peakHeap, left } = report;
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1).padStart(5)} MB`;
  console.log(
    `  ${command.contender.padEnd(9)} ${String(bars).padStart(7)} Kerzen  ${String(fills).padStart(5)} Ausführungen  ${String(trades).padStart(5)} Trades  ${seconds.toFixed(2)} s Rechenzeit  Spitze ${megabytes(peakResident)}, davon Heap und Puffer ${megabytes(peakHeap)}, danach ${megabytes(left)}`,
  );
  return report;
}

const simulatedHours = (): BacktestSeries[] => {
  const simulator = createSimulator({ seed: 'bench', originMs: FIRST_DAY });
  return SIMULATED_SYMBOLS.map(({ symbol, category }) => ({
    spec: symbolSpec(symbol, category),
    candles: simulator.candles(symbolIndex(symbol), '1h', FIRST_DAY, FIRST_DAY + YEARS * 365 * DAY_MS),
  }));
};

interface Stored {
  readonly whole: StoredCandles;
  readonly part: StoredCandles;
}

/** Writes the columns one after the other. */
async function store({ spec, candles }: BacktestSeries, path: string): Promise<Stored> {
  const { length, time, open: opens, high, low, close, volume } = candles;
  const file = await open(path, 'w');
  for (const column of [time, opens, high, low, close, volume]) await file.write(column.subarray(0, length));
  await file.close();
  const first = time[0]!;
  const used = firstIndexAt(candles, first + PART * (time[length - 1]! - first));
  return {
    whole: { spec, path, stored: length, used: length },
    part: { spec, path, stored: length, used },
  };
}
