import { type BotType, CANDLE_RETENTION_DAYS, type LiveReplay, MARKET_SYMBOLS } from '@botdepot/contract';
import { FIXED12_ONE, fixed12FromText } from '@botdepot/money';
import { type Bar, DAY_MS, emptyBar, MINUTE_MS } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readTradedEvents } from '../events/trading-events.ts';
import { findRunningPortfolio, type PortfolioRow } from '../portfolio/portfolio.ts';
import { dayOf } from '../portfolio/strike.ts';
import { counted, formatMoment, formatNumber, formatPrice } from '../protocol/german.ts';
import type { BotStrategies, BotStrategy } from '../strategies.ts';
import {
  giveHold,
  haltedSymbols,
  type RunningPortfolio,
  resumePortfolio,
  stepPortfolio,
} from '../trading/running-portfolio.ts';
import { knownSource } from '../trading/source-change.ts';
import { differingFills, type FillPair } from './compare-fills.ts';
import {
  findReplayStart,
  findStrike,
  type RecordedFill,
  type RecordedStrike,
  readNotes,
  readRecordedFills,
  readRecordedHalts,
  readRecordedHolds,
  readRecordedStrikes,
  readSeenMinutes,
  type SeenMinutes,
  type StateSnapshot,
} from './live-replay.store.ts';
import type { LiveReplayJob } from './worker-job.ts';

/** A day of minutes at a time: memory does not grow with the length of the run. */
const STRIKES_AT_ONCE = 1_440;
/** Minutes are deleted after this; a day is left as a margin. */
const OLDEST_MS = (CANDLE_RETENTION_DAYS - 1) * DAY_MS;
const NOTES_SHOWN = 100;
const POINTS_SHOWN = 400;

type Comparison = {
  bars: number;
  expectedFills: number;
  actualFills: number;
  differing: number;
  firstDifference: { at: number; pair: FillPair } | null;
  lateCandles: { count: number; at: number } | null;
  /** The newest of each UTC day. */
  points: { at: number; expected: number; actual: number }[];
};

/**
 * The live run of a bot's present portfolio once more, bar by bar from the minutes that it saw, through the code that trades
 * live, compared with what was recorded. It begins where the measured record began, or later where the way from there is
 * not known (see `findReplayStart`). Runs in the worker; reads what was committed when it began.
 */
export async function makeLiveReplay(
  deps: { db: Tx; strategies: BotStrategies; onProgress: (share: number) => void },
  job: LiveReplayJob,
): Promise<LiveReplay> {
  const { db } = deps;
  const { botType, now } = job;
  const nothing = emptyReplay(botType, now);
  const runnable = deps.strategies[botType];
  const row = await findRunningPortfolio(db, botType);
  if (!runnable || !row || row.liveSince === null) return nothing;
  const snapshot = await findReplayStart(db, {
    portfolioId: row.id,
    strategyVersion: runnable.strategy.version,
    oldest: new Date(Math.max(row.liveSince.getTime(), now - OLDEST_MS)),
  });
  if (!snapshot) return { ...nothing, deviations: [noteOf(describeNoStart(row.liveSince.getTime()))] };

  const before = snapshot.navSeq === 0 ? null : await findStrike(db, row.id, snapshot.navSeq);
  const startNav = Number(before?.nav ?? FIXED12_ONE) / Number(FIXED12_ONE);
  const compared = await compare(deps, { row, runnable, snapshot });
  const last = compared.points.at(-1);
  const from = snapshot.nextBarAt.getTime();
  const notes: ReplayNote[] = [
    ...(from > row.liveSince.getTime() ? [describeLaterStart(from)] : []),
    ...(await readNotes(db, row.id, from, NOTES_SHOWN)),
    ...(compared.lateCandles ? [describeLateCandles(compared.lateCandles)] : []),
    ...(compared.firstDifference ? [describeDifference(compared.firstDifference)] : []),
  ];
  return {
    ...nothing,
    from: snapshot.nextBarAt.toISOString(),
    until: last ? new Date(last.at).toISOString() : null,
    bars: compared.bars,
    expectedReturn: last ? last.expected / startNav - 1 : null,
    actualReturn: last ? last.actual / startNav - 1 : null,
    expectedFills: compared.expectedFills,
    actualFills: compared.actualFills,
    differingFills: compared.differing,
    deviations: notes.toSorted((a, b) => a.at - b.at).map(noteOf),
    series: thinned([{ at: from, expected: startNav, actual: startNav }, ...compared.points]).map(
      ({ at, ...navs }) => ({ at: new Date(at).toISOString(), ...navs }),
    ),
  };
}

