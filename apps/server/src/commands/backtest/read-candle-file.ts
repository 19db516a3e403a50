import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CandleCsvError, type CandleCsvProblem, type CandleSeries, parseCandleCsv } from '@botdepot/trading';
import { Refusal } from './refusal.ts';

const unpack = promisify(gunzip);
/** A string cannot be longer than half a gigabyte; that is some seven million bars. */
const LARGEST_TEXT = 500 * 2 ** 20;

/**
 * Reads candles of a CSV file, gzipped or not.
 * @throws Refusal in German, naming file, line and reason.
 */
export async function readCandleFile(path: string): Promise<CandleSeries> {
  const bytes = await unpacked(path, await readBytes(path));
  if (bytes.length > LARGEST_TEXT) throw new Refusal(`${path}: Diese Datei ist größer als 500 MB.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path}, Zeile ${lineOfBadByte(bytes)}: Das ist kein Text in UTF-8.`);
  }
  try {
    return parseCandleCsv(text);
  } catch (error) {
    if (!(error instanceof CandleCsvError)) throw error;
    throw new Refusal(`${path}, Zeile ${error.line}: ${REASONS[error.problem](error.found)}`);
  }
}

const REASONS: Readonly<Record<CandleCsvProblem, (found: string) => string>> = {
  empty: () => 'Es gibt keine Kerze.',
  header: (found) =>
    `Die Kopfzeile muss time,open,high,low,close,volume oder Date,Open,High,Low,Close,Volume sein, gefunden: „${found}“.`,
  cells: (found) => `Erwartet werden sechs Spalten, gefunden: ${found}.`,
  time: (found) => `„${found}“ ist keine Zeit nach ISO 8601 in UTC.`,
  duplicate: (found) => `Die Zeit ${found} kommt zweimal vor.`,
  order: (found) => `Die Zeit ${found} liegt vor der Kerze darüber; Kerzen müssen aufsteigen.`,
  number: (found) => `„${found}“ ist keine Zahl.`,
  sign: () => 'Kurse müssen größer als 0 sein, das Volumen darf nicht negativ sein.',
  range: () => 'Hoch und Tief umschließen Eröffnung und Schluss nicht.',
};

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new Refusal(`${path}: Diese Datei gibt es nicht.`);
    if (code === 'EISDIR') throw new Refusal(`${path}: Das ist ein Ordner, keine Datei.`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new Refusal(`${path}: Diese Datei darf nicht gelesen werden.`);
    throw error;
  }
}

async function unpacked(path: string, bytes: Buffer): Promise<Buffer> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) {
    if (path.endsWith('.gz')) throw new Refusal(`${path}: Diese Datei ist nicht mit gzip gepackt.`);
    return bytes;
  }
  try {
    return await unpack(bytes, { maxOutputLength: LARGEST_TEXT });
  } catch {
    throw new Refusal(`${path}: Diese Datei lässt sich nicht entpacken; sie ist beschädigt oder zu groß.`);
  }
}

/** The line of the first byte that is no UTF-8: everything before it survives the way there and back. */
function lineOfBadByte(bytes: Buffer): number {
  const back = Buffer.from(bytes.toString('utf8'), 'utf8');
  let line = 1;
  for (let at = 0; at < bytes.length && bytes[at] === back[at]; at++) if (bytes[at] === 10) line++;
  return line;
}
