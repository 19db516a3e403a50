import type { BotType, SeriesEndReason } from '@botdepot/contract';
import { type Fixed12, fixed12FromText } from '@botdepot/money';
import type { TrackRecordEntry } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { DayClosing } from './calendar-returns.ts';
import { findMovedDay, readMovedLines } from './moved-days.ts';
import {
  listRecordedPortfolios,
  type RecordedPortfolio,
  readBars,
  readClosings,
  readOpenings,
  type Unnumbered,
} from './read-entries.ts';
import { missingLine, numberedLine, type SealedLine } from './sealed-line.ts';

type SealRow = {
  position: string;
  kind: TrackRecordEntry['kind'];
  portfolio_id: string;
  nav_seq: string;
  hash: Buffer;
};

/**
 * The strikes of a portfolio that are sealed: after the first number, up to the second. Null before its first seal. The
 * chain's head speaks for the newest series, so the bars' seals need not be looked through.
 */
export async function readSealedRange(
  tx: Tx,
  portfolioId: string,
): Promise<{ afterSeq: number; upToSeq: number } | null> {
  const { rows } = await tx.$client.query<{ after_seq: string; up_to_seq: string }>({
    name: 'read-sealed-range',
    text: `SELECT s.nav_seq AS after_seq, CASE WHEN c.portfolio_id = p.id THEN c.nav_seq ELSE p.nav_seq END AS up_to_seq
           FROM bot_portfolios p
           JOIN track_record_chains c ON c.bot_id = p.bot_id
           JOIN track_record_seals s ON s.bot_id = p.bot_id AND s.portfolio_id = p.id AND s.kind = 'open'
           WHERE p.id = $1 AND s.kind <> 'bar'`,
    values: [portfolioId],
  });
  const [row] = rows;
  return row ? { afterSeq: Number(row.after_seq), upToSeq: Number(row.up_to_seq) } : null;
}

/**
 * Sealed records in their order, made from the tables as they are now: a row that was changed since no longer fits its hash.
 * Read in pieces by position, each in statements of its own, so neither memory nor a transaction grows with the record; what
 * is sealed is append-only, so the pieces fit together. What is moved away while it is read is read again from where it is then.
 *
 * @param after records after this position … @param upTo … up to this one.
 */
export async function* readSealedLines(
  tx: Tx,
  botId: string,
  range: { after: number; upTo: number },
  atOnce = 500,
): AsyncGenerator<SealedLine[]> {
  const of = (await listRecordedPortfolios(tx, [{ botId, fromSeries: 0 }])).get(botId) ?? [];
  const portfolios = new Map(of.map((row) => [row.id, row]));
  for (let next = range.after + 1; next <= range.upTo; ) {
    const day = await findMovedDay(tx, botId, next);
    const begins = day?.firstPosition ?? Number.POSITIVE_INFINITY;
    if (day && begins <= next) {
      const moved = await readMovedLines(tx, portfolios.get(day.portfolioId), day);
      const wanted = moved.slice(next - begins, range.upTo - begins + 1);
      for (let from = 0; from < wanted.length; from += atOnce) yield wanted.slice(from, from + atOnce);
      next = day.lastPosition + 1;
      continue;
    }
    const last = Math.min(range.upTo, next + atOnce - 1, begins - 1);
    const lines = await linesOf(tx, portfolios, await readSeals(tx, botId, next, last));
    const meanwhile = await findMovedDay(tx, botId, next);
    if (meanwhile && meanwhile.firstPosition <= last) continue;
    yield lines;
    next = last + 1;
  }
}

async function readSeals(tx: Tx, botId: string, first: number, last: number): Promise<SealRow[]> {
  const { rows } = await tx.$client.query<SealRow>({
    name: 'read-seals',
    text: `SELECT position, kind, portfolio_id, nav_seq, hash FROM track_record_seals
           WHERE bot_id = $1 AND position BETWEEN $2 AND $3 ORDER BY position`,
    values: [botId, first, last],
  });
  return rows;
}

async function linesOf(
  tx: Tx,
  portfolios: ReadonlyMap<string, RecordedPortfolio>,
  rows: readonly SealRow[],
): Promise<SealedLine[]> {
  const lines: SealedLine[] = [];
  for (let at = 0; at < rows.length; ) {
    // A stretch of bars of one series is read at once.
    let end = at + 1;
    const first = rows[at]!;
    while (end < rows.length && first.kind === 'bar' && continues(first, rows[end]!)) end++;
    const stretch = rows.slice(at, end);
    const portfolio = portfolios.get(first.portfolio_id);
    const entries = portfolio ? await entriesOf(tx, portfolio, stretch) : new Map();
    for (const { position, hash, nav_seq } of stretch) {
      const n = Number(position);
      const entry = entries.get(Number(nav_seq));
      lines.push({ position: n, hash, line: entry ? numberedLine(entry, n) : missingLine(n) });
    }
    at = end;
  }
  return lines;
}

const continues = (first: SealRow, row: SealRow): boolean =>
  row.kind === 'bar' && row.portfolio_id === first.portfolio_id;

async function entriesOf(
  tx: Tx,
  portfolio: RecordedPortfolio,
  stretch: readonly SealRow[],
): Promise<Map<number, Unnumbered<TrackRecordEntry>>> {
  const entries = new Map<number, Unnumbered<TrackRecordEntry>>();
  const first = stretch[0]!;
  const navSeq = Number(first.nav_seq);
  if (first.kind === 'bar') {
    const to = Number(stretch.at(-1)!.nav_seq);
    const [bars] = await readBars(tx, [{ portfolio, from: navSeq, to }]);
    for (const bar of bars ?? []) entries.set(bar.strike, bar);
    return entries;
  }
  const [entry] =
    first.kind === 'open'
      ? await readOpenings(tx, [{ portfolio, before: navSeq }])
      : await readClosings(tx, [{ ...portfolio, navSeq }]);
  if (entry) entries.set(navSeq, entry);
  return entries;
}

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
  /** Fees, spread, slippage and financing per unit since the record began. */
  readonly costs: number;
  readonly fills: number;
  readonly sourceChanges: readonly Date[];
};

/** Every series of the house with a sealed start, newest first; at most a handful per bot and year. */
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
    costs: number;
    fills: string;
    source_changes: Date[];
  }>({
    name: 'list-sealed-series',
    text: `
      SELECT b.bot_type, s.portfolio_id, p.series, p.strategy_version, p.engine_version, p.closed_at,
        s.nav_seq AS after_seq, before.nav AS start_nav, last.at, last.nav,
        first.at - first.bar_ms * interval '1 millisecond' AS started_at,
        last.fee + last.spread + last.slippage + last.financing
          - coalesce(before.fee + before.spread + before.slippage + before.financing, 0) AS costs,
        (SELECT count(*) FROM bot_fills WHERE portfolio_id = p.id AND nav_seq > s.nav_seq) AS fills,
        ARRAY(SELECT until FROM bot_closed_records WHERE portfolio_id = p.id ORDER BY until) AS source_changes
      FROM bots b
      JOIN track_record_seals s ON s.bot_id = b.id
      JOIN bot_portfolios p ON p.id = s.portfolio_id
      JOIN bot_nav first ON first.portfolio_id = p.id AND first.seq = s.nav_seq + 1
      JOIN bot_nav last ON last.portfolio_id = p.id AND last.seq = p.nav_seq
      LEFT JOIN bot_nav before ON before.portfolio_id = p.id AND before.seq = s.nav_seq
      WHERE b.bot_type IS NOT NULL AND s.kind = 'open' AND s.kind <> 'bar'
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
      costs: row.costs,
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
