/** Whose records are sealed: the bots of the house, and those of people. */
import type { BotType } from '@botdepot/contract';
import { ownRecordName } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';

/** A bot with a record. `botType` is null for a person's. */
export type RecordedBot = {
  readonly id: string;
  readonly number: number;
  readonly botType: BotType | null;
};

/** What a bot is called in its record and in the beginning of its chain. */
export const recordNameOf = ({ botType, number }: Pick<RecordedBot, 'botType' | 'number'>): string =>
  botType ?? ownRecordName(number);

/**
 * Bots that have done something since their newest seal, in the order of their numbers. One look at the rows of portfolios and
 * chains: what has nothing to seal costs nothing beyond it.
 */
export async function listDueBots(tx: Tx): Promise<RecordedBot[]> {
  const { rows } = await tx.$client.query<{ id: string; number: number; bot_type: BotType | null }>({
    name: 'list-due-bots',
    text: `
      WITH due AS MATERIALIZED (
        SELECT p.id, p.bot_id, p.nav_seq FROM bot_portfolios p
        LEFT JOIN track_record_chains c ON c.bot_id = p.bot_id
        LEFT JOIN bot_portfolios sealed ON sealed.id = c.portfolio_id
        WHERE c.bot_id IS NULL OR p.series > sealed.series
          OR (p.id = c.portfolio_id AND c.kind <> 'close' AND (p.nav_seq > c.nav_seq OR p.closed_at IS NOT NULL)))
      SELECT id, number, bot_type FROM bots b
      -- What is no more than the demo's history, or from before prices were recorded, is no record.
      WHERE EXISTS (SELECT FROM due JOIN bot_nav n ON n.portfolio_id = due.id AND n.seq = due.nav_seq
        WHERE due.bot_id = b.id AND n.phase = 'live' AND n.marks IS NOT NULL)
      ORDER BY number`,
  });
  return rows.map(({ bot_type, ...row }) => ({ ...row, botType: bot_type }));
}

/** The end of a bot's chain as the database has it. */
export type SealedHead = {
  readonly bot: RecordedBot;
  readonly position: number;
  readonly hash: Buffer;
  readonly portfolioId: string;
  readonly navSeq: number;
  readonly sealedAt: Date;
};

type HeadRow = {
  id: string;
  number: number;
  bot_type: BotType | null;
  position: string;
  hash: Buffer;
  portfolio_id: string;
  nav_seq: string;
  sealed_at: Date;
};

const HEADS = `SELECT b.id, b.number, b.bot_type, c.position, c.hash, c.portfolio_id, c.nav_seq, c.sealed_at
  FROM track_record_chains c JOIN bots b ON b.id = c.bot_id`;

/** The heads of chains by their bots' names in their records, in the order of their numbers; bots without a seal are absent. */
export async function readHeads(tx: Tx, whose: 'house' | 'all' = 'all'): Promise<Map<string, SealedHead>> {
  const { rows } = await tx.$client.query<HeadRow>({
    name: `read-heads-${whose}`,
    text: `${HEADS} ${whose === 'house' ? 'WHERE b.bot_type IS NOT NULL' : ''} ORDER BY b.number`,
  });
  return new Map(rows.map(headOf).map((head) => [recordNameOf(head.bot), head]));
}

/** The head of one bot's chain; undefined before its first seal. */
export async function findHead(tx: Tx, botId: string): Promise<SealedHead | undefined> {
  const { rows } = await tx.$client.query<HeadRow>({
    name: 'find-head',
    text: `${HEADS} WHERE c.bot_id = $1`,
    values: [botId],
  });
  return rows[0] && headOf(rows[0]);
}

const headOf = (row: HeadRow): SealedHead => ({
  bot: { id: row.id, number: row.number, botType: row.bot_type },
  position: Number(row.position),
  hash: row.hash,
  portfolioId: row.portfolio_id,
  navSeq: Number(row.nav_seq),
  sealedAt: row.sealed_at,
});

