import { createHash } from 'node:crypto';

/**
 * The chain of hashes over a bot's public record, exact to the byte so that any program can recompute it:
 *
 * - genesis: SHA-256 of the UTF-8 bytes of `botdepot-track-record/1`, a line feed (0x0A) and the bot's name in its record: the
 *   type of a bot of the house (`smartbot`), `own-bot-` and the number of a person's (`own-bot-1000`);
 * - each record is one line of JSON (`serialiseRecord`), UTF-8, without its line feed;
 * - hash of a record: SHA-256 of the 32 bytes of the hash before it, followed by the bytes of its line.
 *
 * A download is NDJSON: the header line, then one line `["<hash, 64 hex digits>",<record>]` per record, each ended by one
 * line feed. The record's bytes are those between the 68th byte of the line and its last one, exclusively.
 */
export const TRACK_RECORD_FORMAT = 'botdepot-track-record/1';
/** Format of a chain head that is kept for later. */
export const TRACK_RECORD_HEAD_FORMAT = 'botdepot-track-record-head/1';

/** What a person's bot is called in its record. Its name and its rule are nobody's business. */
export const ownRecordName = (number: number): string => `own-bot-${number}`;

/** Where the chain of a bot begins; the same on every installation. */
export const genesisHash = (bot: string): Buffer =>
  createHash('sha256').update(`${TRACK_RECORD_FORMAT}\n${bot}`, 'utf8').digest();

/** The hash of a record that follows one with the hash `previous`. */
export const nextHash = (previous: Uint8Array, line: string): Buffer =>
  createHash('sha256').update(previous).update(line, 'utf8').digest();

/** One line of a download, its line feed included. */
export const downloadLine = (hash: Buffer, line: string): string => `["${hash.toString('hex')}",${line}]\n`;

/** The first line of a download; `position` and `hash` are those of its last record, 0 and the genesis without any. */
export function downloadHeader(head: { bot: string; position: number; hash: Buffer }): string {
  const { bot, position, hash } = head;
  const genesis = genesisHash(bot).toString('hex');
  return `${JSON.stringify({ format: TRACK_RECORD_FORMAT, bot, genesis, position, hash: hash.toString('hex') })}\n`;
}

const DOWNLOAD_LINE = /^\["([0-9a-f]{64})",(\{.*\})\]$/;

/** Takes a line of a download apart; undefined when it has not the form of one. */
export function splitDownloadLine(text: string): { hash: Buffer; line: string } | undefined {
  const [, hash, line] = DOWNLOAD_LINE.exec(text) ?? [];
  return hash === undefined || line === undefined ? undefined : { hash: Buffer.from(hash, 'hex'), line };
}
