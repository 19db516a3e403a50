import { type Fixed12, fixed12FromText, fixed12ToText } from '@botdepot/money';
import type { Fill } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { LostLeadershipError } from '../../../platform/leader.ts';
import { botFills, botNav, botProtocol, type NavFigures } from '../bots.schema.ts';
import type { ProtocolDraft } from '../protocol/protocol-draft.ts';
import { drawdownOf, type Strike } from './strike.ts';

/** A stretch of a portfolio's strikes, named by whoever asks. */
export type NavRange = {
  readonly key: string;
  readonly portfolioId: string;
  /** Strikes after this one … */
  readonly fromSeq: number;
  /** … up to this one, both by number; null for all that there are. */
  readonly toSeq: number | null;
  /** The time that the range covers. */
  readonly from: Date;
  readonly to: Date;
};

export type NavPoint = {
  readonly at: Date;
  readonly seq: number;
  readonly nav: Fixed12;
  /** Highest NAV since the phase began … */
  readonly peak: Fixed12;
  /** … and since the UTC day began, or since the range began on its first day. */
  readonly dayPeak: Fixed12;
};

/** NAV of a stretch in time order: its extremes and the deepest fall within it, a fraction ≤ 0. */
export type NavSegment = {
  readonly at: Date;
  readonly peak: Fixed12;
  readonly low: Fixed12;
  readonly drawdown: number;
};

const rangeColumns = (ranges: readonly NavRange[]): unknown[] => [
  ranges.map((range) => range.key),
  ranges.map((range) => range.portfolioId),
  ranges.map((range) => range.fromSeq),
  ranges.map((range) => range.toSeq ?? Number.MAX_SAFE_INTEGER),
  ranges.map((range) => range.from),
  ranges.map((range) => range.to),
];

const RANGES = `unnest($1::text[], $2::uuid[], $3::int8[], $4::int8[], $5::timestamptz[], $6::timestamptz[])
  AS r(key, portfolio_id, from_seq, to_seq, from_at, to_at)`;

/**
 * At most `count` strikes per range, evenly spaced in time, the newest included: `count` look-ups in the index, however
 * long the range is. A strike that is the newest at several of the times appears once.
 * @param exactPeaks also look at the strikes between the points of the first day; without it their `dayPeak` may include
 * the time before the range.
 */
export async function readNavPoints(
  tx: Tx,
  ranges: readonly NavRange[],
  count: number,
  exactPeaks = false,
): Promise<Map<string, NavPoint[]>> {
  const points = new Map<string, NavPoint[]>(ranges.map(({ key }) => [key, []]));
  if (ranges.length === 0) return points;
  const { rows } = await tx.$client.query<
    Record<'key' | 'seq' | 'nav' | 'peak' | 'day_peak', string> & { at: Date }
  >({
    name: 'read-nav-points',
    text: `
      SELECT DISTINCT ON (r.key, n.seq) r.key, n.at, n.seq, n.nav, n.peak,
        CASE WHEN $8 AND n.at <= date_trunc('day', r.from_at, 'UTC') + interval '24 hours' THEN
          (SELECT max(nav) FROM bot_nav
           WHERE portfolio_id = r.portfolio_id AND seq > r.from_seq AND seq <= n.seq)
        ELSE n.day_peak END AS day_peak
      FROM ${RANGES}
      CROSS JOIN generate_series(1, $7::int) AS step
      CROSS JOIN LATERAL (
        SELECT at, seq, nav, peak, day_peak FROM bot_nav
        WHERE portfolio_id = r.portfolio_id AND at <= r.from_at + (r.to_at - r.from_at) * step / $7
        ORDER BY at DESC LIMIT 1
      ) n
      WHERE n.seq > r.from_seq AND n.seq <= r.to_seq
      ORDER BY r.key, n.seq`,
    values: [...rangeColumns(ranges), count, exactPeaks],
  });
  for (const row of rows) {
    points.get(row.key)?.push({
      at: row.at,
      seq: Number(row.seq),
      nav: fixed12FromText(row.nav),
      peak: fixed12FromText(row.peak),
      dayPeak: fixed12FromText(row.day_peak),
    });
  }
  return points;
}

/**
 * Each range as one segment for the rest of its first UTC day and one per later day, from the running figures of the
 * day's last strike: a year costs some hundred look-ups, not half a million rows.
 */
