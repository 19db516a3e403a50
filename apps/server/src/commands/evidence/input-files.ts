import { readFile, stat } from 'node:fs/promises';
import { effectiveTrials, leastVariance, sharpeSampleOf, type TrialSpread } from '@botdepot/trading';
import { Refusal } from '../refusal.ts';

export const MOST_DAYS = 20_000;
/** As many as a sweep has. */
export const MOST_COLUMNS = 500;
const MOST_TRIALS = 1_000_000;
const MOST_BYTES = 64 * 2 ** 20;

export type EvidenceRecord = {
  returns: number[];
  benchmark: number[] | null;
  trials: TrialSpread & { leaders?: number[] };
  startingEquity: number;
};

const FIELDS = ['returns', 'benchmark', 'trials', 'startingEquity'];

/** @throws Refusal with the file, the place and what is wrong there. */
export async function readRecord(file: string): Promise<EvidenceRecord> {
  const content = await readJson(file);
  if (!isObject(content))
    throw new Refusal(`${file}: Erwartet wird ein Objekt wie { "returns": [0.01, -0.002] }.`);
  const unread = Object.keys(content).filter((name) => !FIELDS.includes(name));
  if (unread.length > 0) console.error(`${file}: Nicht gelesen: „${unread.join('“, „')}“.`);
  const { returns: given, benchmark: compared, trials, startingEquity } = content;
  if (given === undefined) throw new Refusal(`${file}: Es fehlt returns.`);
  const returns = dailyReturns(file, 'returns', given);
  const isAlone = compared === undefined || compared === null;
  const benchmark = isAlone ? null : dailyReturns(file, 'benchmark', compared, returns.length);
  return {
    returns,
    benchmark,
    trials: readTrials(file, trials, returns.length),
    startingEquity:
      startingEquity === undefined ? 10_000 : number(file, 'startingEquity', startingEquity, 0.01, 1e15),
  };
}

function readTrials(file: string, given: unknown, days: number): EvidenceRecord['trials'] {
  const count = (value: unknown, name: string): number => {
    const trials = number(file, name, value, 1, MOST_TRIALS);
    if (!Number.isInteger(trials))
      throw new Refusal(`${file}: ${name} ist ${trials}, halbe Versuche gibt es nicht.`);
    return trials;
  };
  if (given === undefined || given === null) return { N: 1, V: leastVariance(days) };
  if (typeof given === 'number') return { N: count(given, 'trials'), V: leastVariance(days) };
  if (Array.isArray(given)) {
    const lists = asColumns(given, days);
    if (lists.length > MOST_COLUMNS) throw tooMany(file, 'trials', lists.length, MOST_COLUMNS);
    const columns = lists.map((column, index) => dailyReturns(file, `trials[${index}]`, column, days));
    const { leaders, N, V } = effectiveTrials(
      columns.map((returns, madeAt) => ({
        id: '',
        madeAt,
        firstDay: 0,
        returns,
        sharpe: sharpeSampleOf(returns).value?.sharpe ?? null,
      })),
      days,
    );
    return { N, V, leaders: leaders.map(({ madeAt }) => madeAt) };
  }
  if (isObject(given)) return { N: count(given.N, 'trials.N'), V: number(file, 'trials.V', given.V, 0, 1e6) };
  throw new Refusal(
    `${file}: trials ist ${described(given)}, erwartet wird eine Zahl, { "N", "V" } oder eine Liste von Listen.`,
  );
}

/** Also takes a list of days with a number for each trial, where only that can be meant. */
function asColumns(given: readonly unknown[], days: number): readonly unknown[] {
  const [first] = given;
  if (given.length !== days || !Array.isArray(first) || first.length === days) return given;
  return first.map((_, trial) => given.map((row) => (Array.isArray(row) ? row[trial] : row)));
}

/** The columns of a matrix. @throws Refusal with the file, the place and what is wrong there. */
export async function readSweep(file: string): Promise<number[][]> {
  const rows = list(file, 'Die Matrix', await readJson(file), MOST_DAYS);
  const [first] = rows;
  if (!Array.isArray(first) || first.length === 0)
    throw new Refusal(`${file}: Die Matrix braucht je Tag eine Liste mit einer Zahl je Variante.`);
  if (first.length > MOST_COLUMNS)
    throw new Refusal(
      `${file}: ${first.length} Varianten sind zu viele, höchstens ${MOST_COLUMNS}. Zeilen sind Tage, Spalten Varianten.`,
    );
  if (rows.length < first.length)
    console.error(`${file}: Gelesen als ${rows.length} Tage mit ${first.length} Varianten.`);
  const checked = rows.map((row, day) => dailyReturns(file, `Zeile ${day}`, row, first.length));
  return first.map((_, variant) => checked.map((row) => row[variant]!));
}

/** @param length that it must have; undefined: any. */
function dailyReturns(file: string, name: string, given: unknown, length?: number): number[] {
  const values = list(file, name, given, MOST_DAYS);
  if (length !== undefined && values.length !== length)
    throw new Refusal(`${file}: ${name} hat ${values.length} Einträge, erwartet werden ${length}.`);
  return values.map((value, index) => number(file, `${name}[${index}]`, value, -1, 1e6));
}

function list(file: string, name: string, given: unknown, most: number): unknown[] {
  if (!Array.isArray(given))
    throw new Refusal(`${file}: ${name} ist ${described(given)}, erwartet wird eine Liste.`);
  if (given.length === 0) throw new Refusal(`${file}: ${name} ist leer.`);
  if (given.length > most) throw tooMany(file, name, given.length, most);
  return given;
}

function number(file: string, name: string, given: unknown, least: number, most: number): number {
  if (typeof given !== 'number')
    throw new Refusal(`${file}: ${name} ist ${described(given)}, erwartet wird eine Zahl.`);
  if (given >= least && given <= most) return given;
  throw new Refusal(`${file}: ${name} ist ${given}, möglich ist ${least} bis ${most}.`);
}

const tooMany = (file: string, name: string, count: number, most: number): Refusal =>
  new Refusal(`${file}: ${name} hat ${count} Einträge, höchstens ${most} sind möglich.`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function described(value: unknown): string {
  if (typeof value === 'string') return `der Text „${value.slice(0, 40)}“`;
  if (value === undefined) return 'nicht da';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'eine Liste';
  return typeof value === 'object' ? 'ein Objekt' : `„${String(value)}“`;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch {
    const [bad] = /-?\b(NaN|Infinity)\b/.exec(text) ?? [];
    throw new Refusal(
      bad === undefined
        ? `${file}: Das ist kein JSON.`
        : `${file}: „${bad}“ ist keine Zahl; das ist kein JSON.`,
    );
  }
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new Refusal(`${file}: Die Datei hat mehr als 64 MB.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new Refusal(`${file}: Diese Datei gibt es nicht.`);
    if (code === 'EISDIR') throw new Refusal(`${file}: Das ist ein Ordner.`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Refusal(`${file}: Das ist kein Text in UTF-8.`);
    throw new Refusal(`${file} lässt sich nicht lesen: ${error instanceof Error ? error.message : error}`);
  }
}
