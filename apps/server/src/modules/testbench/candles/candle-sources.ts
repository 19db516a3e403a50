import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CandleSource, type CandleSourceName, DomainError, MARKET_SYMBOLS } from '@botdepot/contract';
import { type Candles, DAY_MS } from '@botdepot/trading';
import type { Database } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import { type BacktestRunner, type CandlePlace, readTestCandles } from '../../bots/index.ts';
import { hasPracticeMarket, PRACTICE_MARKET } from '../../markets/index.ts';

type Interval = '1h' | '1d';
/** What is the same for everybody, but for the beginning of the test period. */
type ListedSource = Omit<CandleSource, 'isTestPeriodOpen'>;
type CandleSeries = { source: CandleSourceName; symbol: string; interval: Interval };

/** Prices to test rules on. */
export type CandleSources = {
  /** Makes the practice market unless it is there; some seconds of another process. */
  prepare(): Promise<void>;
  /** @param testPeriodFrom where the test period on this installation's candles begins for somebody; null before their first trial. */
  list(testPeriodFrom: string | null): Promise<ListedSource[]>;
  /**
   * Where a process of its own finds them; the practice market it makes itself where there is none.
   * @throws NOT_FOUND for what the source does not have, CANDLES_UNAVAILABLE without any day.
   */
  placeOf(series: CandleSeries): Promise<CandlePlace>;
  /**
   * Candles that start before `untilMs`, a UTC midnight, whole and over.
   * @throws as `placeOf`, CANDLES_UNAVAILABLE without any, UNAVAILABLE while the practice market is being made and takes long.
   */
  read(wanted: CandleSeries & { untilMs: number | null }): Promise<Candles>;
};

/** Said under every simulated source. */
const SIMULATED_NOTE =
  'Die Kurse sind simuliert: Nach Kosten hat hier keine Regel einen Vorteil. Von den stark schwankenden Märkten fallen die meisten, wenige steigen dafür weit.';
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
  let making: Promise<void> | null = null;
  /** Whoever comes while it is made waits for the same. */
  async function prepare(): Promise<void> {
    if (await hasPracticeMarket(folder)) return;
    making ??= backtests.makePracticeMarket(folder).finally(() => {
      making = null;
    });
    await making;
  }

  async function placeOf({ source, symbol, interval }: CandleSeries): Promise<CandlePlace> {
    if (!MARKET_SYMBOLS.some((known) => known.symbol === symbol)) throw DomainError.of('NOT_FOUND');
    if (source === 'practice') return { kind: 'practice', folder };
    if (source === 'wti') {
      if (symbol !== 'WTI' || interval !== '1d') throw DomainError.of('NOT_FOUND');
      return { kind: 'wti' };
    }
    const { symbols } = await backtests.readData();
    const known = symbols.find((entry) => entry.symbol === symbol);
    if (!known?.firstDay) throw DomainError.of('CANDLES_UNAVAILABLE');
    return {
      kind: 'installation',
      source: known.source,
      fromMs: Date.parse(known.firstDay),
      todayMs: startOfDay(clock.now().getTime()),
    };
  }

  return {
    prepare,
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
          name: 'Kurse dieser Plattform',
          note: isSimulated ? SIMULATED_NOTE : 'Auf diesen Kursen handeln die Bots hier.',
          intervals: ['1h', '1d'],
          symbols: own,
          ...span,
          testPeriodFrom: testPeriodFrom ?? cutOf(span),
        },
        practiceSource(),
        wtiSource(
          await readTestCandles(database.db, {
            place: { kind: 'wti' },
            symbol: 'WTI',
            interval: '1d',
            untilMs: null,
          }),
        ),
      ];
    },
    placeOf,
    async read({ untilMs, ...series }) {
      const { symbol, interval } = series;
      const place = await placeOf(series);
      if (place.kind === 'practice') await patiently(prepare());
      const candles = await readTestCandles(database.db, { place, symbol, interval, untilMs });
      if (candles.length === 0) throw DomainError.of('CANDLES_UNAVAILABLE');
      return candles;
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

function practiceSource(): ListedSource {
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

function wtiSource({ time, length }: Candles): ListedSource {
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
