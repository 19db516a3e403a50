import {
  BOT_TYPES,
  type BotOutcomes,
  type BotType,
  OUTCOMES_SHOWN_FROM,
  TRACK_RECORD_POINTS,
  type TrackRecord,
  type TrackRecordSeries,
} from '@botdepot/contract';
import { FIXED12_ONE, fixed12ToText } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import { readCandles } from '../../markets/index.ts';
import { measuredOf, readBotStates, recordOf } from '../overview/list-bots.ts';
import { maximumDrawdownOf, peaksAt, readNavPoints, readNavSegments } from '../portfolio/nav-series.ts';
import { drawdownOf } from '../portfolio/strike.ts';
import { STRATEGIES, symbolSpecs } from '../strategies.ts';
import { comparedWithHolding, wholeDays } from './buy-and-hold.ts';
import { calendarReturns, type DayClosing } from './calendar-returns.ts';
import { readHeads, readSealProgress, type SealedHead } from './recorded-bots.ts';
import { listDayClosings, listSealedSeries, type SealedSeries } from './sealed-records.ts';

/** The start of a series is a point of its chart, too. */
const STRUCK_POINTS = TRACK_RECORD_POINTS - 1;

/** Every bot of the house with its full live record, in the catalogue's order; see the contract for the figures. */
export async function listTrackRecords(tx: Tx, now: Date): Promise<TrackRecord[]> {
  const heads = await readHeads(tx, 'house');
  const progress = await readSealProgress(tx);
  const states = await readBotStates(tx, BOT_TYPES);
  const sealed = await listSealedSeries(tx);
  const records: TrackRecord[] = [];
  for (const botType of BOT_TYPES) {
    const head = heads.get(botType);
    const state = states.get(botType);
    const series: TrackRecordSeries[] = [];
    for (const one of sealed) if (one.botType === botType) series.push(await presentSeries(tx, one, now));
    const reached = progress.get(botType);
    records.push({
      botType,
      running: state !== undefined && state.portfolio.closedAt === null,
      head: head ? presentHead(head) : null,
      sealedUntil: reached?.sealedUntil?.toISOString() ?? null,
      unsealed: reached?.unsealed ?? 0,
      measured: state ? measuredOf(recordOf(state)) : null,
      series,
    });
  }
  return records;
}

const presentHead = ({ position, hash, sealedAt }: SealedHead) => ({
  position,
  hash: hash.toString('hex'),
  sealedAt: sealedAt.toISOString(),
});

async function presentSeries(tx: Tx, series: SealedSeries, now: Date): Promise<TrackRecordSeries> {
  const { portfolioId, afterSeq, startNav, from, to, nav, closedAt, endReason } = series;
  const ranges = [{ key: portfolioId, portfolioId, fromSeq: afterSeq, toSeq: null, from, to }];
  const points = (await readNavPoints(tx, ranges, STRUCK_POINTS, true)).get(portfolioId) ?? [];
  const segments = (await readNavSegments(tx, ranges)).get(portfolioId) ?? [];
  const closings = await listDayClosings(tx, series);
  const peaks = peaksAt(startNav, segments, points);
  const sources = [...new Set(closings.flatMap((closing) => closing.sources?.split(',') ?? []))].sort();
  return {
    series: series.series,
    from: from.toISOString(),
    to: to.toISOString(),
    days: (to.getTime() - from.getTime()) / DAY_MS,
    startNav: fixed12ToText(startNav),
    nav: fixed12ToText(nav),
    // The same quotient as a drawdown's, here against the first NAV.
    returnFraction: drawdownOf(nav, startNav),
    maxDrawdownFraction: maximumDrawdownOf(startNav, segments, nav),
    costsFraction: series.costs / (Number(startNav) / Number(FIXED12_ONE)),
    buyAndHold: await compareWithHolding(tx, series, closings, sources),
    fills: series.fills,
    ...calendarReturns({ startNav, closings, until: now.getTime(), isClosed: closedAt !== null }),
    closed: closedAt && endReason && { at: closedAt.toISOString(), reason: endReason },
    priceSources: sources,
    sourceChanges: series.sourceChanges.map((at) => at.toISOString()),
    strategyVersion: series.strategyVersion,
    engineVersion: series.engineVersion,
    history: [
      { at: from.toISOString(), nav: fixed12ToText(startNav), drawdown: 0 },
      ...points.map((point, index) => ({
        at: point.at.toISOString(),
        nav: fixed12ToText(point.nav),
        drawdown: drawdownOf(point.nav, peaks[index] ?? point.nav),
      })),
    ],
  };
}

