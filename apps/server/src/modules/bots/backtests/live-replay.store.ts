import { ENGINE_VERSION } from '@botdepot/trading';
import { and, asc, desc, eq, gt, gte, ne, or } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botNav } from '../bots.schema.ts';
import { type PortfolioRow, strikeOf } from '../portfolio/portfolio.ts';
import { dayOf, type Strike } from '../portfolio/strike.ts';
import { botStateSnapshots } from '../track-record/track-record.schema.ts';
import { doublesOf, packed } from './backtest-data.ts';

/** A live strike as it was recorded; the NAV as its decimal string. Times here are ms UTC. */
export type RecordedStrike = { readonly seq: number; readonly at: number; readonly nav: string };

/** A fill as it was recorded; the quantity is positive. */
export type RecordedFill = {
  readonly navSeq: number;
  readonly time: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
};

/** From the bar that ends at `barAt` on, the symbol was halted by a stale price or no longer. */
type RecordedHalt = { readonly barAt: number; readonly symbol: string; readonly halted: boolean };

/** At the close of the bar that ended at `barAt` an operator's hold was obeyed, or its end. */
type RecordedHold = { readonly barAt: number; readonly held: boolean };

type RecordedNote = { readonly at: number; readonly title: string; readonly text: string };

/** One symbol's minutes, as far as they were known in time; `late` counts those that were added or changed afterwards. */
export type SeenMinutes = {
  readonly symbol: string;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  readonly late: number;
};

export async function findStrike(tx: Tx, portfolioId: string, seq: number): Promise<Strike | null> {
  const [row] = await tx
    .select()
    .from(botNav)
    .where(and(eq(botNav.portfolioId, portfolioId), eq(botNav.seq, seq)));
  return row ? strikeOf(row) : null;
}

/** Strikes with numbers in (after, until], ascending. */
export async function readRecordedStrikes(
  tx: Tx,
  portfolioId: string,
  after: number,
  until: number,
): Promise<RecordedStrike[]> {
  const { rows } = await tx.$client.query<{ seq: string; at: Date; nav: string }>({
    name: 'read-replayed-strikes',
    text: 'SELECT seq, at, nav FROM bot_nav WHERE portfolio_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq',
    values: [portfolioId, after, until],
  });
  return rows.map(({ seq, at, nav }) => ({ seq: Number(seq), at: at.getTime(), nav }));
}

/** Fills of the strikes in (after, until], in the order in which they were booked. */
export async function readRecordedFills(
  tx: Tx,
  portfolioId: string,
  after: number,
  until: number,
): Promise<RecordedFill[]> {
  type Row = Omit<RecordedFill, 'navSeq' | 'time'> & { nav_seq: string; filled_at: Date };
  const { rows } = await tx.$client.query<Row>({
    name: 'read-replayed-fills',
    text: `SELECT nav_seq, filled_at, symbol, side, quantity, price FROM bot_fills
           WHERE portfolio_id = $1 AND nav_seq > $2 AND nav_seq <= $3 ORDER BY nav_seq, sequence`,
    values: [portfolioId, after, until],
  });
  return rows.map(({ nav_seq, filled_at, ...fill }) => ({
    ...fill,
    navSeq: Number(nav_seq),
    time: filled_at.getTime(),
  }));
}

/** Halts of the bars that ended in (afterMs, untilMs], in their order. */
export async function readRecordedHalts(
  tx: Tx,
  portfolioId: string,
  afterMs: number,
  untilMs: number,
): Promise<RecordedHalt[]> {
  const { rows } = await tx.$client.query<{ bar_at: Date; symbol: string; halted: boolean }>({
    name: 'read-replayed-halts',
    text: `SELECT bar_at, symbol, data->>'until' IS NULL AS halted FROM bot_protocol
           WHERE portfolio_id = $1 AND bar_at > $2 AND bar_at <= $3
             AND kind = 'protection' AND data->>'kind' = 'stale-price'
           ORDER BY bar_at, sequence`,
    values: [portfolioId, new Date(afterMs), new Date(untilMs)],
  });
  return rows.map(({ bar_at, symbol, halted }) => ({ barAt: bar_at.getTime(), symbol, halted }));
}

/** Holds that began or ended with the bars that ended in (afterMs, untilMs]: at most one per bar. */
export async function readRecordedHolds(
  tx: Tx,
  portfolioId: string,
  afterMs: number,
  untilMs: number,
): Promise<RecordedHold[]> {
  const { rows } = await tx.$client.query<{ bar_at: Date; held: boolean }>({
    name: 'read-replayed-holds',
    text: `SELECT bar_at, data->>'until' IS NULL AS held FROM bot_protocol
           WHERE portfolio_id = $1 AND bar_at > $2 AND bar_at <= $3
             AND kind = 'protection' AND data->>'kind' = 'operator-pause'`,
    values: [portfolioId, new Date(afterMs), new Date(untilMs)],
  });
  return rows.map(({ bar_at, held }) => ({ barAt: bar_at.getTime(), held }));
}

/**
 * What the protocol says about circumstances of the bars that ended after `afterMs`: gaps, other versions, other sources,
 * stale prices, an operator's hold. The newest `limit`, ascending.
 */
