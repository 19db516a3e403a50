import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  CandleAggregator,
  type Candles,
  createSimulator,
  DAY_MS,
  emptyBar,
  HOUR_MS,
  readBar,
  readCandleFile,
  SIMULATED_SYMBOLS,
  writeCandleFile,
} from '@botdepot/trading';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * A simulated market to test rules on, the same on every installation: its seed is public, and nobody trades there. Five years
 * at fixed dates without events, at familiar prices where they end. Another seed, period or model is another folder.
 */
export const PRACTICE_MARKET = {
  seed: 'botdepot practice market 1',
  fromMs: Date.UTC(2021, 0, 1),
  untilMs: Date.UTC(2026, 0, 1),
  folder: 'practice-market-1',
} as const;

type Interval = '1h' | '1d';
const fileName = (symbol: string, interval: Interval): string =>
  `${symbol.replace('/', '-')}_${interval}.bin.gz`;

/**
 * Computes the whole market, some ten seconds of work, and leaves it as files in a folder that is complete once it has its name.
 * The second of two leaves what is there.
 */
export async function writePracticeMarket(folder: string): Promise<void> {
  const { seed, fromMs, untilMs } = PRACTICE_MARKET;
  await mkdir(dirname(folder), { recursive: true });
  await removeForgotten(folder);
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    const market = createSimulator({ seed, originMs: fromMs, anchorMs: untilMs });
    const hours = market.allCandles('1h', fromMs, untilMs);
    for (const [index, { symbol }] of SIMULATED_SYMBOLS.entries()) {
      const candles = hours[index]!;
      for (const [interval, intervalMs, series] of [
        ['1h', HOUR_MS, candles],
        ['1d', DAY_MS, daysOf(candles, untilMs)],
      ] as const) {
        // Packing them best takes four times as long, for a twentieth of their size.
        const bytes = await pack(writeCandleFile({ intervalMs, candles: series }), { level: 1 });
        await writeFile(join(unfinished, fileName(symbol, interval)), bytes);
      }
    }
    await rename(unfinished, folder).catch(async (error: unknown) => {
      if (!(await hasPracticeMarket(folder))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** So long nobody takes to make it. */
const FORGOTTEN_MS = 60 * 60_000;

/** What servers have left that were killed while they made it. */
async function removeForgotten(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}-`)) continue;
    const path = join(parent, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.NaN }));
    if (Date.now() - mtimeMs > FORGOTTEN_MS) await rm(path, { recursive: true, force: true });
  }
}

export const hasPracticeMarket = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Candles of a symbol of the catalogue, whole. Rejects where the market was not made. */
export async function readPracticeCandles(
  folder: string,
  symbol: string,
  interval: Interval,
): Promise<Candles> {
  const bytes = await readFile(join(folder, fileName(symbol, interval)));
  return readCandleFile(await unpack(bytes)).candles;
}

/** Days in UTC, with the hours of a Sunday evening in Monday's, as rules see them. */
export function daysOf(hours: Candles, untilMs: number): Candles {
  const days = new CandleAggregator(DAY_MS);
  const bar = emptyBar();
  for (let index = 0; index < hours.length; index++)
    days.add(hours.time[index]!, HOUR_MS, readBar(hours, index, bar));
  days.closeUntil(untilMs);
  return days.candles;
}
