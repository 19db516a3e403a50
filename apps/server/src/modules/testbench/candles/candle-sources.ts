import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type CandleSource, type CandleSourceName, DomainError, MARKET_SYMBOLS } from '@botdepot/contract';
import { type Candles, DAY_MS, firstIndexAt, readCandleCsv } from '@botdepot/trading';
import type { Database } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import { type BacktestRunner, readCandleColumns } from '../../bots/index.ts';
import { daysOf, hasPracticeMarket, PRACTICE_MARKET, readPracticeCandles } from '../../markets/index.ts';

type Interval = '1h' | '1d';

/** Prices to test rules on. */
export type CandleSources = {
  /** @param testPeriodFrom where the test period on this installation's candles begins for somebody; null before their first trial. */
  list(testPeriodFrom: string | null): Promise<CandleSource[]>;
  /**
   * Candles that start before `untilMs`, a UTC midnight, whole and over.
   * @throws NOT_FOUND for what the source does not have, CANDLES_UNAVAILABLE without any candle, UNAVAILABLE while the practice
   * market is being made and takes long.
   */
  read(wanted: {
    source: CandleSourceName;
    symbol: string;
    interval: Interval;
    untilMs: number | null;
  }): Promise<Candles>;
};

/** Said under every simulated source. */
const SIMULATED_NOTE =
  'Nach Kosten hat hier keine Regel einen Vorteil. Stark schwankende Werte fallen meist, im Mittel nicht.';
const WTI_FILE = new URL('../../../../data/WTI_1d.csv.gz', import.meta.url);
const WTI_TEST_PERIOD = '2012-06-01';
const PRACTICE_TEST_PERIOD = Date.UTC(2025, 0, 1);
/** Of what there is, this much lies before the test period. */
const SHARE_BEFORE_TEST = 4 / 5;
/** The practice market takes some ten seconds to make, once; nobody is kept waiting for longer. */
const PATIENCE_MS = 20_000;

export function createCandleSources(deps: {
  database: Database;
  clock: Clock;
  backtests: Pick<BacktestRunner, 'readData' | 'makePracticeMarket'>;
  dataDir: string;
}): CandleSources {
  const { database, clock, backtests } = deps;
  const folder = join(deps.dataDir, PRACTICE_MARKET.folder);
  const wti = once(readWti);
  let making: Promise<void> | null = null;
  /** Whoever comes while it is made waits for the same. */
  async function ensurePractice(): Promise<void> {
    if (await hasPracticeMarket(folder)) return;
    making ??= backtests.makePracticeMarket(folder).finally(() => {
      making = null;
    });
    await patiently(making);
  }

  async function readInstallation(symbol: string, interval: Interval, untilMs: number | null) {
    const { symbols } = await backtests.readData();
    const known = symbols.find((entry) => entry.symbol === symbol);
    if (!known?.firstDay) throw DomainError.of('CANDLES_UNAVAILABLE');
    const today = startOfDay(clock.now().getTime());
    const toMs = Math.min(untilMs ?? today, today);
    const fromMs = Date.parse(known.firstDay);
    const hours = await readCandleColumns(database.db, {
      interval: '1h',
      symbol,
      source: known.source,
      fromMs,
      toMs,
    });
    return interval === '1h' ? hours : daysOf(hours, toMs);
  }

  return {
    async list(testPeriodFrom) {
      const { symbols } = await backtests.readData();
      const own = symbols.flatMap(({ symbol, firstDay, lastDay }) =>
        firstDay === null || lastDay === null ? [] : [{ symbol, firstDay, lastDay }],
      );
      const isSimulated = symbols.some(({ source }) => source === 'simulated');
      const span = spanOf(own);
      return [
        {
          source: 'installation',
          name: 'Kurse dieser Installation',
          note: isSimulated ? SIMULATED_NOTE : 'Auf diesen Kursen handeln die Bots hier.',
          intervals: ['1h', '1d'],
          symbols: own,
          ...span,
          testPeriodFrom: testPeriodFrom ?? cutOf(span),
        },
        practiceSource(),
        wtiSource(await wti()),
      ];
    },
    async read({ source, symbol, interval, untilMs }) {
      if (!MARKET_SYMBOLS.some((known) => known.symbol === symbol)) throw DomainError.of('NOT_FOUND');
      const candles = await read();
      const length = untilMs === null ? candles.length : firstIndexAt(candles, untilMs);
      if (length === 0) throw DomainError.of('CANDLES_UNAVAILABLE');
      return { ...candles, length };

      async function read(): Promise<Candles> {
        if (source === 'installation') return readInstallation(symbol, interval, untilMs);
        if (source === 'practice') {
          await ensurePractice();
          return readPracticeCandles(folder, symbol, interval);
        }
        if (symbol !== 'WTI' || interval !== '1d') throw DomainError.of('NOT_FOUND');
        return wti();
      }
    },
  };
}

/** First day of the test period where nothing fixed it: after four fifths of the days. */
function cutOf({ firstDay, lastDay }: Pick<CandleSource, 'firstDay' | 'lastDay'>): string | null {
  if (firstDay === null || lastDay === null) return null;
  const first = Date.parse(firstDay);
  const days = (Date.parse(lastDay) - first) / DAY_MS + 1;
  return dayOf(first + Math.floor(days * SHARE_BEFORE_TEST) * DAY_MS);
}

function spanOf(symbols: CandleSource['symbols']): Pick<CandleSource, 'firstDay' | 'lastDay'> {
  const first = symbols.map(({ firstDay }) => firstDay).sort()[0] ?? null;
  const last = symbols.map(({ lastDay }) => lastDay).sort();
  return { firstDay: first, lastDay: last.at(-1) ?? null };
}

function practiceSource(): CandleSource {
  const { fromMs, untilMs } = PRACTICE_MARKET;
  const days = { firstDay: dayOf(fromMs), lastDay: dayOf(untilMs - DAY_MS) };
  return {
    source: 'practice',
    name: 'Übungsmarkt',
    note: SIMULATED_NOTE,
    intervals: ['1h', '1d'],
    symbols: MARKET_SYMBOLS.map(({ symbol }) => ({ symbol, ...days })),
    ...days,
    testPeriodFrom: dayOf(PRACTICE_TEST_PERIOD),
  };
}

function wtiSource({ time, length }: Candles): CandleSource {
  const days = { firstDay: dayOf(time[0]!), lastDay: dayOf(time[length - 1]!) };
  return {
    source: 'wti',
    name: 'WTI 1986–2019',
    note: 'Echte Schlusskurse für Rohöl der Sorte WTI, von der US-Energiebehörde EIA. Eröffnung, Hoch und Tief sind nicht bekannt und gleich dem Schlusskurs.',
    intervals: ['1d'],
    symbols: [{ symbol: 'WTI', ...days }],
    ...days,
    testPeriodFrom: WTI_TEST_PERIOD,
  };
}

async function readWti(): Promise<Candles> {
  const bytes = await promisify(gunzip)(await readFile(WTI_FILE));
  return readCandleCsv(bytes.toString('utf8')).candles;
}

/** Made once; a failure is not remembered. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    if (made) return made;
    const making = make();
    made = making;
    making.catch(() => {
      made = null;
    });
    return making;
  };
}

async function patiently<T>(making: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const tooLong = sleep(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).then(() => {
    throw DomainError.of('UNAVAILABLE');
  });
  tooLong.catch(() => undefined);
  return Promise.race([making, tooLong]).finally(() => patience.abort());
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
