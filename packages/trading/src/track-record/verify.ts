import { z } from 'zod';
import {
  genesisHash,
  nextHash,
  splitDownloadLine,
  TRACK_RECORD_FORMAT,
  TRACK_RECORD_HEAD_FORMAT,
} from './chain.ts';
import { type TrackRecordEntry, trackRecordEntrySchema } from './record.ts';
import { createReplay, type Difference, type ReplayState } from './replay.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const headerSchema = z.strictObject({
  format: z.literal(TRACK_RECORD_FORMAT),
  bot: z.string().regex(/^[a-z0-9-]{1,40}$/),
  genesis: hash,
  position: z.number().int().min(0),
  hash,
});

/** A chain head that somebody kept: what the record was at that position. */
export const keptHeadSchema = z.object({
  format: z.literal(TRACK_RECORD_HEAD_FORMAT),
  bot: z.string(),
  position: z.number().int().min(1),
  hash,
});
export type KeptHead = Pick<z.infer<typeof keptHeadSchema>, 'position' | 'hash'> & { bot?: string };

/** The file is no download of a track record: it is empty, or its first line is no header. */
export class UnreadableRecordError extends Error {
  readonly reason: 'empty' | 'no-header';
  constructor(reason: 'empty' | 'no-header') {
    super(`not a track record: ${reason}`);
    this.name = 'UnreadableRecordError';
    this.reason = reason;
  }
}

/** The first place where a download is not what it claims to be. `record` 0 is the header or the file as a whole. */
export type Deviation = Difference & { readonly record: number };

export type Verdict = {
  readonly bot: string;
  /** Records that are as they should be: all of them, or those before the first deviation. */
  readonly records: number;
  readonly bars: number;
  readonly fills: number;
  readonly series: number;
  /** Last NAV of the record, and hash and position of the last record that is in order. */
  readonly nav: string | null;
  readonly hash: string;
  readonly deviation: Deviation | null;
};

/** A place in a chain up to which it was verified, and all that is needed to go on from there. */
export type Checkpoint = { readonly position: number; readonly hash: Buffer; readonly replay: ReplayState };

export type TrackRecordVerifier = {
  /**
   * Takes the next line, without its line feed. Returns false when a deviation was found and nothing more needs to be read.
   * @throws UnreadableRecordError when the first line is no header.
   */
  take(text: string): boolean;
  /** To be called after the last line. @throws UnreadableRecordError when there was none. */
  finish(): Verdict;
  /** After the last record that is in order. */
  checkpoint(): Checkpoint;
};

/**
 * Verifies a download line by line in memory that does not grow with it: the chain of hashes over the exact bytes, and every
 * figure from the fills alone (`createReplay`). What was changed, dropped, inserted or reordered shows at the first record
 * concerned; a record cut off at its end shows against the header, and a chain that was rewritten as a whole against a head
 * that was kept.
 *
 * @param since a head that was kept earlier: the record must have been exactly this one at its position.
 * @param from goes on from there: the line after the header is the record that follows, and what is counted begins with it, but for
 *   `records`, which is the place in the chain as ever.
 */
export function createTrackRecordVerifier(since?: KeptHead, from?: Checkpoint): TrackRecordVerifier {
  const replay = createReplay(from?.replay);
  let header: z.infer<typeof headerSchema> | undefined;
  let previous: Buffer = Buffer.alloc(0);
  let deviation: Deviation | null = null;
  const counted = { records: from?.position ?? 0, bars: 0, fills: 0, series: 0 };
  let nav: string | null = null;

  function deviates(record: number, field: string, expected: string | number, found: string | number): false {
    deviation = { record, field, expected: String(expected), found: String(found) };
    return false;
  }

  function takeHeader(text: string): boolean {
    const parsed = headerSchema.safeParse(parseJson(text));
    if (!parsed.success) throw new UnreadableRecordError('no-header');
    header = parsed.data;
    previous = genesisHash(header.bot);
    const genesis = previous.toString('hex');
    if (header.genesis !== genesis) return deviates(0, 'genesis', genesis, header.genesis);
    if (since?.bot !== undefined && since.bot !== header.bot)
      return deviates(0, 'bot', since.bot, header.bot);
    if (from) previous = from.hash;
    return true;
  }

  function takeRecord(text: string, last: number): boolean {
    const record = counted.records + 1;
    if (record > last) return deviates(record, 'position', last, record);
    const split = splitDownloadLine(text);
    if (!split) return deviates(record, 'form', '["…",{…}]', text.slice(0, 80));
    const expected = nextHash(previous, split.line);
    if (!expected.equals(split.hash))
      return deviates(record, 'hash', expected.toString('hex'), split.hash.toString('hex'));
    const parsed = trackRecordEntrySchema.safeParse(parseJson(split.line));
    if (!parsed.success) return deviates(record, 'form', 'open | bar | close', split.line.slice(0, 80));
    const entry = parsed.data;
    if (entry.n !== record) return deviates(record, 'n', record, entry.n);
    const wrong = replay.apply(entry);
    if (wrong) {
      deviation = { record, ...wrong };
      return false;
    }
    if (since?.position === record && since.hash !== split.hash.toString('hex'))
      return deviates(record, 'since', since.hash, split.hash.toString('hex'));
    previous = split.hash;
    count(entry);
    return true;
  }

  function count(entry: TrackRecordEntry): void {
    counted.records += 1;
    if (entry.kind === 'open') counted.series += 1;
    if (entry.kind !== 'bar') return;
    counted.bars += 1;
    counted.fills += entry.fills.length;
    nav = entry.nav;
  }

  return {
    take(text) {
      if (deviation) return false;
      return header ? takeRecord(text, header.position) : takeHeader(text);
    },
    finish() {
      if (!header) throw new UnreadableRecordError('empty');
      const reached = previous.toString('hex');
      if (!deviation && counted.records !== header.position)
        deviates(counted.records + 1, 'position', header.position, counted.records);
      if (!deviation && reached !== header.hash) deviates(0, 'hash', reached, header.hash);
      if (!deviation && since && since.position > counted.records)
        deviates(0, 'since', `≥ ${since.position}`, counted.records);
      return { bot: header.bot, ...counted, nav, hash: reached, deviation };
    },
    checkpoint: () => ({ position: counted.records, hash: previous, replay: replay.state() }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
