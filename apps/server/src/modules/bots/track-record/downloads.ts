import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BOT_TYPES, type BotType } from '@botdepot/contract';
import {
  DAY_MS,
  downloadHeader,
  downloadLine,
  genesisHash,
  TRACK_RECORD_HEAD_FORMAT,
} from '@botdepot/trading';
import type { Database } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import { findHead, listDaySeals, readHeads, recordNameOf, type SealedHead } from './recorded-bots.ts';
import { readSealedLines } from './sealed-records.ts';

/** Records per piece of the copy: about a megabyte of text, which is all that is held in memory. */
const RECORDS_AT_ONCE = 2_000;
const CHUNK_BYTES = 64 * 1024;

const compress = promisify(gzip);

export type TrackRecordDownloads = {
  /** The file of that name as an answer; null when there is no such file. */
  serve(name: string): Promise<Response | null>;
  close(): Promise<void>;
};

/** A copy of a bot's sealed records, gzipped piece by piece; `position` and `hash` are those of its last record. */
type Copy = { file: FileHandle; bytes: number; position: number; hash: Buffer };

/**
 * The public downloads of the record. Sealed records never change, so each is read and compressed once per process and kept
 * in a file without a name that only grows; a download is a small header and the file so far. Ever so many downloads cost
 * the database nothing beyond the records that are new, one bot's extension runs once at a time, and memory does not grow
 * with the record. A gzip file may consist of several pieces (RFC 1952, section 2.2).
 */
