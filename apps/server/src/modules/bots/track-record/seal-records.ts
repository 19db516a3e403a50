import { BOT_TYPES, type BotType } from '@botdepot/contract';
import { genesisHash, nextHash, serialiseRecord, type TrackRecordEntry } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../platform/database.ts';
import { isWorthLogging } from '../../../platform/describe-error.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import type { Clock } from '../../../platform/work.ts';
import type { MarketFeed } from '../../markets/index.ts';
import { latestOnly } from '../trading/running-portfolio.ts';
import {
  findFirstRecorded,
  listRecordedPortfolios,
  type RecordedPortfolio,
  readBars,
  readClosing,
  readOpening,
  type Unnumbered,
} from './read-entries.ts';

/** A record that is due, with what its seal has to name. */
type Due = {
  readonly portfolioId: string;
  readonly navSeq: number;
  readonly entry: Unnumbered<TrackRecordEntry>;
};

type Link = {
  readonly position: number;
  readonly hash: Buffer;
  readonly series: number;
  readonly kind: TrackRecordEntry['kind'];
  readonly navSeq: number;
};

/**
 * Adds what a bot did since its last seal to its chain, at most `limit` records. The caller's transaction has checked the
 * leader's epoch; the chain's row is locked, so two sealers of one bot can only follow one another.
 *
 * No row can appear below a sealed one. A strike is written with its fills and its protocol in one transaction
 * (`commitBars`), under the bot's exclusive lock, and only when the number before it is the last committed one; so the
 * numbers are committed in their order, whatever a leader that lost its place still has under way: its strike either is
 * there with everything that belongs to it, or its number is still free and the primary key lets only one writer have it.
 * Here only numbers that follow one another without a gap are sealed. That is a stronger order than that of transaction
 * ids, in which a lower one may commit later.
 *
 * @returns how many records were sealed; fewer than `limit` means that nothing more is due.
 */
async function sealRecords(tx: Tx, input: { botType: BotType; now: Date; limit: number }): Promise<number> {
  const { botType, now, limit } = input;
  const last = await lockLastLink(tx, botType);
  const due = await listDue(tx, botType, last, limit);
  const newest = due.at(-1);
  if (!newest) return 0;
  let position = last?.position ?? 0;
  let hash = last?.hash ?? genesisHash(botType);
  const links = due.map(({ entry, portfolioId, navSeq }) => {
    position += 1;
    hash = nextHash(hash, numberedLine(entry, position));
    return { position, kind: entry.kind, portfolioId, navSeq, hash };
  });
  await Promise.all([
    tx.$client.query({
      name: 'insert-seals',
      text: `INSERT INTO track_record_seals (bot_type, position, kind, portfolio_id, nav_seq, hash, sealed_at)
             SELECT $1, s.position, s.kind, s.portfolio_id, s.nav_seq, s.hash, $7
             FROM unnest($2::int8[], $3::text[], $4::uuid[], $5::int8[], $6::bytea[])
               AS s(position, kind, portfolio_id, nav_seq, hash)`,
      values: [
        botType,
        links.map((link) => link.position),
        links.map((link) => link.kind),
        links.map((link) => link.portfolioId),
        links.map((link) => link.navSeq),
        links.map((link) => link.hash),
        now,
      ],
    }),
    tx.$client.query({
      name: 'move-chain',
      text: `INSERT INTO track_record_chains (bot_type, position, hash, portfolio_id, nav_seq, sealed_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (bot_type) DO UPDATE SET position = excluded.position, hash = excluded.hash,
               portfolio_id = excluded.portfolio_id, nav_seq = excluded.nav_seq, sealed_at = excluded.sealed_at`,
      values: [botType, position, hash, newest.portfolioId, newest.navSeq, now],
    }),
  ]);
  return links.length;
}

/** The line of a record at its place in the chain. */
export const numberedLine = (entry: Unnumbered<TrackRecordEntry>, n: number): string =>
  // The union of the records without their number is spread into the union with it; TypeScript does not follow that.
  serialiseRecord({ ...entry, n } as TrackRecordEntry);