/**
 * The newest seal that each own bot had of a UTC day, of those that were struck within it, in the order of their numbers. The same
 * whether the day has been moved to `track_record_days` or not.
 */
export async function listDaySeals(
  tx: Tx,
  day: string,
): Promise<{ name: string; position: number; hash: Buffer }[]> {
  const { rows } = await tx.$client.query<{ number: number; position: string; hash: Buffer }>({
    name: 'list-day-seals',
    text: `
      SELECT DISTINCT ON (b.number) b.number,
        coalesce(moved.last_position, sealed.position) AS position, coalesce(moved.last_hash, sealed.hash) AS hash
      FROM (SELECT $1::date AS day, $1::timestamp AT TIME ZONE 'UTC' AS begins,
              ($1::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends) asked
      JOIN bot_portfolios p ON p.bot_type IS NULL AND p.started_at < ends AND coalesce(p.closed_at >= begins, true)
      JOIN bots b ON b.id = p.bot_id
      CROSS JOIN LATERAL (
        SELECT seq FROM bot_nav WHERE portfolio_id = p.id AND at > begins AND at <= ends ORDER BY at DESC LIMIT 1) struck
      LEFT JOIN track_record_days moved ON moved.portfolio_id = p.id AND moved.day = asked.day
      LEFT JOIN LATERAL (
        -- Bars follow the opening of their series one by one, in the chain as in the strikes.
        SELECT bar.position, bar.hash FROM track_record_seals opening
        JOIN track_record_seals bar ON bar.bot_id = opening.bot_id
          AND bar.position = opening.position + struck.seq - opening.nav_seq
        WHERE opening.bot_id = p.bot_id AND opening.portfolio_id = p.id AND opening.kind = 'open' AND opening.kind <> 'bar'
          AND bar.portfolio_id = p.id AND bar.nav_seq = struck.seq AND bar.kind = 'bar') sealed ON moved.day IS NULL
      WHERE coalesce(moved.last_position, sealed.position) IS NOT NULL
      ORDER BY b.number, p.series DESC`,
    values: [day],
  });
  return rows.map(({ number, position, hash }) => ({
    name: ownRecordName(number),
    position: Number(position),
    hash,
  }));
}

/** How far the seals of each bot reach in time, and how many live strikes wait beyond them. @param botIds by id; without them the house's. */
export async function readSealProgress(
  tx: Tx,
  botIds: readonly string[] | null = null,
): Promise<Map<string, { sealedUntil: Date | null; unsealed: number }>> {
  const { rows } = await tx.$client.query<{
    id: string;
    bot_type: BotType | null;
    sealed_until: Date | null;
    unsealed: string;
  }>({
    name: 'read-seal-progress',
    text: `
      SELECT b.id, b.bot_type,
        (SELECT at FROM bot_nav WHERE portfolio_id = c.portfolio_id AND seq = c.nav_seq) AS sealed_until,
        (SELECT count(*) FROM bot_portfolios p JOIN bot_nav n ON n.portfolio_id = p.id
         WHERE p.bot_id = b.id AND p.series >= coalesce(sealed.series, 0)
           AND n.seq > CASE WHEN p.id = c.portfolio_id THEN c.nav_seq ELSE 0 END
           AND n.phase = 'live' AND n.marks IS NOT NULL) AS unsealed
      FROM bots b
      LEFT JOIN track_record_chains c ON c.bot_id = b.id
      LEFT JOIN bot_portfolios sealed ON sealed.id = c.portfolio_id
      WHERE CASE WHEN $1::uuid[] IS NULL THEN b.bot_type IS NOT NULL ELSE b.id = ANY ($1) END`,
    values: [botIds],
  });
  return new Map(
    rows.map((row) => [
      row.bot_type ?? row.id,
      { sealedUntil: row.sealed_until, unsealed: Number(row.unsealed) },
    ]),
  );
}