export async function readNavSegments(
  tx: Tx,
  ranges: readonly NavRange[],
): Promise<Map<string, NavSegment[]>> {
  const segments = new Map<string, NavSegment[]>(ranges.map(({ key }) => [key, []]));
  if (ranges.length === 0) return segments;
  const { rows } = await tx.$client.query<{
    key: string;
    at: Date;
    peak: string;
    low: string;
    drawdown: number;
  }>({
    name: 'read-nav-segments',
    text: `
      SELECT r.key, s.at, s.peak, s.low, s.drawdown
      FROM ${RANGES}
      CROSS JOIN LATERAL (SELECT date_trunc('day', r.from_at, 'UTC') + interval '24 hours' AS midnight) first
      CROSS JOIN LATERAL (
        SELECT max(at) AS at, max(nav) AS peak, min(nav) AS low,
               coalesce(min(nav / nullif(running, 0) - 1), 0)::float8 AS drawdown
        -- Bounded by time on both sides, or the index of numbers would be read to its end. The first strike of a range
        -- may be a moment older than the range: a start is marked on positions that are struck a little later.
        FROM (SELECT at, nav, max(nav) OVER (ORDER BY at) AS running FROM bot_nav
              WHERE portfolio_id = r.portfolio_id AND at > r.from_at - interval '1 hour' AND at <= first.midnight
                AND seq > r.from_seq AND seq <= r.to_seq) first_day
        HAVING count(*) > 0
        UNION ALL
        SELECT d.at, d.day_peak, d.day_low, d.day_drawdown
        FROM generate_series(first.midnight, r.to_at, interval '24 hours') AS day(begins)
        CROSS JOIN LATERAL (
          SELECT at, day_peak, day_low, day_drawdown FROM bot_nav
          WHERE portfolio_id = r.portfolio_id AND at > day.begins AND at <= day.begins + interval '24 hours'
            AND seq <= r.to_seq
          ORDER BY at DESC LIMIT 1
        ) d
      ) s
      ORDER BY r.key, s.at`,
    values: rangeColumns(ranges),
  });
  for (const row of rows) {
    segments.get(row.key)?.push({
      at: row.at,
      peak: fixed12FromText(row.peak),
      low: fixed12FromText(row.low),
      drawdown: row.drawdown,
    });
  }
  return segments;
}

/**
 * The NAVs at the ends of the UTC days of a portfolio that have a strike in (`from`, `to`], as backtests value a record; the
 * last day may still run. One look-up per day: without a lower bound in it, which would let PostgreSQL expect many rows.
 */
export async function readDayCloses(tx: Tx, portfolioId: string, from: Date, to: Date): Promise<number[]> {
  const { rows } = await tx.$client.query<{ nav: number }>({
    name: 'read-day-closes',
    text: `
      SELECT n.nav::float8 AS nav
      FROM generate_series(date_trunc('day', $2::timestamptz, 'UTC'), $3::timestamptz, interval '24 hours') AS day(begins)
      CROSS JOIN LATERAL (
        SELECT at, nav FROM bot_nav
        WHERE portfolio_id = $1 AND at <= least(day.begins + interval '24 hours', $3)
        ORDER BY at DESC LIMIT 1
      ) n
      WHERE n.at > greatest(day.begins, $2)
      ORDER BY n.at`,
    values: [portfolioId, from, to],
  });
  return rows.map(({ nav }) => nav);
}

/**
 * Deepest fall from an earlier high over a whole range, a fraction ≤ 0. `start` and `end` are the NAVs at which the
 * range begins and ends, between strikes as a rule.
 */
export function maximumDrawdownOf(start: Fixed12, segments: readonly NavSegment[], end: Fixed12): number {
  let peak = start;
  let deepest = 0;
  for (const segment of segments) {
    deepest = Math.min(deepest, segment.drawdown, drawdownOf(segment.low, peak));
    if (segment.peak > peak) peak = segment.peak;
  }
  return Math.min(deepest, drawdownOf(end, peak));
}

/**
 * The highest NAV from the start of a range up to each of its points, the start included.
 * @param points with exact peaks.
 */
export function peaksAt(
  start: Fixed12,
  segments: readonly NavSegment[],
  points: readonly NavPoint[],
): Fixed12[] {
  let peak = start;
  let next = 0;
  return points.map((point) => {
    for (let segment = segments[next]; segment && segment.at < point.at; segment = segments[++next])
      if (segment.peak > peak) peak = segment.peak;
    if (point.dayPeak > peak) peak = point.dayPeak;
    return peak;
  });
}

export type StrikeRecord = {
  readonly strike: Strike;
  readonly report: { readonly fills: readonly Fill[] };
  readonly protocol: readonly ProtocolDraft[];
  /** Mid prices of what is held after the bar, see `bot_nav`. */
  readonly marks: readonly (number | null)[];
  /** Source of the prices by symbol; absent where the bar does not say. */
  readonly sources?: Readonly<Record<string, string>>;
};

/**
 * Writes bars with their fills, NAV and protocol. Their keys (portfolio, bar, sequence) let each be written once: a
 * second writer of the same bar fails with a unique violation and changes nothing.
 */
export async function writeStrikes(
  tx: Tx,
  portfolioId: string,
  records: readonly StrikeRecord[],
): Promise<void> {
  const fills = records.flatMap(({ strike, report }) =>
    report.fills.map((fill, sequence) => fillRow(portfolioId, strike, fill, sequence)),
  );
  const lines = records.flatMap(({ strike, protocol }) =>
    protocol.map((draft, sequence) => protocolRow(portfolioId, strike, draft, sequence)),
  );
  await Promise.all([
    tx.insert(botNav).values(records.map((record) => strikeRow(portfolioId, record))),
    ...(fills.length > 0 ? [tx.insert(botFills).values(fills)] : []),
    ...(lines.length > 0 ? [tx.insert(botProtocol).values(lines)] : []),
  ]);
}

