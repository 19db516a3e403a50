import { CandleSeries } from './candles.ts';

/** What can be wrong with a file of candles, told apart for messages in other languages. */
export type CandleCsvProblem =
  | 'empty'
  | 'header'
  | 'columns'
  | 'cells'
  | 'quote'
  | 'time'
  | 'unit'
  | 'duplicate'
  | 'order'
  | 'number'
  | 'decimal'
  | 'sign'
  | 'range';

/** Refused candles, with the line (1 is the first of the file) and the reason. The message is English. */
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

/** Candles and what is to be said about how they were read. */
export interface CandleFile {
  readonly candles: CandleSeries;
  /** Columns that were not read, as the file names them; empty text for one without a name. */
  readonly ignored: readonly string[];
  /** False when the file has no volumes; they are 0 then. */
  readonly hasVolume: boolean;
  /** True when commas were read as decimal marks. */
  readonly hasDecimalCommas: boolean;
  /** True when the file has its newest bar first. */
  readonly isNewestFirst: boolean;
}

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
type Field = (typeof FIELDS)[number];

/** Names of columns, in lower case. Whatever is not here („Adj Close“, „Close time“) is not read. */
const NAMES: ReadonlyMap<string, Field> = new Map([
  ...['time', 'date', 'datetime', 'timestamp', 'unix', 'open time', 'open_time', 'datum', 'zeit'].map(
    (name) => [name, 'time'] as const,
  ),
  ...FIELDS.slice(1).map((field) => [field, field] as const),
  ...(['eröffnung', 'erster'] as const).map((name) => [name, 'open'] as const),
  ['hoch', 'high'],
  ['tief', 'low'],
  ...(['schluss', 'schlusskurs'] as const).map((name) => [name, 'close'] as const),
  ['volumen', 'volume'],
]);

