// npm run verify-track-record -- FILE [--since HEAD] | --database
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import {
  createTrackRecordVerifier,
  type Deviation,
  type KeptHead,
  keptHeadSchema,
  type TrackRecordVerifier,
  UnreadableRecordError,
  type Verdict,
} from '@botdepot/trading';
import type { Command } from './command.ts';

const USAGE = `Aufruf:
  npm run verify-track-record -- DATEI                prüft einen heruntergeladenen Nachweis, ohne Datenbank
  npm run verify-track-record -- DATEI --since KOPF   prüft auch, dass ein früherer Kopf darin enthalten ist
                                                      (KOPF: gespeicherte Kopf-Datei oder POSITION:HASH)
  npm run verify-track-record -- --database           prüft die Tabellen dieser Installation gegen ihre Siegel`;

/** No record is nearly as long; a file without line feeds must not fill the memory. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Said in German to the person who called. */
class UnreadableError extends Error {}

export const run: Command = (args, env = process.env) => verifyTrackRecord(args, env).catch(explain);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

/** 0 when everything is in order, 1 for a deviation, 2 for what cannot be read. */
async function verifyTrackRecord(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { since: { type: 'string' }, database: { type: 'boolean' } },
  });
  const [file, ...others] = positionals;
  if (others.length > 0 || (values.database ? file !== undefined || values.since : file === undefined)) {
    console.error(USAGE);
    return 2;
  }
  if (file === undefined) return verifyDatabase(env);
  const since = values.since === undefined ? undefined : await readHead(values.since);
  const verifier = createTrackRecordVerifier(since);
  await readLines(file, verifier);
  const verdict = verifier.finish();
  print(verdict);
  if (since && !verdict.deviation)
    console.log(`Früherer Kopf ${since.position}: enthalten. Bis dorthin wurde nichts verändert.`);
  return verdict.deviation ? 1 : 0;
}

/** Feeds a file, gzipped or not, line by line; memory does not grow with it. */
async function readLines(path: string, verifier: TrackRecordVerifier): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const lines = new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      const parts = (rest + decoder.write(chunk)).split('\n');
      rest = parts.pop() ?? '';
      try {
        for (const line of parts) verifier.take(line);
        done(rest.length > LONGEST_LINE ? new UnreadableError('Eine Zeile nimmt kein Ende.') : null);
      } catch (error) {
        // The verifier throws nothing but errors.
        done(error as Error);
      }
    },
  });
  // Nothing comes out of it, but a stream that nobody reads would not end.
  lines.resume();
  const gzipped = await isGzipped(path);
  const source = createReadStream(path);
  await (gzipped ? pipeline(source, createGunzip(), lines) : pipeline(source, lines));
  rest += decoder.end();
  if (rest !== '') verifier.take(rest);
}

async function isGzipped(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

async function readHead(text: string): Promise<KeptHead> {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position !== undefined && hash !== undefined) return { position: Number(position), hash };
  let content: unknown;
  try {
    content = JSON.parse(await readFile(text, 'utf8'));
  } catch {
    throw new UnreadableError('Der Kopf ist weder POSITION:HASH noch eine lesbare Datei.');
  }
  const head = keptHeadSchema.safeParse(content);
  if (!head.success) throw new UnreadableError('Die Kopf-Datei hat eine andere Form.');
  return head.data;
}

/** The same check over the tables: what they say now must be what was sealed. */
async function verifyDatabase(env: NodeJS.ProcessEnv): Promise<number> {
  // Loaded here, so that checking a file needs nothing of the server.
  const { readHeads, verifySealed } = await import('../modules/bots/index.ts');
  const { createLog } = await import('../platform/log.ts');
  const { readCommandConfig, withCommandDatabase } = await import('./command.ts');
  let deviations = 0;
  const own = { chains: 0, records: 0 };
  await withCommandDatabase(readCommandConfig(env), createLog('warn'), async ({ db }) => {
    const heads = await readHeads(db);
    if (heads.size === 0) console.log('Es ist noch nichts versiegelt.');
    for (const head of heads.values()) {
      const verdict = await verifySealed(db, head);
      const isOwn = head.bot.botType === null;
      // There may be a thousand of them.
      if (!isOwn || verdict.deviation) print(verdict);
      if (verdict.deviation) deviations += 1;
      if (!isOwn) continue;
      own.chains += 1;
      own.records += verdict.records;
    }
  });
  if (own.chains > 0)
    console.log(
      `Eigene Bots: ${counted(own.chains, 'Kette', 'Ketten')} geprüft, ${counted(own.records, 'Datensatz', 'Datensätze')} in Ordnung.`,
    );
  return deviations === 0 ? 0 : 1;
}

function print({ bot, records, bars, fills, series, nav, hash, deviation }: Verdict): void {
  console.log(
    `${bot}: ${counted(records, 'Datensatz', 'Datensätze')} in Ordnung, ${counted(series, 'Reihe', 'Reihen')}, ${counted(bars, 'Feststellung', 'Feststellungen')}, ${counted(fills, 'Ausführung', 'Ausführungen')}.`,
  );
  if (nav !== null) console.log(`  Anteilswert  ${nav}`);
  console.log(`  Kopf         ${records}:${hash}`);
  if (deviation === null)
    console.log('  In Ordnung: Kette und Anteilswerte stimmen mit den Ausführungen überein.');
  else {
    const place = deviation.record === 0 ? '' : ` in Datensatz ${deviation.record}`;
    console.log(`  ABWEICHUNG${place}: ${meaningOf(deviation)}`);
    console.log(`    erwartet  ${deviation.expected}`);
    console.log(`    gefunden  ${deviation.found}`);
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function meaningOf({ field, record }: Deviation): string {
  switch (field) {
    case 'hash':
      return record === 0
        ? 'Die Kette endet anders, als die Kopfzeile sagt.'
        : 'Der Hash passt nicht zu Inhalt und Vorgänger. Der Datensatz wurde geändert, oder davor fehlt einer oder ist einer zu viel.';
    case 'position':
      return 'Die Zahl der Datensätze ist nicht die der Kopfzeile.';
    case 'since':
      return 'Der frühere Kopf ist nicht enthalten: Der Nachweis wurde seitdem umgeschrieben oder gekürzt.';
    case 'form':
      return 'Der Datensatz hat eine andere Form.';
    case 'genesis':
      return 'Die Kette beginnt mit einem anderen Hash.';
    case 'bot':
      return 'Der frühere Kopf gehört zu einem anderen Bot.';
    case 'nav':
      return 'Der Anteilswert folgt nicht aus Ausführungen, Kosten und Kursen.';
    default:
      return `„${field}“ folgt nicht aus dem, was davor steht.`;
  }
}

function explain(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof UnreadableError) console.error(`Nicht lesbar: ${error.message}`);
  else if (error instanceof UnreadableRecordError)
    console.error(
      error.reason === 'empty'
        ? 'Nicht lesbar: Die Datei ist leer.'
        : 'Nicht lesbar: Die erste Zeile ist keine Kopfzeile eines Nachweises.',
    );
  else if (code === 'ENOENT') console.error('Nicht lesbar: Die Datei gibt es nicht.');
  else if (code.startsWith('ERR_PARSE_ARGS')) console.error(USAGE);
  else if (code.startsWith('Z_')) console.error('Nicht lesbar: Die Datei ist abgeschnitten oder beschädigt.');
  else if (code !== '') console.error(`Nicht lesbar: ${code}`);
  else console.error(error);
  return 2;
}
