import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CANDLE_RETENTION_DAYS } from '@botdepot/contract';
import { type Fixed12, fixed12FromText } from '@botdepot/money';
import { type BarEntry, DAY_MS, genesisHash, HOUR_MS, nextHash } from '@botdepot/trading';
import type { Logger } from 'pino';
import { type Database, isPassing, type Tx } from '../../../platform/database.ts';
import { createJob, type Job } from '../../../platform/jobs.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import type { Clock } from '../../../platform/work.ts';
import { dayOf, drawdownOf } from '../portfolio/strike.ts';
import { findMovedDay, unpackLines } from './moved-days.ts';
import { type RecordedBot, recordNameOf } from './recorded-bots.ts';
import type { SealedLine } from './sealed-line.ts';
import { readSealedLines } from './sealed-records.ts';

const pack = promisify(gzip);

/** Replays need minute candles, so strikes need not be finer for longer. */
const KEPT_DAYS = CANDLE_RETENTION_DAYS;
/** Records that are made between two looks at the other work of the process: some milliseconds. */
const RECORDS_AT_ONCE = 100;

/** Sealed bars of one UTC day of a portfolio, with the ends both. */
type Day = {
  readonly portfolioId: string;
  /** UTC days since 1970. */
  readonly day: number;
  readonly firstPosition: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
};

const lastPositionOf = ({ firstPosition, firstSeq, lastSeq }: Day): number =>
  firstPosition + lastSeq - firstSeq;

/**
 * Moves the bars of old days out of their tables, on the leader: what was sealed of a day into one gzipped row of
 * `track_record_days`, and away with its strikes, protocol lines and seals, but for what something refers to or figures need. Each day
 * is a transaction of its own, so it may be killed anywhere. Once a day, in the hour after UTC midnight. A day that is not as it was
 * sealed stays as it is, and the reconciliation finds it.
 */
export function createRecordThinning(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** The running term of this process; null when it does not lead. */
  term: () => LeaderTerm | null;
  keptDays?: number;
}): Job & { thin(signal: AbortSignal): Promise<number> } {
  const { database, clock, log, term, keptDays = KEPT_DAYS } = deps;

  /** @returns how many days were moved. */
  async function thin(stopping: AbortSignal): Promise<number> {
    const current = term();
    if (!current) return 0;
    const signal = AbortSignal.any([stopping, current.signal]);
    // Days of which all strikes are older, the last one at their midnight included.
    const before = Math.floor(clock.now().getTime() / DAY_MS) - keptDays;
    let moved = 0;
    for (const bot of await listWithOldBars(database.db, before)) {
      let after = 0;
      for (;;) {
        if (signal.aborted) return moved;
        const day = await findOldDay(database.db, bot.id, { after, before });
        if (!day) break;
        after = lastPositionOf(day);
        if (await tryDay(bot, day, current)) moved += 1;
      }
    }
    return moved;
  }

  /** What cannot be moved for a reason of its own holds up nothing else. */
  async function tryDay(bot: RecordedBot, day: Day, current: LeaderTerm): Promise<boolean> {
    const where = { bot: recordNameOf(bot), day: isoDay(day.day) };
    try {
      if (await moveDay(bot, day, current)) return true;
      log.error(where, 'a day of a record is not as it was sealed, and stays as it is');
    } catch (error) {
      if (error instanceof LostLeadershipError || isPassing(error)) throw error;
      log.error({ ...where, err: error }, 'a day of a record could not be moved');
    }
    return false;
  }

  async function moveDay(bot: RecordedBot, day: Day, { epoch }: LeaderTerm): Promise<boolean> {
    const hashBefore = await readHashBefore(database.db, bot, day.firstPosition);
    const lines = await readDay(database.db, bot, day);
    const lastHash = hashBefore && chained(hashBefore, lines);
    if (!lastHash || lines.length !== day.lastSeq - day.firstSeq + 1) return false;
    const text = lines.map(({ line }) => `${line}\n`).join('');
    const packed = await pack(text);
    await database.transaction(async (tx) => {
      await assertEpoch(tx, epoch);
      const kept = turningPoints(lines, await listRanges(tx, day));
      const stored = await insertDay(tx, bot, day, { kept, hashBefore, lastHash, lines: packed });
      if ((await unpackLines(stored)) !== text) throw new Error('a moved day cannot be read again');
      await deleteMoved(tx, bot, day);
    });
    return true;
  }

  /** The UTC day for which everything was looked through. */
  let done: number | undefined;
  const job = createJob({
    everyMs: HOUR_MS,
    log,
    failed: 'old records not thinned',
    isExpected: (error) => error instanceof LostLeadershipError,
    run: async (signal) => {
      const today = Math.floor(clock.now().getTime() / DAY_MS);
      const current = term();
      if (!current || today === done) return;
      const days = await thin(signal);
      if (days > 0) log.info({ days }, 'old days of records moved');
      if (!signal.aborted && !current.signal.aborted) done = today;
    },
  });
  return { ...job, thin };
}

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Bots that have bars of days before `before` in their tables, and something newer: the end of a chain is never moved. */
async function listWithOldBars(tx: Tx, before: number): Promise<RecordedBot[]> {
  const { rows } = await tx.$client.query<{
    id: string;
    number: number;
    bot_type: RecordedBot['botType'];
  }>({
    name: 'list-with-old-bars',
    text: `
      SELECT b.id, b.number, b.bot_type FROM track_record_chains c
      JOIN bots b ON b.id = c.bot_id
      CROSS JOIN LATERAL (
        SELECT n.at FROM track_record_seals s JOIN bot_nav n ON n.portfolio_id = s.portfolio_id AND n.seq = s.nav_seq
        WHERE s.bot_id = c.bot_id AND s.kind = 'bar' AND s.position < c.position ORDER BY s.position LIMIT 1) oldest
      WHERE oldest.at <= $1
      ORDER BY b.number`,
    values: [new Date(before * DAY_MS)],
  });
  return rows.map(({ bot_type, ...row }) => ({ ...row, botType: bot_type }));
}