async function lockLastLink(tx: Tx, botType: BotType): Promise<Link | null> {
  // A statement of its own: what waited for the lock must see what the holder of it has written, in every table.
  const locking = tx.$client.query({
    name: 'lock-chain',
    text: 'SELECT FROM track_record_chains WHERE bot_type = $1 FOR UPDATE',
    values: [botType],
  });
  const reading = tx.$client.query<{
    position: string;
    hash: Buffer;
    series: number;
    kind: Link['kind'];
    nav_seq: string;
  }>({
    name: 'read-last-link',
    text: `SELECT c.position, c.hash, c.nav_seq, p.series, s.kind FROM track_record_chains c
           JOIN bot_portfolios p ON p.id = c.portfolio_id
           JOIN track_record_seals s ON s.bot_type = c.bot_type AND s.position = c.position
           WHERE c.bot_type = $1`,
    values: [botType],
  });
  const [, { rows }] = await Promise.all([locking, reading]);
  const [row] = rows;
  if (!row) return null;
  return { ...row, position: Number(row.position), navSeq: Number(row.nav_seq) };
}

async function listDue(tx: Tx, botType: BotType, last: Link | null, limit: number): Promise<Due[]> {
  const due: Due[] = [];
  // The portfolios are read first: what closed before that has all its strikes committed.
  for (const portfolio of await listRecordedPortfolios(tx, botType, last?.series)) {
    const isCurrent = last?.series === portfolio.series;
    if (isCurrent && last.kind === 'close') continue;
    const sealedSeq = isCurrent ? last.navSeq : undefined;
    const isComplete = await addSeries(tx, due, { portfolio, sealedSeq, limit });
    if (!isComplete) break;
  }
  return due;
}

/** Adds the rest of a series. Returns whether it ended within the limit, so that the next one is due. */
async function addSeries(
  tx: Tx,
  due: Due[],
  input: { portfolio: RecordedPortfolio; sealedSeq: number | undefined; limit: number },
): Promise<boolean> {
  const { portfolio, limit } = input;
  const { id: portfolioId, closedAt } = portfolio;
  const isFull = () => due.length >= limit;
  let { sealedSeq } = input;
  if (isFull()) return false;
  if (sealedSeq === undefined) {
    const first = await findFirstRecorded(tx, portfolioId);
    // Closed before it ever went live: all of it was the demo's history.
    if (first === undefined) return closedAt !== null;
    sealedSeq = first - 1;
    due.push({ portfolioId, navSeq: sealedSeq, entry: found(await readOpening(tx, portfolio, sealedSeq)) });
  }
  const bars = await readBars(tx, portfolio, sealedSeq + 1, sealedSeq + limit - due.length);
  for (const entry of bars) due.push({ portfolioId, navSeq: entry.strike, entry });
  if (closedAt === null || isFull() || sealedSeq + bars.length < portfolio.navSeq) return false;
  due.push({ portfolioId, navSeq: portfolio.navSeq, entry: found(await readClosing(tx, portfolio)) });
  return true;
}

/** Nothing is sealed over a hole. */
function found<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('a strike that was committed is missing');
  return entry;
}

/** Records per transaction: some tens of milliseconds, whatever there is to catch up with. */
const RECORDS_AT_ONCE = 500;

export type TrackRecordSealer = {
  /** Follows the feed from now on: whenever this process leads, it seals once a minute. */
  start(): void;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
  /** Lets go of the feed and waits for what is under way. */
  stop(): Promise<void>;
};

/**
 * Seals the bots' records into their chains on the leader: at every closed minute, in the background, in transactions of its
 * own. It holds no lock that a bar, a start or a stop waits for, so neither the feed nor money ever does. Every bot of the
 * catalogue is sealed, those that no longer run included. What fails is tried again a minute later; nothing is lost by that,
 * the records wait unsealed.
 */
export function createTrackRecordSealer(deps: {
  database: Database;
  feed: Pick<MarketFeed, 'onMinuteClosed'>;
  clock: Clock;
  log: Logger;
  recordsAtOnce?: number;
}): TrackRecordSealer {
  const { database, feed, clock, log, recordsAtOnce: limit = RECORDS_AT_ONCE } = deps;
  let release: () => void = () => undefined;

  const sealing = latestOnly(
    async (term: LeaderTerm) => {
      for (const botType of BOT_TYPES) {
        let sealed = limit;
        while (sealed === limit && !term.signal.aborted)
          sealed = await database.transaction(async (tx) => {
            await assertEpoch(tx, term.epoch);
            return sealRecords(tx, { botType, now: clock.now(), limit });
          });
      }
    },
    (error, failures) => {
      if (error instanceof LostLeadershipError) return;
      if (isWorthLogging(failures)) log.warn({ err: error, failures }, 'records not sealed');
    },
  );

  return {
    start() {
      release = feed.onMinuteClosed(async (_, term) => sealing.push(term));
    },
    idle: sealing.idle,
    async stop() {
      release();
      await sealing.idle();
    },
  };
}