/** Of a bot that has not traded live. @param now ms UTC. */
export const emptyReplay = (botType: BotType, now: number): LiveReplay => ({
  botType,
  from: null,
  until: null,
  bars: 0,
  expectedReturn: null,
  actualReturn: null,
  expectedFills: 0,
  actualFills: 0,
  differingFills: 0,
  deviations: [],
  series: [],
  checkedAt: new Date(now).toISOString(),
});

async function compare(
  deps: { db: Tx; onProgress: (share: number) => void },
  run: { row: PortfolioRow; runnable: BotStrategy; snapshot: StateSnapshot },
): Promise<Comparison> {
  const { db } = deps;
  const { row, snapshot } = run;
  const portfolio = await portfolioAt(db, run);
  const halted = new Set(haltedSymbols(portfolio));
  const wanted = row.symbols.map((symbol) => ({ symbol, source: knownSource(row, symbol) }));
  const sources = row.sources && new Map(Object.entries(row.sources));
  const result: Comparison = {
    bars: 0,
    expectedFills: 0,
    actualFills: 0,
    differing: 0,
    firstDifference: null,
    lateCandles: null,
    points: [],
  };

  for (let seq = snapshot.navSeq; seq < row.navSeq; ) {
    const strikes = await readRecordedStrikes(db, row.id, seq, Math.min(seq + STRIKES_AT_ONCE, row.navSeq));
    const [first] = strikes;
    const newest = strikes.at(-1);
    if (!first || !newest) break;
    const fills = Map.groupBy(
      await readRecordedFills(db, row.id, seq, newest.seq),
      (fill: RecordedFill) => fill.navSeq,
    );
    const halts = Map.groupBy(
      await readRecordedHalts(db, row.id, first.at - MINUTE_MS, newest.at),
      ({ barAt }) => barAt,
    );
    const holds = new Map(
      (await readRecordedHolds(db, row.id, first.at - MINUTE_MS, newest.at)).map(({ barAt, held }) => [
        barAt,
        held,
      ]),
    );
    const minutes = await readSeenMinutes(db, wanted, first.at - MINUTE_MS, newest.at);
    noteLate(result, minutes, first);
    const barsAt = seenBars(minutes);
    for (const strike of strikes) {
      for (const halt of halts.get(strike.at) ?? []) {
        if (halt.halted) halted.add(halt.symbol);
        else halted.delete(halt.symbol);
      }
      const isHeld = holds.get(strike.at);
      if (isHeld !== undefined) giveHold(portfolio, { isHeld, reason: '' });
      const time = strike.at - MINUTE_MS;
      const record = await stepPortfolio(
        db,
        portfolio,
        { time, bars: barsAt(time), halted: [...halted], ...(sources ? { sources } : {}) },
        'live',
      );
      if (record?.sources) portfolio.row = { ...portfolio.row, sources: record.sources };
      note(result, {
        strike,
        expected: record?.report.fills ?? [],
        actual: fills.get(strike.seq) ?? [],
        expectedNav: Number(portfolio.strike?.nav ?? 0n) / Number(FIXED12_ONE),
      });
    }
    seq = newest.seq;
    deps.onProgress((seq - snapshot.navSeq) / (row.navSeq - snapshot.navSeq));
  }
  return result;
}

/** The portfolio as it was before the first bar of the replay, in memory only. */
async function portfolioAt(
  db: Tx,
  { row, runnable, snapshot }: { row: PortfolioRow; runnable: BotStrategy; snapshot: StateSnapshot },
): Promise<RunningPortfolio> {
  const { state, sources, strategyVersion, nextBarAt, navSeq } = snapshot;
  return resumePortfolio(db, {
    row: { ...row, state, sources, strategyVersion },
    runnable,
    barMs: MINUTE_MS,
    until: nextBarAt.getTime(),
    events: await readTradedEvents(db, nextBarAt),
    strike: navSeq === 0 ? null : await findStrike(db, row.id, navSeq),
  });
}

function note(
  result: Comparison,
  bar: {
    strike: RecordedStrike;
    expected: Parameters<typeof differingFills>[0];
    actual: readonly RecordedFill[];
    expectedNav: number;
  },
): void {
  const { strike, expected, actual, expectedNav } = bar;
  const different = differingFills(expected, actual);
  const [first] = different;
  result.bars++;
  result.expectedFills += expected.length;
  result.actualFills += actual.length;
  result.differing += different.length;
  if (first) result.firstDifference ??= { at: strike.at, pair: first };
  const actualNav = Number(fixed12FromText(strike.nav)) / Number(FIXED12_ONE);
  const last = result.points.at(-1);
  if (last && dayOf(last.at) === dayOf(strike.at)) result.points.pop();
  result.points.push({ at: strike.at, expected: expectedNav, actual: actualNav });
}