export async function readNotes(
  tx: Tx,
  portfolioId: string,
  afterMs: number,
  limit: number,
): Promise<RecordedNote[]> {
  const { rows } = await tx.$client.query<{ at: Date; title: string; text: string }>({
    name: 'read-replay-notes',
    text: `SELECT at, title, text FROM bot_protocol
           WHERE portfolio_id = $1 AND bar_at > $2 AND (
             kind = 'gap' OR (kind = 'start' AND data ? 'from')
             OR (kind = 'protection' AND (data->>'kind' IN ('stale-price', 'operator-pause') OR data ? 'changes')))
           ORDER BY bar_at DESC, sequence DESC LIMIT $3`,
    values: [portfolioId, new Date(afterMs), limit],
  });
  return rows.map(({ at, ...words }) => ({ at: at.getTime(), ...words })).reverse();
}

/** The minutes of [fromMs, toMs) that live trading had; symbols without any are absent. */
export async function readSeenMinutes(
  tx: Tx,
  sources: readonly { symbol: string; source: string }[],
  fromMs: number,
  toMs: number,
): Promise<SeenMinutes[]> {
  type Column = 'time' | 'open' | 'high' | 'low' | 'close' | 'volume';
  const { rows } = await tx.$client.query<Record<Column, Buffer | null> & { symbol: string; late: number }>({
    name: 'read-seen-minutes',
    text: `
      SELECT symbol, ${(['time', 'open', 'high', 'low', 'close', 'volume'] as const)
        .map((column) => packed(column, 'revision = 1'))
        .join(', ')}, count(*) FILTER (WHERE revision > 1)::int AS late
      FROM (
        SELECT candle.symbol, revision, extract(epoch FROM candle.time)::float8 * 1000 AS time,
               open, high, low, close, volume
        FROM unnest($1::text[], $2::text[]) AS wanted (symbol, source)
        JOIN market_candles AS candle USING (symbol, source)
        WHERE interval = '1m' AND candle.time >= to_timestamp($3::float8 / 1000)
          AND candle.time < to_timestamp($4::float8 / 1000)
      ) AS candles
      GROUP BY symbol`,
    values: [sources.map(({ symbol }) => symbol), sources.map(({ source }) => source), fromMs, toMs],
  });
  return rows.map(({ symbol, late, time, open, high, low, close, volume }) => ({
    symbol,
    late,
    time: doublesOf(time),
    open: doublesOf(open),
    high: doublesOf(high),
    low: doublesOf(low),
    close: doublesOf(close),
    volume: doublesOf(volume),
  }));
}

export type StateSnapshot = typeof botStateSnapshots.$inferSelect;

/**
 * Keeps the state that a live bar is about to be traded from, where a replay may begin (see `bot_state_snapshots`). In the
 * transaction that writes the bar; nothing for the bars between.
 *
 * @param row as it is before the bar. @param before its last strike, null before the first bar.
 * @param bar the first strike to be written, the version that trades it, and whether a new record begins with it.
 */
export async function keepState(
  tx: Tx,
  row: PortfolioRow,
  before: Strike | null,
  bar: { strike: Strike; strategyVersion: string; isNewRecord: boolean },
): Promise<void> {
  const { strike, strategyVersion, isNewRecord } = bar;
  if (strike.phase !== 'live') return;
  const isDue =
    isNewRecord ||
    before === null ||
    before.phase !== 'live' ||
    dayOf(before.at) !== dayOf(strike.at) ||
    row.strategyVersion !== strategyVersion ||
    row.engineVersion !== ENGINE_VERSION;
  if (!isDue) return;
  await tx.insert(botStateSnapshots).values({
    portfolioId: row.id,
    navSeq: before?.seq ?? 0,
    nextBarAt: new Date(strike.at - strike.barMs),
    strategyVersion,
    engineVersion: ENGINE_VERSION,
    state: row.state,
    sources: row.sources,
  });
}

/**
 * The oldest snapshot from which everything up to now was traded by the present versions and whose next bar is not older
 * than `oldest`. Undefined when there is none.
 */
export async function findReplayStart(
  tx: Tx,
  of: { portfolioId: string; strategyVersion: string; oldest: Date },
): Promise<StateSnapshot | undefined> {
  const { portfolioId, strategyVersion, oldest } = of;
  const ofPortfolio = eq(botStateSnapshots.portfolioId, portfolioId);
  const [other] = await tx
    .select({ navSeq: botStateSnapshots.navSeq })
    .from(botStateSnapshots)
    .where(
      and(
        ofPortfolio,
        or(
          ne(botStateSnapshots.strategyVersion, strategyVersion),
          ne(botStateSnapshots.engineVersion, ENGINE_VERSION),
        ),
      ),
    )
    .orderBy(desc(botStateSnapshots.navSeq))
    .limit(1);
  const [found] = await tx
    .select()
    .from(botStateSnapshots)
    .where(
      and(
        ofPortfolio,
        gte(botStateSnapshots.nextBarAt, oldest),
        other && gt(botStateSnapshots.navSeq, other.navSeq),
      ),
    )
    .orderBy(asc(botStateSnapshots.navSeq))
    .limit(1);
  return found;
}
