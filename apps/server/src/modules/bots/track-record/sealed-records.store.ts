import type { BotType } from '@botdepot/contract';
import type { TrackRecordEntry } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import {
  listRecordedPortfolios,
  type RecordedPortfolio,
  readBars,
  readClosing,
  readOpening,
  type Unnumbered,
} from './read-entries.ts';
import { numberedLine } from './seal-records.ts';

/** The end of a bot's chain as the database has it. */
export type SealedHead = {
  readonly position: number;
  readonly hash: Buffer;
  readonly portfolioId: string;
  readonly navSeq: number;
  readonly sealedAt: Date;
};

/** A sealed record as it reads now, with the hash that it was given when it was sealed. */
export type SealedLine = { readonly position: number; readonly hash: Buffer; readonly line: string };

type SealRow = {
  position: string;
  kind: TrackRecordEntry['kind'];
  portfolio_id: string;
  nav_seq: string;
  hash: Buffer;
};

/** The heads of all chains; bots without a seal are absent. */
export async function readHeads(tx: Tx): Promise<Map<BotType, SealedHead>> {
  const { rows } = await tx.$client.query<{
    bot_type: BotType;
    position: string;
    hash: Buffer;
    portfolio_id: string;
    nav_seq: string;
    sealed_at: Date;
  }>({ name: 'read-heads', text: 'SELECT * FROM track_record_chains' });
  return new Map(
    rows.map((row) => [
      row.bot_type,
      {
        position: Number(row.position),
        hash: row.hash,
        portfolioId: row.portfolio_id,
        navSeq: Number(row.nav_seq),
        sealedAt: row.sealed_at,
      },
    ]),
  );
}

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
           JOIN track_record_chains c ON c.bot_type = p.bot_type
           JOIN track_record_seals s ON s.bot_type = p.bot_type AND s.portfolio_id = p.id AND s.kind = 'open'
           WHERE p.id = $1 AND s.kind <> 'bar'`,
    values: [portfolioId],
  });
  const [row] = rows;
  return row ? { afterSeq: Number(row.after_seq), upToSeq: Number(row.up_to_seq) } : null;
}

/**
 * Sealed records in their order, made from the tables as they are now: a row that was changed since no longer fits its hash.
 * Read in pieces by position, each in statements of its own, so neither memory nor a transaction grows with the record; what
 * is sealed is append-only, so the pieces fit together.
 *
 * @param after records after this position … @param upTo … up to this one.
 */
export async function* readSealedLines(
  tx: Tx,
  botType: BotType,
  range: { after: number; upTo: number },
  atOnce = 500,
): AsyncGenerator<SealedLine[]> {
  const portfolios = new Map((await listRecordedPortfolios(tx, botType)).map((row) => [row.id, row]));
  for (let after = range.after; after < range.upTo; after += atOnce) {
    const { rows } = await tx.$client.query<SealRow>({
      name: 'read-seals',
      text: `SELECT position, kind, portfolio_id, nav_seq, hash FROM track_record_seals
             WHERE bot_type = $1 AND position > $2 AND position <= $3 ORDER BY position`,
      values: [botType, after, Math.min(range.upTo, after + atOnce)],
    });
    yield await linesOf(tx, portfolios, rows);
  }
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
      // A row that is gone leaves a place that fits no hash; the reader is told, not spared.
      lines.push({ position: n, hash, line: entry ? numberedLine(entry, n) : `{"n":${n},"missing":true}` });
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
    for (const bar of await readBars(tx, portfolio, navSeq, to)) entries.set(bar.strike, bar);
    return entries;
  }
  const entry =
    first.kind === 'open'
      ? await readOpening(tx, portfolio, navSeq)
      : await readClosing(tx, { ...portfolio, navSeq });
  if (entry) entries.set(navSeq, entry);
  return entries;
}