function noteLate(result: Comparison, minutes: readonly { late: number }[], first: RecordedStrike): void {
  const count = minutes.reduce((sum, { late }) => sum + late, 0);
  if (count === 0) return;
  result.lateCandles ??= { count: 0, at: first.at };
  result.lateCandles.count += count;
}

/** At most so many points, the first and the last among them. */
function thinned<T>(points: readonly T[]): T[] {
  if (points.length <= POINTS_SHOWN) return [...points];
  const step = (points.length - 1) / (POINTS_SHOWN - 1);
  // Every index lies within the points: the largest is their length − 1.
  return Array.from({ length: POINTS_SHOWN }, (_, index) => points[Math.round(index * step)]!);
}

const noteOf = ({ at, title, text }: ReplayNote): LiveReplay['deviations'][number] => ({
  at: new Date(at).toISOString(),
  title,
  text,
});

const INDEX_OF = new Map(MARKET_SYMBOLS.map(({ symbol }, index) => [symbol, index]));

/**
 * Gives the bars of one minute after the other in the catalogue's order, null for symbols without one. Must be asked for
 * ascending times; the bars are overwritten by the next call.
 */
function seenBars(minutes: readonly SeenMinutes[]): (time: number) => readonly (Bar | null)[] {
  const bars: (Bar | null)[] = MARKET_SYMBOLS.map(() => null);
  const series = minutes.flatMap((seen) => {
    const index = INDEX_OF.get(seen.symbol);
    return index === undefined ? [] : [{ seen, index, next: 0, bar: emptyBar() }];
  });
  return (time) => {
    for (const one of series) {
      const { seen, index, bar } = one;
      while (one.next < seen.time.length && seen.time[one.next]! < time) one.next++;
      const at = one.next;
      if (seen.time[at] !== time) {
        bars[index] = null;
        continue;
      }
      bar.open = seen.open[at]!;
      bar.high = seen.high[at]!;
      bar.low = seen.low[at]!;
      bar.close = seen.close[at]!;
      bar.volume = seen.volume[at]!;
      bars[index] = bar;
    }
    return bars;
  };
}

/** Why a replay and what was recorded may differ, in German. Times are ms UTC. */

type ReplayNote = { readonly at: number; readonly title: string; readonly text: string };

/** Before this moment the way is not known: another version traded, or the minutes are no longer kept. */
const describeLaterStart = (from: number): ReplayNote => ({
  at: from,
  title: 'Verglichen wird ab hier',
  text: `Nachgerechnet wird ab ${formatMoment(from)}. Vorher handelte eine andere Fassung, oder Stand und Minutenkurse von damals liegen nicht mehr vor.`,
});

const describeNoStart = (liveSince: number): ReplayNote => ({
  at: liveSince,
  title: 'Noch kein Vergleich',
  text: 'Der Stand, von dem aus nachgerechnet wird, liegt noch nicht vor. Er wird jeden Tag um 0:00\u00a0Uhr UTC festgehalten.',
});

const describeLateCandles = ({ count, at }: { count: number; at: number }): ReplayNote => ({
  at,
  title: 'Kurse nachträglich ergänzt',
  text: `${counted(count, 'Minutenkurs kam', 'Minutenkurse kamen')} erst später hinzu oder ${count === 1 ? 'wurde' : 'wurden'} berichtigt. Der Bot kannte sie nicht, und auch hier wird ohne sie gerechnet.`,
});

/** The first bar whose fills are not the same. What comes after it follows from it. */
function describeDifference({ at, pair }: { at: number; pair: FillPair }): ReplayNote {
  const { expected, actual } = pair;
  const symbol = expected?.symbol ?? actual?.symbol ?? '';
  const wanted = expected ? fillText(symbol, expected.units, expected.fillPrice) : 'keine Ausführung';
  const found = actual
    ? fillText(symbol, actual.side === 'buy' ? actual.quantity : -actual.quantity, actual.price)
    : 'keine Ausführung';
  return {
    at,
    title: `Erste Abweichung: ${symbol}`,
    text: `Erwartet: ${wanted}. Aufgezeichnet: ${found}. Spätere Abweichungen können Folgen davon sein.`,
  };
}

const fillText = (symbol: string, units: number, price: number): string =>
  `${units > 0 ? 'Kauf' : 'Verkauf'} von ${formatNumber(Math.abs(units), 6)} zu ${formatPrice(symbol, price)}`;
