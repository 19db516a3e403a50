import { CandleSeries } from './candles.ts';

/** What can be wrong with a file of candles, told apart for messages in other languages. */
export type CandleCsvProblem =
  | 'empty'
  | 'header'
  | 'cells'
  | 'time'
  | 'duplicate'
  | 'order'
  | 'number'
  | 'sign'
  | 'range';

/** Refused candles, with the line (1 is the header) and the reason. The message is English. */
export class CandleCsvError extends SyntaxError {
  readonly line: number;
  readonly problem: CandleCsvProblem;
  /** What was found, where showing it helps; empty otherwise. */
  readonly found: string;

  constructor(line: number, problem: CandleCsvProblem, message: string, found = '') {
    super(`line ${line}: ${message}`);
    this.name = 'CandleCsvError';
    this.line = line;
    this.problem = problem;
    this.found = found;
  }
}

const COLUMNS = 'open,high,low,close,volume';
/** Digits, and what may stand between them; `Number` alone would also take hexadecimal numbers and nothing at all. */
const NUMBER = /^[-+.eE\d]+$/;

/**
 * Reads candles from CSV text: a header line `time,open,high,low,close,volume` or `Date,Open,High,Low,Close,Volume`, then
 * ascending bars named by their start. A byte order mark, CRLF and empty lines are fine.
 *
 * Times are ISO 8601: a day (`2024-01-31`, midnight UTC), or a day and a time with `Z` or an offset. Under `Date` a time
 * without either is allowed, as most programs write it, and counts as UTC.
 *
 * @throws CandleCsvError naming the line, for text without any bar, a wrong header, anything that is not a number or a
 * time, prices that are not positive, a high or low that does not enclose the bar, or bars out of order.
 */
export function parseCandleCsv(text: string): CandleSeries {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
  const isLocal = readHeader(lines[0]!);
  const series = new CandleSeries(lines.length);
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!.trim();
    if (line !== '') appendLine(series, line, index + 1, isLocal);
  }
  if (series.length === 0) throw new CandleCsvError(lines.length, 'empty', 'there is no bar');
  return series;
}

/** Whether times without a zone are allowed. */
function readHeader(line: string): boolean {
  const header = line.trim();
  const lower = header.toLowerCase();
  if (lower === `date,${COLUMNS}` || lower === `datetime,${COLUMNS}`) return true;
  if (lower === `time,${COLUMNS}`) return false;
  if (header === '') throw new CandleCsvError(1, 'empty', `expected the header time,${COLUMNS}`);
  throw new CandleCsvError(1, 'header', `expected the header time,${COLUMNS}`, header.slice(0, 80));
}

function appendLine(series: CandleSeries, line: string, lineNumber: number, isLocal: boolean): void {
  const fail = (problem: CandleCsvProblem, message: string, found = '') =>
    new CandleCsvError(lineNumber, problem, message, found);
  const cells = line.split(',');
  if (cells.length !== 6) {
    throw fail('cells', `expected 6 cells, found ${cells.length}`, String(cells.length));
  }
  const time = parseTime(cells[0]!.trim(), isLocal);
  if (Number.isNaN(time))
    throw fail('time', `'${cells[0]}' is not an ISO time in UTC`, cells[0]!.slice(0, 40));
  const lastTime = series.length > 0 ? series.time[series.length - 1]! : Number.NEGATIVE_INFINITY;
  if (time === lastTime)
    throw fail('duplicate', 'bars are not in ascending order: the same time again', cells[0]);
  if (time < lastTime) throw fail('order', 'bars are not in ascending order', cells[0]);
  const open = parseNumber(cells[1]!);
  const high = parseNumber(cells[2]!);
  const low = parseNumber(cells[3]!);
  const close = parseNumber(cells[4]!);
  const volume = parseNumber(cells[5]!);
  if (!Number.isFinite(open + high + low + close + volume)) {
    const bad = cells.slice(1).find((cell) => !Number.isFinite(parseNumber(cell))) ?? line;
    throw fail('number', 'a value is not a number', bad.trim().slice(0, 40));
  }
  if (low <= 0 || open <= 0 || high <= 0 || close <= 0 || volume < 0) {
    throw fail('sign', 'prices must be positive and the volume not negative');
  }
  if (high < Math.max(open, close, low) || low > Math.min(open, close)) {
    throw fail('range', 'high and low do not enclose the bar');
  }
  series.append(time, { open, high, low, close, volume });
}

function parseNumber(cell: string): number {
  const text = cell.trim();
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** ms UTC; NaN for anything else, also for a day that does not exist, which `Date.parse` would move to the next month. */
function parseTime(text: string, isLocal: boolean): number {
  const match = TIME.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hours, minutes, seconds = '0', fraction = '0', zone] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (new Date(date).getUTCDate() !== Number(day) || Number(month) > 12) return Number.NaN;
  if (hours === undefined) return date;
  if (zone === undefined && !isLocal) return Number.NaN;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return Number.NaN;
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return date + time + Math.floor(Number(`0.${fraction}`) * 1000) - offsetOf(zone);
}

/** ms that the zone is ahead of UTC. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
