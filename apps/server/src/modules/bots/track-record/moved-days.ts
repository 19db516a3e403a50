/** Bars of old days as they were moved out of their tables: how they are read, and by what they are still recognised. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type BarEntry, nextHash } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { type RecordedPortfolio, readBars, type StrikeRange, type Unnumbered } from './read-entries.ts';
import { missingLine, numberedLine, type SealedLine } from './sealed-line.ts';

const unpack = promisify(gunzip);

/** A stretch of a chain that was moved. Positions and numbers of strikes with both ends. */
export type MovedDay = {
  readonly portfolioId: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly firstSeq: number;
  /** Numbers of the strikes that stayed, ascending. */
  readonly kept: readonly number[];
  readonly hashBefore: Buffer;
  readonly lastHash: Buffer;
};

/** The first moved day of a chain that ends at `position` or later; undefined where nothing from there on was moved. */
export async function findMovedDay(tx: Tx, botId: string, position: number): Promise<MovedDay | undefined> {
  const { rows } = await tx.$client.query<{
    portfolio_id: string;
    first_position: string;
    last_position: string;
    first_seq: string;
    kept: string[];
    hash_before: Buffer;
    last_hash: Buffer;
  }>({
    name: 'find-moved-day',
    text: `SELECT portfolio_id, first_position, last_position, first_seq, kept, hash_before, last_hash FROM track_record_days
           WHERE bot_id = $1 AND last_position >= $2 ORDER BY last_position LIMIT 1`,
    values: [botId, position],
  });
  const [row] = rows;
  return (
    row && {
      portfolioId: row.portfolio_id,
      firstPosition: Number(row.first_position),
      lastPosition: Number(row.last_position),
      firstSeq: Number(row.first_seq),
      kept: row.kept.map(Number),
      hashBefore: row.hash_before,
      lastHash: row.last_hash,
    }
  );
}

/**
 * The records of a moved day. Their hashes are computed anew but for the last one, so whatever was changed no longer fits. Of a strike that
 * stayed in its table the line is made from there, and of its fills, which all stay; its events are only here.
 */
export async function readMovedLines(
  tx: Tx,
  portfolio: RecordedPortfolio | undefined,
  day: MovedDay,
): Promise<SealedLine[]> {
  const { firstPosition, lastPosition, lastHash } = day;
  const lines = (await readLines(tx, day)) ?? [];
  const remade = portfolio ? await remakeKept(tx, portfolio, day, lines) : new Map<number, string>();
  let hash = day.hashBefore;
  return Array.from({ length: lastPosition - firstPosition + 1 }, (_, place) => {
    const position = firstPosition + place;
    const line = lines[place] ?? missingLine(position);
    hash = position === lastPosition ? lastHash : nextHash(hash, line);
    return { position, hash, line: remade.get(position) ?? line };
  });
}

/** Undefined where they can no longer be unpacked, or are more or fewer than there were. */
async function readLines(tx: Tx, day: MovedDay): Promise<string[] | undefined> {
  const { portfolioId, firstSeq, firstPosition, lastPosition } = day;
  const { rows } = await tx.$client.query<{ lines: Buffer }>({
    name: 'read-moved-lines',
    text: 'SELECT lines FROM track_record_days WHERE portfolio_id = $1 AND first_seq = $2',
    values: [portfolioId, firstSeq],
  });
  const text = rows[0] && (await unpackLines(rows[0].lines).catch(() => undefined));
  const lines = text?.split('\n').slice(0, -1);
  return lines?.length === lastPosition - firstPosition + 1 ? lines : undefined;
}

/** Text of lines, each ended by a line feed. @throws where it is no gzip */
export const unpackLines = async (lines: Buffer): Promise<string> => (await unpack(lines)).toString('utf8');

/** Lines of the strikes that stayed, by position, as the tables say them now. */
async function remakeKept(
  tx: Tx,
  portfolio: RecordedPortfolio,
  { kept, firstPosition, firstSeq }: MovedDay,
  lines: readonly string[],
): Promise<Map<number, string>> {
  const bars = (await readBars(tx, stretchesOf(portfolio, kept))).flat();
  const known = new Map(bars.map((bar) => [bar.strike, bar]));
  return new Map(
    kept.map((seq) => {
      const position = firstPosition + seq - firstSeq;
      const bar = known.get(seq);
      const events = eventsOf(lines[position - firstPosition]);
      const whole: Unnumbered<BarEntry> | undefined = bar && events && { ...bar, events };
      return [position, whole ? numberedLine(whole, position) : missingLine(position)];
    }),
  );
}

function eventsOf(line: string | undefined): BarEntry['events'] | undefined {
  try {
    return (JSON.parse(line ?? '') as BarEntry).events;
  } catch {
    return undefined;
  }
}

/** Numbers that follow one another are read at once. */
function stretchesOf(portfolio: RecordedPortfolio, numbers: readonly number[]): StrikeRange[] {
  const stretches: { portfolio: RecordedPortfolio; from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = stretches.at(-1);
    if (last && last.to + 1 === number) last.to = number;
    else stretches.push({ portfolio, from: number, to: number });
  }
  return stretches;
}