/** The oldest day with bars in their tables after a position and before a day; undefined without any. */
async function findOldDay(
  tx: Tx,
  botId: string,
  { after, before }: { after: number; before: number },
): Promise<Day | undefined> {
  const { rows } = await tx.$client.query<{
    portfolio_id: string;
    at: Date;
    position: string;
    nav_seq: string;
    last_seq: string;
  }>({
    name: 'find-old-day',
    text: `
      SELECT s.portfolio_id, s.at, s.position, s.nav_seq, last.seq AS last_seq
      FROM (SELECT s.position, s.portfolio_id, s.nav_seq, n.at
            FROM track_record_seals s JOIN bot_nav n ON n.portfolio_id = s.portfolio_id AND n.seq = s.nav_seq
            WHERE s.bot_id = $1 AND s.kind = 'bar' AND s.position > $2 ORDER BY s.position LIMIT 1) s
      CROSS JOIN LATERAL (
        SELECT seq FROM bot_nav
        WHERE portfolio_id = s.portfolio_id AND at <= (strike_day(s.at) + 1)::timestamp AT TIME ZONE 'UTC'
        ORDER BY at DESC LIMIT 1) last
      WHERE s.at <= $3 AND s.position + last.seq - s.nav_seq < (SELECT position FROM track_record_chains WHERE bot_id = $1)`,
    values: [botId, after, new Date(before * DAY_MS)],
  });
  const [row] = rows;
  return (
    row && {
      portfolioId: row.portfolio_id,
      day: dayOf(row.at.getTime()),
      firstPosition: Number(row.position),
      firstSeq: Number(row.nav_seq),
      lastSeq: Number(row.last_seq),
    }
  );
}

async function readDay(tx: Tx, bot: RecordedBot, day: Day): Promise<SealedLine[]> {
  const lines: SealedLine[] = [];
  const range = { after: day.firstPosition - 1, upTo: lastPositionOf(day) };
  for await (const some of readSealedLines(tx, bot.id, range, RECORDS_AT_ONCE)) lines.push(...some);
  return lines;
}

/** The hash of the record before one; undefined where that is not known. */
async function readHashBefore(tx: Tx, bot: RecordedBot, position: number): Promise<Buffer | undefined> {
  if (position === 1) return genesisHash(recordNameOf(bot));
  const day = await findMovedDay(tx, bot.id, position - 1);
  if (day?.lastPosition === position - 1) return day.lastHash;
  const { rows } = await tx.$client.query<{ hash: Buffer }>({
    name: 'read-seal',
    text: 'SELECT hash FROM track_record_seals WHERE bot_id = $1 AND position = $2',
    values: [bot.id, position - 1],
  });
  return rows[0]?.hash;
}

/** The last hash; undefined where a line does not fit its own. */
function chained(before: Buffer, lines: readonly SealedLine[]): Buffer | undefined {
  let hash = before;
  for (const sealed of lines) {
    hash = nextHash(hash, sealed.line);
    if (!hash.equals(sealed.hash)) return undefined;
  }
  return hash;
}

/** Strikes after the first number, up to the second or without an end. */
type Range = { readonly after: number; readonly upTo: number | null };