export function strikeRow(portfolioId: string, record: StrikeRecord): typeof botNav.$inferInsert {
  const { figures, at, ...running } = record.strike;
  return {
    portfolioId,
    at: new Date(at),
    ...running,
    ...figures,
    marks: [...record.marks],
    priceSources: record.sources ? [...new Set(Object.values(record.sources))].sort().join(',') : null,
  };
}

export function fillRow(
  portfolioId: string,
  strike: Strike,
  fill: Fill,
  sequence: number,
): typeof botFills.$inferInsert {
  return {
    portfolioId,
    barAt: new Date(strike.at),
    navSeq: strike.seq,
    sequence,
    filledAt: new Date(fill.time),
    symbol: fill.symbol,
    side: fill.units > 0 ? 'buy' : 'sell',
    quantity: Math.abs(fill.units),
    price: fill.fillPrice,
    midPrice: fill.midPrice,
    fee: fill.fee,
    spread: fill.spread,
    slippage: fill.slippage,
    financing: fill.financing,
    realised: fill.grossRealised,
    unitsAfter: fill.unitsAfter,
    reason: fill.reason,
    decision: fill.decision,
    phase: strike.phase,
  };
}

export function protocolRow(
  portfolioId: string,
  strike: Pick<Strike, 'at' | 'phase'>,
  draft: ProtocolDraft,
  sequence: number,
): typeof botProtocol.$inferInsert {
  return {
    portfolioId,
    barAt: new Date(strike.at),
    sequence,
    at: new Date(draft.at),
    kind: draft.kind,
    symbol: draft.symbol,
    title: draft.title,
    text: draft.text,
    until: draft.until === null ? null : new Date(draft.until),
    data: draft.data,
    phase: strike.phase,
  };
}

/** A portfolio at the prices of one tick. */
export type NavTick = {
  readonly portfolioId: string;
  readonly navSeq: number;
  /** ms UTC. */
  readonly at: number;
  readonly nav: Fixed12;
  readonly figures: NavFigures;
  readonly exposure: number;
  /** See `bot_ticks`. */
  readonly stale: readonly string[];
  readonly filled: Readonly<Record<string, number>>;
};

const UPSERT = `
  INSERT INTO bot_ticks AS known (portfolio_id, nav_seq, at, nav, figures, exposure, stale, filled)
  SELECT new.portfolio_id, new.nav_seq, to_timestamp(new.time_ms / 1000), new.nav, new.figures, new.exposure,
         string_to_array(new.stale, ','), new.filled
  FROM unnest($1::uuid[], $2::int8[], $3::float8[], $4::numeric[], $5::jsonb[], $6::float8[], $7::text[],
              $8::jsonb[])
    AS new(portfolio_id, nav_seq, time_ms, nav, figures, exposure, stale, filled)`;

// A tick that was overtaken, by a later one or by a strike that changed the positions, changes nothing.
const NEWER = `
  ON CONFLICT (portfolio_id) DO UPDATE SET
    nav_seq = excluded.nav_seq, at = excluded.at, nav = excluded.nav, figures = excluded.figures,
    exposure = excluded.exposure, stale = excluded.stale, filled = excluded.filled
  WHERE excluded.at >= known.at AND excluded.nav_seq >= known.nav_seq`;

const columnsOf = (ticks: readonly NavTick[]): unknown[] => [
  ticks.map((tick) => tick.portfolioId),
  ticks.map((tick) => tick.navSeq),
  ticks.map((tick) => tick.at),
  ticks.map((tick) => fixed12ToText(tick.nav)),
  ticks.map((tick) => JSON.stringify(tick.figures)),
  ticks.map((tick) => tick.exposure),
  // No symbol has a comma in its name.
  ticks.map((tick) => tick.stale.join(',')),
  ticks.map((tick) => JSON.stringify(tick.filled)),
];

/** Writes ticks inside a transaction that is fenced already. */
export async function writeTicks(tx: Tx, ticks: readonly NavTick[]): Promise<void> {
  if (ticks.length === 0) return;
  await tx.$client.query({ name: 'write-bot-ticks', text: UPSERT + NEWER, values: columnsOf(ticks) });
}

/**
 * Writes the NAVs of one tick for all bots in one statement, which is its own transaction: twice a second, one round
 * trip. The fence is part of it (see `assertEpoch`).
 * @throws LostLeadershipError when `epoch` is not the current one; nothing was written then.
 */
export async function writeFencedTicks(tx: Tx, ticks: readonly NavTick[], epoch: number): Promise<void> {
  const { rows } = await tx.$client.query<{ leads: boolean }>({
    name: 'write-fenced-bot-ticks',
    text: `
      WITH leader AS MATERIALIZED (
        SELECT 1 FROM leadership WHERE name = 'market' AND epoch = $9 FOR SHARE
      ), written AS (${UPSERT}, leader ${NEWER})
      SELECT EXISTS (SELECT FROM leader) AS leads`,
    values: [...columnsOf(ticks), epoch],
  });
  if (rows[0]?.leads !== true) throw new LostLeadershipError(epoch);
}
