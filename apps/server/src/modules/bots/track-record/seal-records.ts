import { genesisHash, nextHash, type TrackRecordEntry } from '@botdepot/trading';
import type { Logger } from 'pino';
import { type Database, isPassing, type Tx } from '../../../platform/database.ts';
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
  readClosings,
  readOpenings,
  type StrikeRange,
  type Unnumbered,
} from './read-entries.ts';
import { listDueBots, type RecordedBot, recordNameOf } from './recorded-bots.ts';
import { numberedLine } from './sealed-line.ts';

/** A record that is due, with what its seal has to name. */
type Due = {
  readonly portfolioId: string;
  readonly navSeq: number;
  readonly entry: Unnumbered<TrackRecordEntry>;
};

type Kind = TrackRecordEntry['kind'];

/** The newest link of a chain. */
type Link = {
  readonly position: number;
  readonly hash: Buffer;
  readonly series: number;
  readonly kind: Kind;
  readonly navSeq: number;
};

/**
 * Adds what bots did since their last seals to their chains, at most `limit` records of each; a few statements, however many bots
 * they are. The caller's transaction has checked the leader's epoch; the rows of the chains are locked, so two sealers of one bot
 * can only follow one another.
 *
 * No row can appear below a sealed one. A strike is written with its fills and its protocol in one transaction
 * (`commitBars`, `writeOwnStrikes`), under the bot's exclusive lock, and only when the number before it is the last committed one; so the
 * numbers are committed in their order, whatever a leader that lost its place still has under way: its strike either is
 * there with everything that belongs to it, or its number is still free and the primary key lets only one writer have it.
 * Here only numbers that follow one another without a gap are sealed. That is a stronger order than that of transaction
 * ids, in which a lower one may commit later.
 *
 * @returns those of which `limit` records were sealed, so that more may be due.
 */
async function sealRecords(
  tx: Tx,
  input: { bots: readonly RecordedBot[]; now: Date; limit: number },
): Promise<RecordedBot[]> {
  const { bots, now, limit } = input;
  const last = await lockLastLinks(tx, bots);
  const due = await listDue(tx, bots, last, limit);
  const seals: (Due & { botId: string; position: number; hash: Buffer })[] = [];
  const ends: typeof seals = [];
  for (const bot of bots) {
    let position = last.get(bot.id)?.position ?? 0;
    let hash = last.get(bot.id)?.hash ?? genesisHash(recordNameOf(bot));
    for (const record of due.get(bot.id) ?? []) {
      position += 1;
      hash = nextHash(hash, numberedLine(record.entry, position));
      seals.push({ ...record, botId: bot.id, position, hash });
    }
    const end = seals.at(-1);
    if (end?.botId === bot.id) ends.push(end);
  }
  if (seals.length === 0) return [];
  const columns = (of: typeof seals) => [
    of.map(({ botId }) => botId),
    of.map(({ position }) => position),
    of.map(({ entry }) => entry.kind),
    of.map(({ portfolioId }) => portfolioId),
    of.map(({ navSeq }) => navSeq),
    of.map(({ hash }) => hash),
    now,
  ];
  const NAMES = 'bot_id, position, kind, portfolio_id, nav_seq, hash';
  const ROWS = `(${NAMES}, sealed_at) SELECT ${NAMES}, $7
    FROM unnest($1::uuid[], $2::int8[], $3::text[], $4::uuid[], $5::int8[], $6::bytea[]) AS s(${NAMES})`;
  await Promise.all([
    tx.$client.query({
      name: 'insert-seals',
      text: `INSERT INTO track_record_seals ${ROWS}`,
      values: columns(seals),
    }),
    tx.$client.query({
      name: 'move-chains',
      text: `INSERT INTO track_record_chains ${ROWS}
             ON CONFLICT (bot_id) DO UPDATE SET position = excluded.position, kind = excluded.kind, hash = excluded.hash,
               portfolio_id = excluded.portfolio_id, nav_seq = excluded.nav_seq, sealed_at = excluded.sealed_at`,
      values: columns(ends),
    }),
  ]);
  return bots.filter(({ id }) => due.get(id)?.length === limit);
}