/** What is measured from within this day on, or from a moment before it: investments, and the record itself. */
async function listRanges(tx: Tx, { portfolioId, firstSeq, lastSeq }: Day): Promise<Range[]> {
  const { rows } = await tx.$client.query<{ after: string; up_to: string | null }>({
    name: 'list-measured-ranges',
    text: `SELECT DISTINCT first.nav_seq AS after, CASE WHEN held.units = 0 THEN held.last_seq END AS up_to
           FROM (SELECT DISTINCT investment_id FROM bot_unit_entries
                 WHERE portfolio_id = $1 AND nav_seq BETWEEN $2 AND $3) i
           CROSS JOIN LATERAL (SELECT nav_seq FROM bot_unit_entries
             WHERE investment_id = i.investment_id ORDER BY seq LIMIT 1) first
           CROSS JOIN LATERAL (SELECT sum(units) AS units, max(nav_seq) AS last_seq FROM bot_unit_entries
             WHERE investment_id = i.investment_id) held
           WHERE first.nav_seq BETWEEN $2 AND $3
           UNION SELECT s.nav_seq, NULL FROM bot_portfolios p
             JOIN track_record_seals s ON s.bot_id = p.bot_id AND s.portfolio_id = p.id AND s.kind = 'open' AND s.kind <> 'bar'
             WHERE p.id = $1 AND s.nav_seq BETWEEN $2 AND $3`,
    // A start is marked on positions that are struck a little later, so its first day may be the next one.
    values: [portfolioId, firstSeq - 2, lastSeq - 1],
  });
  return rows.map(({ after, up_to }) => ({
    after: Number(after),
    upTo: up_to === null ? null : Number(up_to),
  }));
}

/**
 * Numbers of the strikes by which the part of each range within the day has the very highest, lowest and deepest fall that all of them
 * have: figures of whatever began within the day stay what they are.
 */
function turningPoints(lines: readonly SealedLine[], ranges: readonly Range[]): number[] {
  if (ranges.length === 0) return [];
  const bars = lines.map(({ line }) => {
    const { strike, nav } = JSON.parse(line) as BarEntry;
    return { strike, nav: fixed12FromText(nav) };
  });
  const kept = new Set<number>();
  for (const { after, upTo } of ranges) {
    const within = bars.filter(({ strike }) => strike > after && (upTo === null || strike <= upTo));
    if (within.length > 0) for (const { strike } of extremesOf(within)) kept.add(strike);
  }
  return [...kept];
}

type Point = { readonly strike: number; readonly nav: Fixed12 };

/** Highest, lowest, and the two ends of the deepest fall. */
function extremesOf(points: readonly Point[]): Point[] {
  let peak = points[0]!;
  let low = peak;
  let fall = { from: peak, to: peak, depth: 0 };
  for (const point of points) {
    if (point.nav > peak.nav) peak = point;
    if (point.nav < low.nav) low = point;
    const depth = drawdownOf(point.nav, peak.nav);
    if (depth < fall.depth) fall = { from: peak, to: point, depth };
  }
  return [peak, low, fall.from, fall.to];
}

/** @returns the lines as they are stored. Which other strikes stay is the trigger's to say. */
async function insertDay(
  tx: Tx,
  bot: RecordedBot,
  day: Day,
  moved: { kept: readonly number[]; hashBefore: Buffer; lastHash: Buffer; lines: Buffer },
): Promise<Buffer> {
  const { rows } = await tx.$client.query<{ lines: Buffer }>({
    name: 'insert-moved-day',
    text: `INSERT INTO track_record_days (portfolio_id, day, bot_id, first_position, last_position, first_seq, last_seq, kept,
             hash_before, last_hash, lines)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING lines`,
    values: [
      day.portfolioId,
      isoDay(day.day),
      bot.id,
      day.firstPosition,
      lastPositionOf(day),
      day.firstSeq,
      day.lastSeq,
      moved.kept,
      moved.hashBefore,
      moved.lastHash,
      moved.lines,
    ],
  });
  return rows[0]!.lines;
}

/** Everything of a moved day that need not stay; its triggers let nothing else go. */
async function deleteMoved(tx: Tx, bot: RecordedBot, day: Day): Promise<void> {
  const { portfolioId, firstSeq, lastSeq, firstPosition } = day;
  const range = [portfolioId, firstSeq, lastSeq];
  const statements = [
    // While all of its strikes are still there.
    {
      name: 'delete-moved-protocol',
      text: `DELETE FROM bot_protocol WHERE portfolio_id = $1
             AND bar_at >= (SELECT at FROM bot_nav WHERE portfolio_id = $1 AND seq = $2)
             AND bar_at <= (SELECT at FROM bot_nav WHERE portfolio_id = $1 AND seq = $3)`,
      values: range,
    },
    {
      name: 'delete-moved-states',
      text: `DELETE FROM bot_state_snapshots s WHERE portfolio_id = $1 AND nav_seq + 1 BETWEEN $2 AND $3
             AND EXISTS (SELECT FROM bot_state_snapshots later
                         WHERE later.portfolio_id = s.portfolio_id AND later.nav_seq > s.nav_seq)`,
      values: range,
    },
    {
      name: 'delete-moved-strikes',
      text: `DELETE FROM bot_nav n USING track_record_days d
             WHERE n.portfolio_id = $1 AND n.seq BETWEEN $2 AND $3
               AND d.portfolio_id = n.portfolio_id AND d.first_seq = $2 AND n.seq <> ALL (d.kept)`,
      values: range,
    },
    {
      name: 'delete-moved-seals',
      text: 'DELETE FROM track_record_seals WHERE bot_id = $1 AND position BETWEEN $2 AND $3',
      values: [bot.id, firstPosition, lastPositionOf(day)],
    },
  ];
  for (const statement of statements) await tx.$client.query(statement);
}
