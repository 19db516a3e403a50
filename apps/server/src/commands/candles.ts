// npm run candles -- import SYMBOL FILE [--source NAME] | list | export SYMBOL --interval 1h [--from --to --source]
import { parseArgs } from 'node:util';
import { CANDLE_INTERVALS, MARKET_SYMBOLS } from '@botdepot/contract';
import type { Candles } from '@botdepot/trading';
import {
  ImportRefusal,
  importCandles,
  listCandleStock,
  readCandles,
  readSourcesInForce,
} from '../modules/markets/index.ts';
import type { Database } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { readCandleFile } from './backtest/load-market.ts';
import { type Command, readCommandConfig, reportFailure, withCommandDatabase } from './command.ts';
import { Refusal } from './refusal.ts';

const USAGE = `Aufruf:
  npm run candles -- import SYMBOL DATEI [--source NAME]
      liest Kerzen (CSV wie bei npm run backtest -- --help, auch gepackt mit gzip) in die Datenbank
  npm run candles -- list
      zeigt, welche Kerzen es gibt
  npm run -s candles -- export SYMBOL --interval 1m|1h|1d [--from ZEIT] [--to ZEIT] [--source NAME]
      schreibt Kerzen als CSV`;

const IMPORTED = 'imported';
/** Rows of CSV that are put together before they are written. */
const ROWS_PER_WRITE = 5_000;

export const run: Command = (args, env = process.env) => candles(args, env).catch(explain);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function candles(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const onDatabase = async (work: (database: Database) => Promise<void>): Promise<number> => {
    await withCommandDatabase(readCommandConfig(env), createLog('warn'), work);
    return 0;
  };
  const { values, positionals } = readArguments(args);
  const [command, symbol = '', file] = positionals;
  if (command === 'list' && positionals.length === 1) return onDatabase(printStock);
  if (command === 'import' && file !== undefined && positionals.length === 3) {
    const known = knownSymbol(symbol);
    const source = sourceName(values.source ?? IMPORTED);
    const candles = await readCandleFile(file);
    return onDatabase((database) => importFile(database, { symbol: known, source, candles, file }));
  }
  if (command === 'export' && positionals.length === 2) {
    const interval = CANDLE_INTERVALS.find((name) => name === values.interval);
    if (!interval) throw new Refusal(`--interval muss ${CANDLE_INTERVALS.join(', ')} sein.\n${USAGE}`);
    const wanted = {
      symbol: knownSymbol(symbol),
      interval,
      fromMs: timeOf(values.from) ?? 0,
      toMs: timeOf(values.to) ?? Date.now(),
      ...(values.source === undefined ? {} : { source: values.source }),
    };
    return onDatabase((database) => exportCandles(database, wanted));
  }
  throw new Refusal(USAGE);
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { source: text, interval: text, from: text, to: text },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : 'Unbekannter Aufruf.'}\n${USAGE}`);
  }
}

function knownSymbol(symbol: string): string {
  if (MARKET_SYMBOLS.some((entry) => entry.symbol === symbol)) return symbol;
  throw new Refusal(
    `„${symbol}“ ist kein Symbol. Es gibt ${MARKET_SYMBOLS.map((entry) => entry.symbol).join(', ')}.`,
  );
}

function sourceName(source: string): string {
  if (source === 'simulated')
    throw new Refusal('„simulated“ ist der simulierte Markt; er macht seine Kerzen selbst.');
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(source))
    throw new Refusal('Der Name einer Quelle hat Kleinbuchstaben, Ziffern und Bindestriche, höchstens 31.');
  return source;
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text);
  if (Number.isNaN(time))
    throw new Refusal(`„${text}“ ist keine Zeit wie 2026-01-31 oder 2026-01-31T12:00Z.`);
  return time;
}

async function importFile(
  database: Database,
  input: { symbol: string; source: string; candles: Candles; file: string },
): Promise<void> {
  const { symbol, source, candles, file } = input;
  const imported = await database
    .transaction((tx) => importCandles(tx, { symbol, source, candles }))
    .catch((error: unknown) => {
      throw error instanceof ImportRefusal ? new Refusal(`${file}: ${reasonOf(error)}`) : error;
    });
  const { interval, written, known, differing } = imported;
  console.log(
    `${symbol}, ${interval}, Quelle ${source}: ${written} neu, ${known} schon vorhanden, ${differing} mit anderen Werten vorhanden und unverändert.`,
  );
}

function reasonOf({ problem, timeMs, stepMs }: ImportRefusal): string {
  switch (problem) {
    case 'too-few':
      return 'Aus weniger als zwei Kerzen lässt sich der Abstand nicht erkennen.';
    case 'interval':
      return `Kerzen im Abstand von ${stepMs / 60_000} Minuten sind weder Minuten noch Stunden noch Tage.`;
    case 'grid':
      return `Die Kerze um ${shortTime(timeMs)} beginnt nicht auf dem Raster der übrigen.`;
  }
}

async function printStock(database: Database): Promise<void> {
  const stock = await listCandleStock(database.db);
  if (stock.length === 0) console.log('Es gibt noch keine Kerzen.');
  for (const { symbol, source, interval, candles, first, last } of stock)
    console.log(
      `${symbol.padEnd(11)} ${source.padEnd(12)} ${interval}  ${String(candles).padStart(8)}  ${shortTime(first.getTime())} bis ${shortTime(last.getTime())}`,
    );
}

async function exportCandles(
  database: Database,
  wanted: {
    symbol: string;
    interval: (typeof CANDLE_INTERVALS)[number];
    fromMs: number;
    toMs: number;
    source?: string;
  },
): Promise<void> {
  const { symbol, ...range } = wanted;
  const source = wanted.source ?? (await readSourcesInForce(database.db)).get(symbol) ?? 'simulated';
  const candles = (await readCandles(database.db, { ...range, source, symbols: [symbol] })).get(symbol);
  if (!candles) throw new Refusal(`Für ${symbol} gibt es dort keine Kerzen der Quelle ${source}.`);
  let rows = ['time,open,high,low,close,volume'];
  for (let at = 0; at < candles.length; at++) {
    const { open, high, low, close, volume } = candles;
    rows.push([shortTime(candles.time[at]!), open[at], high[at], low[at], close[at], volume[at]].join(','));
    if (rows.length < ROWS_PER_WRITE) continue;
    await print(rows);
    rows = [];
  }
  await print(rows);
}

/** Waits until the reader of a pipe keeps up; a reader that has enough (`head`) is no error. */
async function print(rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  await new Promise<void>((resolve) => {
    process.stdout.write(`${rows.join('\n')}\n`, () => resolve());
  });
}

/** `2026-01-31T12:00Z` */
function shortTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/:\d{2}\.\d{3}Z$/, 'Z');
}

function explain(error: unknown): number {
  if (error instanceof Refusal) {
    console.error(error.message);
    return 2;
  }
  return reportFailure(error);
}
