import { BOT_TYPES, TRACK_RECORD_POINTS, type TrackRecord, type TrackRecordSeries } from '@botdepot/contract';
import { fixed12ToText } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readBotStates } from '../overview/bot-state.store.ts';
import { measuredOf, recordOf } from '../overview/record.ts';
import { maximumDrawdownOf, peaksAt, readNavPoints, readNavSegments } from '../portfolio/nav-series.store.ts';
import { drawdownOf } from '../portfolio/strike.ts';
import { calendarReturns } from './calendar-returns.ts';
import { readHeads, type SealedHead } from './sealed-records.store.ts';
import { listDayClosings, listSealedSeries, readSealProgress, type SealedSeries } from './series.store.ts';

/** The start of a series is a point of its chart, too. */
const STRUCK_POINTS = TRACK_RECORD_POINTS - 1;

/** Every bot of the catalogue with its full live record, in the catalogue's order; see the contract for the figures. */
export async function listTrackRecords(tx: Tx, now: Date): Promise<TrackRecord[]> {
  const heads = await readHeads(tx);
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
  const sources = closings.flatMap((closing) => closing.sources?.split(',') ?? []);
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
    fills: series.fills,
    ...calendarReturns({ startNav, closings, until: now.getTime(), isClosed: closedAt !== null }),
    closed: closedAt && endReason && { at: closedAt.toISOString(), reason: endReason },
    priceSources: [...new Set(sources)].sort(),
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