/** By candles of whoever spoke for the markets then: candles of different sources are different markets. */
async function compareWithHolding(
  tx: Tx,
  series: SealedSeries,
  closings: readonly DayClosing[],
  sources: readonly string[],
): Promise<TrackRecordSeries['buyAndHold']> {
  const days = wholeDays(series.from, series.to);
  const areKnown = sources.length === 1 || series.closedAt === null;
  if (!days || !areKnown || series.sourceChanges.length > 0) return null;
  const candles = await readCandles(tx, {
    interval: '1d',
    fromMs: days.from,
    toMs: days.until,
    symbols: STRATEGIES[series.botType]?.symbols ?? [],
    ...(sources.length === 1 && { source: sources[0] }),
  });
  const markets = [...candles].flatMap(([symbol, of]) =>
    symbolSpecs([symbol]).map((spec) => ({ spec, candles: of })),
  );
  return comparedWithHolding(days, markets, series.startNav, closings);
}

/**
 * What finished investments really earned or lost, per bot of the catalogue: the bot's own result, NAV at the stop against
 * NAV at the start, so manual returns neither flatter nor spoil it. Left out is what began in the demo's history: before
 * the portfolio went live.
 */
export async function listOutcomes(tx: Tx): Promise<BotOutcomes[]> {
  const { rows } = await tx.$client.query<{
    bot_type: BotType;
    finished: string;
    lost: number;
    median: number;
    worst: number;
  }>({
    name: 'list-outcomes',
    text: `
      WITH live AS MATERIALIZED (
        SELECT p.id, first.since FROM bot_portfolios p
        CROSS JOIN LATERAL (SELECT at - bar_ms * interval '1 millisecond' AS since FROM bot_nav
                            WHERE portfolio_id = p.id AND phase = 'live' ORDER BY seq LIMIT 1) first
        WHERE p.bot_type IS NOT NULL)
      SELECT bot_type, count(*) AS finished,
        count(*) FILTER (WHERE stop_nav < start_nav)::float8 / count(*) AS lost,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY outcome) AS median, min(outcome) AS worst
      FROM (
        SELECT i.bot_type, i.start_nav, i.stop_nav, (i.stop_nav / i.start_nav - 1)::float8 AS outcome
        FROM live JOIN bot_investments i ON i.portfolio_id = live.id
        WHERE i.status = 'inactive' AND i.started_at >= live.since
      ) finished
      GROUP BY bot_type`,
  });
  return BOT_TYPES.map((botType) => {
    const row = rows.find((candidate) => candidate.bot_type === botType);
    const finished = Number(row?.finished ?? 0);
    return {
      botType,
      finished,
      outcomes:
        row && finished >= OUTCOMES_SHOWN_FROM
          ? {
              lostFraction: row.lost,
              medianReturnFraction: row.median,
              worstReturnFraction: row.worst,
            }
          : null,
    };
  });
}

/**
 * Answers from memory for a while: however many people ask, `load` runs once per `maxAgeMs`, and those who come while it
 * runs wait for the same answer. A failure is not remembered.
 */
export function remembered<T>(clock: Clock, maxAgeMs: number, load: () => Promise<T>): () => Promise<T> {
  let known: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (known && now >= known.at && now - known.at < maxAgeMs) return known.answer;
    const answer = load();
    known = { at: now, answer };
    answer.catch(() => {
      if (known?.answer === answer) known = undefined;
    });
    return answer;
  };
}