async function lockLastLinks(tx: Tx, bots: readonly RecordedBot[]): Promise<Map<string, Link>> {
  const ids = bots.map(({ id }) => id);
  // A statement of its own: what waited for the lock must see what the holder of it has written, in every table.
  const locking = tx.$client.query({
    name: 'lock-chains',
    text: 'SELECT FROM track_record_chains WHERE bot_id = ANY ($1::uuid[]) ORDER BY bot_id FOR UPDATE',
    values: [ids],
  });
  const reading = tx.$client.query<{
    bot_id: string;
    position: string;
    hash: Buffer;
    series: number;
    kind: Kind;
    nav_seq: string;
  }>({
    name: 'read-last-links',
    text: `SELECT c.bot_id, c.position, c.hash, c.kind, c.nav_seq, p.series FROM track_record_chains c
           JOIN bot_portfolios p ON p.id = c.portfolio_id WHERE c.bot_id = ANY ($1::uuid[])`,
    values: [ids],
  });
  const [, { rows }] = await Promise.all([locking, reading]);
  return new Map(
    rows.map(({ bot_id, position, nav_seq, ...row }) => [
      bot_id,
      { ...row, position: Number(position), navSeq: Number(nav_seq) },
    ]),
  );
}

/** What is to be sealed next, in the order of the chain. Bars come with the numbers of their strikes. */
type Piece =
  | { readonly kind: 'open'; readonly portfolio: RecordedPortfolio; readonly before: number }
  | ({ readonly kind: 'bar' } & StrikeRange)
  | { readonly kind: 'close'; readonly portfolio: RecordedPortfolio };

/** By bot, in the order of the chain. */
async function listDue(
  tx: Tx,
  bots: readonly RecordedBot[],
  last: ReadonlyMap<string, Link>,
  limit: number,
): Promise<Map<string, Due[]>> {
  // The portfolios are read first: what closed before that has all its strikes committed.
  const portfolios = await listRecordedPortfolios(
    tx,
    bots.map(({ id }) => ({ botId: id, fromSeries: last.get(id)?.series ?? 0 })),
  );
  const begun = [...portfolios].flatMap(([botId, of]) =>
    of.filter(({ series }) => series !== last.get(botId)?.series).map(({ id }) => id),
  );
  const firsts = await findFirstRecorded(tx, begun);
  const plans = bots.map(({ id }) => planOf(portfolios.get(id) ?? [], last.get(id), firsts, limit));
  const pieces = plans.flat();
  const read = new Map<Piece, readonly (Unnumbered<TrackRecordEntry> | undefined)[]>();
  const opens = pieces.filter((piece) => piece.kind === 'open');
  const bars = pieces.filter((piece) => piece.kind === 'bar');
  const closes = pieces.filter((piece) => piece.kind === 'close');
  const openings = await readOpenings(tx, opens);
  const stretches = await readBars(tx, bars);
  const closings = await readClosings(
    tx,
    closes.map(({ portfolio }) => portfolio),
  );
  for (const [index, piece] of opens.entries()) read.set(piece, [found(openings[index])]);
  for (const [index, piece] of bars.entries()) read.set(piece, stretches[index] ?? []);
  for (const [index, piece] of closes.entries()) read.set(piece, [found(closings[index])]);
  return new Map(
    bots.map(({ id }, index) => [id, plans[index]!.length === 0 ? [] : dueOf(plans[index]!, read)]),
  );
}

