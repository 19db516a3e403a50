import { type BacktestData, BOT_TYPES, MARKET_SYMBOLS } from '@botdepot/contract';
import {
  type Candles,
  calendarEvents,
  DAY_MS,
  MINUTE_MS,
  SPECIFICATION_EVENT,
  type TradingEvent,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import type { CandleInterval } from '../../markets/index.ts';
import { readCancelledRules, readTradedEvents } from '../events/trading-events.ts';
import type { BotStrategies, BotStrategy } from '../strategies.ts';

type SymbolData = BacktestData['symbols'][number];

/**
 * Which whole UTC days have hourly candles, symbol by symbol. Only candles of the source that speaks for a symbol now
 * count: series of two sources are never joined. Symbols without any are absent.
 *
 * Two look-ups in the primary key per symbol; nothing that grows with the candles is read.
 *
 * @param now the day of this moment is not over and does not count.
 */
async function readSymbolData(tx: Tx, now: Date): Promise<SymbolData[]> {
  const { rows } = await tx.$client.query<{ symbol: string; source: string; first: Date | null; last: Date }>(
    {
      name: 'read-backtest-data',
      text: `
      SELECT symbol, source,
             (SELECT min(time) FROM market_candles AS candle
              WHERE interval = '1h' AND candle.symbol = known.symbol AND candle.source = known.source) AS first,
             (SELECT max(time) FROM market_candles AS candle
              WHERE interval = '1h' AND candle.symbol = known.symbol AND candle.source = known.source) AS last
      FROM (
        SELECT symbol, coalesce((SELECT source FROM market_sources
                                 WHERE market_sources.symbol = wanted.symbol AND since <= $2
                                 ORDER BY since DESC LIMIT 1), 'simulated') AS source
        FROM unnest($1::text[]) AS wanted (symbol)
      ) AS known`,
      values: [MARKET_SYMBOLS.map(({ symbol }) => symbol), now],
    },
  );
  const found = new Map(rows.map((row) => [row.symbol, row]));
  const yesterday = dayOf(now.getTime() - DAY_MS);
  return MARKET_SYMBOLS.flatMap(({ symbol }) => {
    const row = found.get(symbol);
    if (!row?.first) return [];
    const firstDay = dayOf(row.first.getTime());
    const newest = dayOf(row.last.getTime());
    const lastDay = newest < yesterday ? newest : yesterday;
    const hasDay = firstDay <= lastDay;
    return [
      { symbol, source: row.source, firstDay: hasDay ? firstDay : null, lastDay: hasDay ? lastDay : null },
    ];
  });
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * What there is to test on and what it can be tested with, asked of the database once a minute at most; anew each time as long as a
 * symbol has no whole day, since that may come at any moment: while a demo is made, in the minute after the first look.
 */
export function createBacktestData(deps: {
  db: Tx;
  clock: Clock;
  strategies: BotStrategies;
}): () => Promise<BacktestData> {
  const { db, clock, strategies } = deps;
  let known: { minute: number; data: Promise<BacktestData> } | null = null;

  async function read(): Promise<BacktestData> {
    const symbols = await readSymbolData(db, clock.now());
    return { symbols, ...spanOf(symbols), bots: botsOf(strategies) };
  }

  return () => {
    const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
    if (known?.minute === minute) return known.data;
    const data = read();
    known = { minute, data };
    const forget = () => {
      if (known?.data === data) known = null;
    };
    data.then(({ symbols }) => isComplete(symbols) || forget(), forget);
    return data;
  };
}

const isComplete = (symbols: readonly SymbolData[]): boolean =>
  symbols.length === MARKET_SYMBOLS.length && symbols.every(({ firstDay }) => firstDay !== null);

/** First and last day that any of the symbols has. */
export function spanOf(
  symbols: readonly Pick<BacktestData, 'firstDay' | 'lastDay'>[],
): Pick<BacktestData, 'firstDay' | 'lastDay'> {
  const firstDays = symbols.flatMap(({ firstDay }) => firstDay ?? []).sort();
  const lastDays = symbols.flatMap(({ lastDay }) => lastDay ?? []).sort();
  return { firstDay: firstDays[0] ?? null, lastDay: lastDays.at(-1) ?? null };
}

function botsOf(strategies: BotStrategies): BacktestData['bots'] {
  return BOT_TYPES.flatMap((botType) => {
    const runnable = strategies[botType];
    if (!runnable) return [];
    const { strategy, symbols } = runnable;
    return [
      {
        botType,
        symbols: MARKET_SYMBOLS.flatMap(({ symbol }) => (symbols.includes(symbol) ? symbol : [])),
        warmUpDays: strategy.warmUpDays(strategy.parameters.parse({})),
      },
    ];
  });
}

type CandleRange = {
  readonly interval: CandleInterval;
  readonly symbol: string;
  readonly source: string;
  /** Candles that start in [fromMs, toMs). */
  readonly fromMs: number;
  readonly toMs: number;
};

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
type Field = (typeof FIELDS)[number];
type ColumnRow = Record<Field, Buffer | null>;

/**
 * Candles of one symbol and source as columns, the newest revision of each. The database packs each column into one binary
 * value, so that years of bars are six buffers instead of an object each.
 */
export async function readCandleColumns(tx: Tx, range: CandleRange): Promise<Candles> {
  const { rows } = await tx.$client.query<ColumnRow>({
    name: 'read-candle-columns',
    text: `
      SELECT ${FIELDS.map((field) => packed(field)).join(', ')}
      FROM (
        SELECT DISTINCT ON (candle.time) extract(epoch FROM candle.time)::float8 * 1000 AS time,
               open, high, low, close, volume
        FROM market_candles AS candle
        WHERE interval = $1 AND symbol = $2 AND source = $3
          AND candle.time >= to_timestamp($4::float8 / 1000) AND candle.time < to_timestamp($5::float8 / 1000)
        ORDER BY candle.time, revision DESC
      ) AS newest`,
    values: [range.interval, range.symbol, range.source, range.fromMs, range.toMs],
  });
  return candlesOf(rows[0]);
}

/** Start of the oldest candle, ms UTC; null without any. */
export async function firstCandleTime(
  tx: Tx,
  { interval, symbol, source }: Pick<CandleRange, 'interval' | 'symbol' | 'source'>,
): Promise<number | null> {
  const { rows } = await tx.$client.query<{ first: Date | null }>({
    name: 'read-first-candle-time',
    text: 'SELECT min(time) AS first FROM market_candles WHERE interval = $1 AND symbol = $2 AND source = $3',
    values: [interval, symbol, source],
  });
  return rows[0]?.first?.getTime() ?? null;
}

/** A column as one value of big-endian doubles, in the order of time. @param condition which rows count. */
export const packed = (column: string, condition = 'true'): string =>
  `string_agg(float8send(${column}), ''::bytea ORDER BY time) FILTER (WHERE ${condition}) AS ${column}`;

function candlesOf(row: ColumnRow | undefined): Candles {
  const column = (field: Field): Float64Array => doublesOf(row?.[field] ?? null);
  const time = column('time');
  return {
    length: time.length,
    time,
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** What `packed` gave: copied, since a buffer of the driver need not lie on a boundary of eight bytes. */
export function doublesOf(bytes: Buffer | null): Float64Array {
  if (bytes === null) return new Float64Array(0);
  const aligned = Buffer.from(new Uint8Array(bytes).buffer);
  aligned.swap64();
  return new Float64Array(aligned.buffer, 0, aligned.length / Float64Array.BYTES_PER_ELEMENT);
}

/**
 * What the calendar would have said in [fromMs, toMs): the events made by rule, which were known beforehand at any time, the one
 * of the specification, and those that this installation traded on; without those of a rule that were called off here.
 * Ascending, each window once; nothing for a bot that
 * trades at any time, whose result does not depend on it.
 */
export async function eventsOfPeriod(
  tx: Tx,
  runnable: BotStrategy,
  fromMs: number,
  toMs: number,
): Promise<TradingEvent[]> {
  if (!runnable.decisionTimes) return [];
  const traded = await readTradedEvents(tx, new Date(fromMs));
  const cancelled = await readCancelledRules(tx, new Date(fromMs), new Date(toMs));
  const isOff = new Set(cancelled.map((event) => windowOf(Number(event.startsAt), Number(event.endsAt))));
  const byRule = [...calendarEvents(dayOf(fromMs), dayOf(toMs + DAY_MS)), SPECIFICATION_EVENT].filter(
    ({ startsAt, endsAt }) => !isOff.has(windowOf(startsAt, endsAt)),
  );
  const byWindow = new Map<string, TradingEvent>();
  for (const event of [...byRule, ...traded]) {
    const { startsAt, endsAt } = event;
    const window = windowOf(startsAt, endsAt);
    if (startsAt >= fromMs && startsAt < toMs && !byWindow.has(window)) byWindow.set(window, event);
  }
  return [...byWindow.values()].sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt);
}

const windowOf = (startsAt: number, endsAt: number): string => `${startsAt}-${endsAt}`;