const COLUMNS = FIELDS.join(',');
const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];
/** A note above the header: a comment, the separator that Excel is told, or the address a file comes from. */
const NOTE = /^(?:#|sep=.$|https?:\/\/[^\s,;]+$)/;
/** Digits, and what may stand between them; `Number` alone would also take hexadecimal numbers and nothing at all. */
const POINT_NUMBER = /^[-+.eE\d]+$/;
/** With thousands only where no one could take their point for a decimal one: before a comma, or twice. */
const COMMA_NUMBER =
  /^[-+]?(?:\d+(?:,\d+)?(?:[eE][-+]?\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/;
const LONGEST_SHOWN = 80;

/** How the lines of a file are to be read, as its header says. */
interface Layout {
  readonly delimiter: Delimiter;
  readonly cells: number;
  /** Number of the cell that holds each field; −1 for a volume that is not there. */
  readonly at: Readonly<Record<Field, number>>;
  /** Number of the cell with the time of day, where that stands beside the day; −1 elsewhere. */
  readonly clock: number;
  readonly ignored: readonly string[];
  /** Whether times without a zone are allowed, and are UTC. */
  readonly isLocal: boolean;
  /** The first number with a mark decides for the file where cells are separated by semicolons. */
  mark: '.' | ',' | undefined;
  /** Milliseconds per unit of times that are numbers, 0 for dates: as the first time is. */
  epochUnit: number | undefined;
  /** 1 for ascending times, −1 for descending ones: as the first two are. */
  direction: 1 | -1;
}

/**
 * Reads candles from CSV text as spreadsheets, pandas, Yahoo, TradingView and exchanges write it: a header, then bars named
 * by their start, all ascending or all descending. Columns are found by name in any order; the others are ignored and named. A column without a
 * name that comes first, the index of pandas, is the time where no other column is. A byte order mark, CRLF, quotes, empty
 * lines, the `<DATE>` and `<TIME>` of MetaTrader, and notes above the header (`# …`, `sep=;`, an address) are fine, and so are lines that begin with `#`.
 *
 * - Cells are separated by commas, semicolons or tabs. Between semicolons a number may have a decimal comma, in the whole
 *   file or nowhere; its thousands may then have points.
 * - Times are ISO 8601 or `31.01.2024 09:30`: a day (midnight UTC), or a day and a time with `Z` or an offset. A time without
 *   either is allowed under every name but `time`, as most programs write it, and counts as UTC. A number is an epoch in
 *   seconds (9 or 10 digits) or milliseconds (12 or 13), the same in the whole file; shorter and longer ones may be dates.
 * - Prices are taken as they stand; „Adj Close“ is ignored, for its adjusted close would not fit the other three prices.
 *
 * (No library: those known give no line of a row and guess separators; what is left of their work here are quotes.)
 *
 * @throws CandleCsvError naming the line, for whatever could be read in two ways, text without any bar, a wrong header,
 * anything that is not a number or a time, prices that are not positive, a high or low that does not enclose the bar, or
 * bars that neither ascend nor descend.
 */
export function readCandleCsv(text: string): CandleFile {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const lines = body.split(body.includes('\n') ? '\n' : '\r');
  let header = 0;
  while (header < lines.length - 1 && isNote(lines[header]!.trim())) header++;
  const layout = readHeader(lines[header]!, header + 1);
  const candles = new CandleSeries(lines.length);
  for (let index = header + 1; index < lines.length; index++) {
    const line = lines[index]!.trim();
    if (line !== '' && !line.startsWith('#')) appendLine(candles, lines[index]!, index + 1, layout);
  }
  if (candles.length === 0) throw new CandleCsvError(lines.length, 'empty', 'there is no bar');
  const isNewestFirst = layout.direction < 0;
  if (isNewestFirst) turn(candles);
  return {
    candles,
    ignored: layout.ignored,
    hasVolume: layout.at.volume >= 0,
    hasDecimalCommas: layout.mark === ',',
    isNewestFirst,
  };
}

/** Descending bars were appended under negative times; in place, so that it takes no memory. */
function turn(candles: CandleSeries): void {
  for (const field of FIELDS) candles[field].subarray(0, candles.length).reverse();
  for (let at = 0; at < candles.length; at++) candles.time[at]! *= -1;
}

const isNote = (line: string): boolean => line === '' || NOTE.test(line);

/** @throws CandleCsvError unless the cells of exactly one separator name every field but the volume once. */
function readHeader(line: string, lineNumber: number): Layout {
  if (line.trim() === '') throw new CandleCsvError(lineNumber, 'empty', `expected the header ${COLUMNS}`);
  for (const delimiter of DELIMITERS) {
    const names = cellsOf(line, delimiter)?.map((name) => name.trim());
    const layout = names && layoutOf(names, delimiter, lineNumber);
    if (layout) return layout;
  }
  const found = line.trim().slice(0, LONGEST_SHOWN);
  throw new CandleCsvError(lineNumber, 'header', `expected the header ${COLUMNS}`, found);
}

function layoutOf(names: readonly string[], delimiter: Delimiter, lineNumber: number): Layout | undefined {
  const isMetaTrader = names.every((name) => /^<.+>$/.test(name));
  const known = names.map((name) => (isMetaTrader ? name.slice(1, -1) : name).toLowerCase());
  const clock = isMetaTrader ? known.indexOf('time') : -1;
  const fields = known.map((name, cell) => {
    if (isMetaTrader && name === 'vol') return 'volume';
    return cell === clock ? undefined : NAMES.get(name);
  });
  if (!fields.includes('time') && names[0] === '') fields[0] = 'time';
  const at = { time: -1, open: -1, high: -1, low: -1, close: -1, volume: -1 };
  for (const field of FIELDS) at[field] = fields.indexOf(field);
  if (FIELDS.some((field) => field !== 'volume' && at[field] < 0)) return undefined;
  for (const field of FIELDS) {
    const again = fields.lastIndexOf(field);
    if (again === at[field]) continue;
    const both = `${names[at[field]]}, ${names[again]}`.slice(0, LONGEST_SHOWN);
    throw new CandleCsvError(lineNumber, 'columns', `two columns could be the ${field}: ${both}`, both);
  }
  return {
    delimiter,
    cells: names.length,
    at,
    clock,
    ignored: names.filter((_, cell) => fields[cell] === undefined && cell !== clock),
    isLocal: names[at.time]!.toLowerCase() !== 'time',
    mark: delimiter === ';' ? undefined : '.',
    epochUnit: undefined,
    direction: 1,
  };
}

/** One cell, quoted or not, and what follows it. */
const CELL = new Map(
  DELIMITERS.map((mark) => [
    mark,
    new RegExp(`(?:[ \\r]*"((?:[^"]|"")*)"[ \\r]*|([^"${mark}]*))(${mark}|$)`, 'y'),
  ]),
);

/** A line's cells without their quotes; undefined where a quote is not closed or does not enclose the whole cell. */
function cellsOf(line: string, delimiter: Delimiter): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const cell = CELL.get(delimiter)!;
  const cells: string[] = [];
  cell.lastIndex = 0;
  for (;;) {
    const match = cell.exec(line);
    if (match === null) return undefined;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === '') return cells;
  }
}

function appendLine(series: CandleSeries, line: string, lineNumber: number, layout: Layout): void {
  const fail = (problem: CandleCsvProblem, message: string, found = '') =>
    new CandleCsvError(lineNumber, problem, message, found.trim().slice(0, 40));
  const cells = cellsOf(line, layout.delimiter);
  if (cells === undefined) throw fail('quote', 'a quotation mark is not closed or stands inside a cell');
  if (cells.length !== layout.cells) {
    throw fail('cells', `expected ${layout.cells} cells, found ${cells.length}`, String(cells.length));
  }
  const { at, clock } = layout;
  const day = cells[at.time]!.trim();
  const timeCell = clock < 0 ? day : `${day} ${cells[clock]!.trim()}`;
  const time = readTime(timeCell, layout, fail);
  if (series.length === 1 && time < series.time[0]!) {
    layout.direction = -1;
    series.time[0]! *= -1;
  }
  const place = layout.direction * time;
  const last = series.length > 0 ? series.time[series.length - 1]! : Number.NEGATIVE_INFINITY;
  if (place === last) throw fail('duplicate', 'bars are not in order: the same time again', timeCell);
  if (place < last) throw fail('order', 'bars are not in order', timeCell);
  const number = (field: Field): number => readNumber(cells[at[field]]!.trim(), layout, fail);
  const open = number('open');
  const high = number('high');
  const low = number('low');
  const close = number('close');
  const volume = at.volume < 0 ? 0 : number('volume');
  if (low <= 0 || open <= 0 || high <= 0 || close <= 0 || volume < 0) {
    throw fail('sign', 'prices must be positive and the volume not negative');
  }
  if (high < Math.max(open, close, low) || low > Math.min(open, close)) {
    throw fail('range', 'high and low do not enclose the bar');
  }
  series.append(place, { open, high, low, close, volume });
}

type Fail = (problem: CandleCsvProblem, message: string, found?: string) => CandleCsvError;

function readNumber(cell: string, layout: Layout, fail: Fail): number {
  const mark = layout.mark ?? (cell.includes(',') ? ',' : cell.includes('.') ? '.' : undefined);
  let value = Number.NaN;
  if (mark === ',') {
    if (COMMA_NUMBER.test(cell)) value = Number(cell.replaceAll('.', '').replace(',', '.'));
    else if (/^[-+.,eE\d]+$/.test(cell)) throw fail('decimal', `'${cell}' can be read in two ways`, cell);
  } else if (POINT_NUMBER.test(cell)) value = Number(cell);
  else if (/^[-+.,eE\d]+$/.test(cell)) throw fail('decimal', `'${cell}' can be read in two ways`, cell);
  if (!Number.isFinite(value)) throw fail('number', `a value is not a number: '${cell}'`, cell);
  layout.mark = mark;
  return value;
}

const EPOCH = /^(\d+)(?:\.0+)?$/;

/** ms UTC. @throws what `fail` makes of anything that is not a time. */
function readTime(cell: string, layout: Layout, fail: Fail): number {
  const epoch = EPOCH.exec(cell)?.[1];
  const time = epoch === undefined ? parseTime(cell, layout.isLocal) : readEpoch(epoch);
  if (Number.isNaN(time)) throw fail('time', `'${cell}' is not an ISO time in UTC`, cell);
  // The same unit everywhere, or numbers everywhere: a day among numbers is a slip.
  const unit = epoch === undefined ? 0 : epoch.length <= 10 ? 1000 : 1;
  if (layout.epochUnit !== undefined && unit !== layout.epochUnit)
    throw fail('unit', `'${cell}' is written in another way than the times above it`, cell);
  layout.epochUnit = unit;
  return time;
}

/**
 * Seconds have nine or ten digits (since 1973), milliseconds twelve or thirteen. Eight, twelve or fourteen digits can be a
 * day and a time without signs between them; those of twelve digits are years before 1979 as milliseconds.
 */
function readEpoch(digits: string): number {
  const value = Number(digits);
  if (digits.length === 9 || digits.length === 10) return value * 1000;
  return (digits.length === 12 || digits.length === 13) && value >= 300_000_000_000 ? value : Number.NaN;
}

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;
/** Points between day, month and year stand in this order everywhere, those of MetaTrader the other way round; slashes do not. */
const POINTED_TIME = /^(\d\d)\.(\d\d)\.(\d{4})(?=$| )/;
const POINTED_BACKWARDS = /^(\d{4})\.(\d\d)\.(\d\d)(?=$| )/;

/** ms UTC; NaN for anything else, also for a day that does not exist, which `Date.parse` would move to the next month. */
function parseTime(text: string, isLocal: boolean): number {
  const match = ISO_TIME.exec(text.replace(POINTED_TIME, '$3-$2-$1').replace(POINTED_BACKWARDS, '$1-$2-$3'));
  if (match === null) return Number.NaN;
  const [, year, month, day, hours, minutes, seconds = '0', fraction = '0', zone] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const made = new Date(date);
  if (made.getUTCDate() !== Number(day) || made.getUTCFullYear() !== Number(year)) return Number.NaN;
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
