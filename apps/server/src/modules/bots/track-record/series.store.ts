import type { BotType, SeriesEndReason } from '@botdepot/contract';
import { type Fixed12, fixed12FromText } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import type { DayClosing } from './calendar-returns.ts';

/** A series with a sealed start. */
export type SealedSeries = {
  readonly botType: BotType;
  readonly portfolioId: string;
  readonly series: number;
  readonly strategyVersion: string;
  readonly engineVersion: string;
  readonly closedAt: Date | null;
  readonly endReason: SeriesEndReason | null;
  /** Number and NAV of the strike before the record; 0 and 1.0 without any. */
  readonly afterSeq: number;
  readonly startNav: Fixed12;
  readonly from: Date;
  readonly to: Date;
  readonly nav: Fixed12;
  readonly fills: number;
  readonly sourceChanges: readonly Date[];
};

/** Every series with a sealed start, newest first; at most a handful per bot and year. */
export async function listSealedSeries(tx: Tx): Promise<SealedSeries[]> {
  const { rows } = await tx.$client.query<{
    bot_type: BotType;
    portfolio_id: string;
    series: number;
    strategy_version: string;
    engine_version: string;
    closed_at: Date | null;
    after_seq: string;
    start_nav: string | null;
    started_at: Date;
    at: Date;
    nav: string;
    fills: string;
    source_changes: Date[];
  }>({
    name: 'list-sealed-series',
    text: `
      SELECT s.bot_type, s.portfolio_id, p.series, p.strategy_version, p.engine_version, p.closed_at,
        s.nav_seq AS after_seq, before.nav AS start_nav, last.at, last.nav,
        first.at - first.bar_ms * interval '1 millisecond' AS started_at,
        (SELECT count(*) FROM bot_fills WHERE portfolio_id = p.id AND nav_seq > s.nav_seq) AS fills,
        ARRAY(SELECT until FROM bot_closed_records WHERE portfolio_id = p.id ORDER BY until) AS source_changes
      FROM track_record_seals s
      JOIN bot_portfolios p ON p.id = s.portfolio_id
      JOIN bot_nav first ON first.portfolio_id = p.id AND first.seq = s.nav_seq + 1
      JOIN bot_nav last ON last.portfolio_id = p.id AND last.seq = p.nav_seq
      LEFT JOIN bot_nav before ON before.portfolio_id = p.id AND before.seq = s.nav_seq
      WHERE s.kind = 'open' AND s.kind <> 'bar'
      ORDER BY p.series DESC`,
  });
  return rows.map((row) => {
    const nav = fixed12FromText(row.nav);
    return {
      botType: row.bot_type,
      portfolioId: row.portfolio_id,
      series: row.series,
      strategyVersion: row.strategy_version,
      engineVersion: row.engine_version,
      closedAt: row.closed_at,
      endReason: row.closed_at === null ? null : nav === 0n ? 'used-up' : 'ended',
      afterSeq: Number(row.after_seq),
      startNav: fixed12FromText(row.start_nav ?? '1'),
      from: row.started_at,
      to: row.at,
      nav,
      fills: Number(row.fills),
      sourceChanges: row.source_changes,
    };
  });
}

/** The last strike of every UTC day of a series: one look-up per day, however many strikes a day has. */
export async function listDayClosings(
  tx: Tx,
  series: Pick<SealedSeries, 'portfolioId' | 'afterSeq' | 'from' | 'to'>,
): Promise<(DayClosing & { sources: string | null })[]> {
  const { rows } = await tx.$client.query<{ day: Date; nav: string; price_sources: string | null }>({
    name: 'list-day-closings',
    text: `
      SELECT day.begins AS day, n.nav, n.price_sources
      FROM generate_series(date_trunc('day', $3::timestamptz, 'UTC'), $4::timestamptz, interval '24 hours') AS day(begins)
      CROSS JOIN LATERAL (
        SELECT nav, price_sources FROM bot_nav
        WHERE portfolio_id = $1 AND seq > $2 AND at > day.begins AND at <= day.begins + interval '24 hours'
        ORDER BY at DESC LIMIT 1
      ) n
      ORDER BY day.begins`,
    values: [series.portfolioId, series.afterSeq, series.from, series.to],
  });
  return rows.map((row) => ({
    day: row.day.getTime(),
    nav: fixed12FromText(row.nav),
    sources: row.price_sources,
  }));
}

/** How far the seals of each bot reach in time, and how many live strikes wait beyond them. */
export async function readSealProgress(
  tx: Tx,
): Promise<Map<BotType, { sealedUntil: Date | null; unsealed: number }>> {
  const { rows } = await tx.$client.query<{ bot_type: BotType; sealed_until: Date | null; unsealed: string }>(
    {
      name: 'read-seal-progress',
      text: `
      SELECT b.bot_type,
        (SELECT at FROM bot_nav WHERE portfolio_id = c.portfolio_id AND seq = c.nav_seq) AS sealed_until,
        (SELECT count(*) FROM bot_portfolios p JOIN bot_nav n ON n.portfolio_id = p.id
         WHERE p.bot_type = b.bot_type AND p.series >= coalesce(sealed.series, 0)
           AND n.seq > CASE WHEN p.id = c.portfolio_id THEN c.nav_seq ELSE 0 END
           AND n.phase = 'live' AND n.marks IS NOT NULL) AS unsealed
      FROM bots b
      LEFT JOIN track_record_chains c ON c.bot_type = b.bot_type
      LEFT JOIN bot_portfolios sealed ON sealed.id = c.portfolio_id`,
    },
  );
  return new Map(
    rows.map((row) => [row.bot_type, { sealedUntil: row.sealed_until, unsealed: Number(row.unsealed) }]),
  );
}