export function createTrackRecordDownloads({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): TrackRecordDownloads {
  const copies = new Map<BotType, Promise<Copy>>();
  const extending = new Map<BotType, Promise<Copy>>();

  /** The bot's copy with the records sealed by now. Anyone who comes while it is being extended waits for that. */
  function currentCopy(botType: BotType): Promise<Copy> {
    let underWay = extending.get(botType);
    if (!underWay) {
      underWay = extend(botType).finally(() => extending.delete(botType));
      extending.set(botType, underWay);
    }
    return underWay;
  }

  /** A failure leaves the copy as far as it got; the next call goes on from there. */
  async function extend(botType: BotType): Promise<Copy> {
    const opened = copies.get(botType) ?? openCopy(botType);
    copies.set(botType, opened);
    opened.catch(() => copies.delete(botType));
    const copy = await opened;
    const head = (await readHeads(database.db, 'house')).get(botType);
    if (!head || head.position <= copy.position) return copy;
    for await (const { piece, last } of packedRecords(database, head, copy.position)) {
      await writeWhole(copy.file, piece, copy.bytes);
      copy.bytes += piece.length;
      copy.position = last.position;
      copy.hash = last.hash;
    }
    return copy;
  }

  async function serveRecord(botType: BotType): Promise<Response> {
    const copy = await currentCopy(botType);
    const { file, bytes, position } = copy;
    const header = await compress(downloadHeader({ bot: botType, position, hash: copy.hash }));
    return new Response(streamOf(header, file, bytes), {
      headers: {
        ...fileHeaders(GZIP, `${botType}-${position}.ndjson.gz`),
        'content-length': String(header.length + bytes),
      },
    });
  }

  async function serveHead(botType: BotType): Promise<Response | null> {
    const head = (await readHeads(database.db, 'house')).get(botType);
    return head ? headFile(head) : null;
  }

  /** The last answer of those below; they are made one by one, so that ever so many who ask take one connection. */
  let turn: Promise<unknown> = Promise.resolve();

  /** What is public of own bots: how far each chain was at the end of a day that is over, and its hash. */
  async function serveDaySeals(day: string): Promise<Response | null> {
    const begins = Date.parse(day);
    const isOver = begins + DAY_MS <= clock.now().getTime();
    if (!isOver || new Date(begins).toISOString().slice(0, 10) !== day) return null;
    const listed = turn.then(() => listDaySeals(database.db, day));
    turn = listed.catch(() => undefined);
    const lines = (await listed).map(
      ({ name, position, hash }) => `${name},${position},${hash.toString('hex')}\n`,
    );
    return new Response(`bot,position,hash\n${lines.join('')}`, {
      headers: fileHeaders('text/csv; charset=utf-8', `own-bots-${day}.csv`),
    });
  }

  return {
    async serve(name) {
      const [, day] = DAY_SEALS.exec(name) ?? [];
      if (day !== undefined) return serveDaySeals(day);
      const botType = BOT_TYPES.find((type) => name.startsWith(`${type}.`));
      if (!botType) return null;
      if (name === `${botType}.ndjson.gz`) return serveRecord(botType);
      return name === `${botType}.head.json` ? serveHead(botType) : null;
    },
    async close() {
      await Promise.allSettled(extending.values());
      for (const copy of copies.values()) await copy.then(({ file }) => file.close()).catch(() => undefined);
      copies.clear();
    },
  };
}

const DAY_SEALS = /^own-bots-(\d{4}-\d{2}-\d{2})\.csv$/;
const GZIP = 'application/gzip';
const fileHeaders = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="botdepot-${name}"`,
});

/** Sealed records after a position, as gzipped pieces of a download, each with its last record. */
async function* packedRecords({ db }: Pick<Database, 'db'>, { bot, position }: SealedHead, after: number) {
  for await (const records of readSealedLines(db, bot.id, { after, upTo: position }, RECORDS_AT_ONCE)) {
    const last = records.at(-1);
    if (!last) return;
    const piece = await compress(records.map(({ hash, line }) => downloadLine(hash, line)).join(''));
    yield { piece, last };
  }
}

function headFile({ bot, position, hash, sealedAt }: SealedHead): Response {
  const name = recordNameOf(bot);
  const kept = { format: TRACK_RECORD_HEAD_FORMAT, bot: name, position, hash: hash.toString('hex') };
  return new Response(`${JSON.stringify({ ...kept, sealedAt: sealedAt.toISOString() }, null, 2)}\n`, {
    headers: fileHeaders('application/json', `${name}-${position}.head.json`),
  });
}

/**
 * The record of one bot so far, or the head of its chain, as a file for its owner. It is read while it is sent, since nobody else asks
 * for it. Null before the first seal.
 */
export async function makeRecordFile(
  database: Pick<Database, 'db'>,
  botId: string,
  what: 'record' | 'head',
): Promise<Response | null> {
  const head = await findHead(database.db, botId);
  if (!head || what === 'head') return head ? headFile(head) : null;
  const { bot, position, hash } = head;
  const name = recordNameOf(bot);
  async function* pieces() {
    yield await compress(downloadHeader({ bot: name, position, hash }));
    for await (const { piece } of packedRecords(database, head!, 0)) yield piece;
  }
  return new Response(ReadableStream.from(pieces()), {
    headers: fileHeaders(GZIP, `${name}-${position}.ndjson.gz`),
  });
}

async function openCopy(botType: BotType): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'botdepot-track-record-'));
  const file = await open(join(folder, botType), 'wx+', 0o600);
  // Where the system allows it the file loses its name at once, so that nothing stays behind however the process ends.
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  return { file, bytes: 0, position: 0, hash: genesisHash(botType) };
}

/** A disk that is nearly full takes a part of what it is given, and says no failure. */
async function writeWhole(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, position + done);
    if (bytesWritten === 0) throw new Error('the copy of a track record takes nothing more');
    done += bytesWritten;
  }
}

/** A header and the first bytes of a file, read as fast as the reader takes them. */
function streamOf(header: Uint8Array, file: FileHandle, bytes: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(header),
    async pull(controller) {
      const length = Math.min(CHUNK_BYTES, bytes - at);
      if (length === 0) {
        controller.close();
        return;
      }
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
      if (bytesRead === 0) throw new Error('the copy of a track record ended early');
      at += bytesRead;
      controller.enqueue(buffer.subarray(0, bytesRead));
    },
  });
}