/** At most `limit` records of one bot. */
function planOf(
  portfolios: readonly RecordedPortfolio[],
  last: Link | undefined,
  firsts: ReadonlyMap<string, number>,
  limit: number,
): Piece[] {
  const pieces: Piece[] = [];
  let room = limit;
  for (const portfolio of portfolios) {
    const { id, series, navSeq, closedAt } = portfolio;
    const isCurrent = last?.series === series;
    if (isCurrent && last.kind === 'close') continue;
    const first = firsts.get(id);
    let sealed = isCurrent ? last.navSeq : 0;
    if (!isCurrent) {
      // Closed before it ever went live: all of it was the demo's history.
      if (first === undefined && closedAt !== null) continue;
      if (first === undefined || room === 0) break;
      sealed = first - 1;
      pieces.push({ kind: 'open', portfolio, before: sealed });
      room -= 1;
    }
    const to = Math.min(navSeq, sealed + room);
    if (to > sealed) pieces.push({ kind: 'bar', portfolio, from: sealed + 1, to });
    room -= to - sealed;
    if (closedAt === null || to < navSeq || room === 0) break;
    pieces.push({ kind: 'close', portfolio });
    room -= 1;
  }
  return pieces;
}

/** The records of a plan, up to the first hole in the numbers of its strikes. */
function dueOf(
  plan: readonly Piece[],
  read: ReadonlyMap<Piece, readonly (Unnumbered<TrackRecordEntry> | undefined)[]>,
): Due[] {
  const due: Due[] = [];
  for (const piece of plan) {
    const entries = read.get(piece) ?? [];
    for (const entry of entries)
      if (entry) due.push({ portfolioId: piece.portfolio.id, navSeq: entry.strike, entry });
    if (piece.kind === 'bar' && entries.length <= piece.to - piece.from) break;
  }
  return due;
}

/** Nothing is sealed over a hole. */
function found<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('a strike that was committed is missing');
  return entry;
}

/** Records per transaction: some tens of milliseconds, whatever there is to catch up with. */
const RECORDS_AT_ONCE = 500;
/** Own bots per transaction: after a full hour each of a thousand has one record to seal. */
const BOTS_AT_ONCE = 250;

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
 * own, one for each bot of the house and one for some hundred own bots. It holds no lock that a bar, a start or a stop waits for, so
 * neither the feed nor money ever does. Every bot is sealed, those that no longer run or whose owners are gone included. What fails is
 * tried again a minute later and holds up no other bot; nothing is lost by that, the records wait unsealed.
 */
export function createTrackRecordSealer(deps: {
  database: Database;
  feed: Pick<MarketFeed, 'onMinuteClosed'>;
  clock: Clock;
  log: Logger;
  recordsAtOnce?: number;
}): TrackRecordSealer {
  const { database, feed, clock, log, recordsAtOnce = RECORDS_AT_ONCE } = deps;
  let release: () => void = () => undefined;

  async function sealAll(bots: readonly RecordedBot[], term: LeaderTerm): Promise<void> {
    const limit = Math.max(1, Math.floor(recordsAtOnce / bots.length));
    let left = bots;
    while (left.length > 0 && !term.signal.aborted)
      left = await database.transaction(async (tx) => {
        await assertEpoch(tx, term.epoch);
        return sealRecords(tx, { bots: left, now: clock.now(), limit });
      });
  }

  /** Where it fails for what one of them is, in halves. @returns what failed. */
  async function sealEach(bots: readonly RecordedBot[], term: LeaderTerm): Promise<unknown[]> {
    try {
      await sealAll(bots, term);
      return [];
    } catch (error) {
      if (error instanceof LostLeadershipError || isPassing(error)) throw error;
      if (bots.length === 1) return [error];
      const half = Math.ceil(bots.length / 2);
      return [...(await sealEach(bots.slice(0, half), term)), ...(await sealEach(bots.slice(half), term))];
    }
  }

  const sealing = latestOnly(
    async (term: LeaderTerm) => {
      const due = await listDueBots(database.db);
      const own = due.filter(({ botType }) => botType === null);
      const batches = due.filter(({ botType }) => botType !== null).map((bot) => [bot]);
      for (let from = 0; from < own.length; from += BOTS_AT_ONCE)
        batches.push(own.slice(from, from + BOTS_AT_ONCE));
      const failed: unknown[] = [];
      for (const bots of batches) failed.push(...(await sealEach(bots, term)));
      if (failed.length > 0) throw failed[0];
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
