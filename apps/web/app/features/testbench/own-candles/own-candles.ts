/** Prices to test on: those of the server, and a file that never leaves the browser. */
import type { CandleSource, OwnBotResult } from '@botdepot/contract';
import { type CandleGap, DAY_MS, HOUR_MS, RULE_SYMBOLS } from '@botdepot/trading/browser';
import { formatCount } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';

export const OWN_CANDLES_LIMITS = { bytes: 20_000_000, bars: 200_000, leastDays: 900 } as const;
/** Of what there is, this much lies before the test period. */
const SHARE_BEFORE_TEST = 4 / 5;

/** What is known of a file without its bars. Days are UTC. */
export interface OwnCandlesFile {
  /** Whose browser it is in. */
  readonly owner: string;
  readonly name: string;
  /** Of its bars: two files with the same ones are the same. */
  readonly hash: string;
  /** As it came. */
  readonly bars: number;
  readonly barMs: number;
  /** With which its prices are shown. */
  readonly decimals: number;
  /** Bars that rules decide on; 0 where it has none of that length. */
  readonly hours: number;
  readonly days: number;
  readonly firstDay: string;
  readonly lastDay: string;
  /** What was not read and what was assumed, one German sentence each. */
  readonly remarks: readonly string[];
  readonly gaps: {
    readonly count: number;
    /** Bars. */
    readonly missing: number;
    /** The largest ones, in their order. */
    readonly largest: readonly CandleGap[];
  };
}

/** As it is now: whether its end was looked at changes. */
export interface KeptFile extends OwnCandlesFile {
  readonly isTestPeriodOpen: boolean;
}

export interface OwnSource extends Omit<CandleSource, 'source'> {
  readonly source: 'own';
  /** Null where this browser has none. */
  readonly file: KeptFile | null;
}
export type PriceSource = CandleSource | OwnSource;

/** With which the prices of a file are shown; a market of the catalogue has its own. */
export const decimalsOfFile = (source: PriceSource | undefined): number | undefined =>
  source?.source === 'own' ? source.file?.decimals : undefined;

/** A result of the server's, or of this browser's. */
export interface ShownResult extends Omit<OwnBotResult, 'source'> {
  readonly source: PriceSource['source'];
  /** With which the prices of a file are shown; a market of the catalogue has its own. */
  readonly decimals?: number;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Days from the first to the last, both included. */
export const daysOfFile = ({ firstDay, lastDay }: Pick<OwnCandlesFile, 'firstDay' | 'lastDay'>): number =>
  (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1;

/** The last fifth of a file, [from, until); null for one that is too short to keep any of it back. */
export function testPeriodOf(
  file: Pick<OwnCandlesFile, 'firstDay' | 'lastDay'>,
): { from: string; until: string } | null {
  const days = daysOfFile(file);
  if (days < OWN_CANDLES_LIMITS.leastDays) return null;
  const first = Date.parse(file.firstDay);
  return {
    from: dayOf(first + Math.floor(days * SHARE_BEFORE_TEST) * DAY_MS),
    until: dayOf(first + days * DAY_MS),
  };
}

/** A file as prices to test on: one market, which a rule calls by the name of the one whose costs count. */
export function ownSourceOf(file: KeptFile | null): OwnSource {
  const common = { source: 'own', file, name: 'Eigene Kurse' } as const;
  if (file === null)
    return {
      ...common,
      note: 'In diesem Browser liegt gerade keine Datei.',
      intervals: [],
      symbols: [],
      firstDay: null,
      lastDay: null,
      testPeriodFrom: null,
      isTestPeriodOpen: false,
    };
  const { firstDay, lastDay } = file;
  return {
    ...common,
    note: `Aus Ihrer Datei „${file.name}“, die nur in diesem Browser liegt. Der Markt der Regel steht für sie: Seine Kosten gelten, nicht seine Kurse.`,
    intervals: [...(file.hours > 0 ? ['1h' as const] : []), ...(file.days > 0 ? ['1d' as const] : [])],
    symbols: RULE_SYMBOLS.map((symbol) => ({ symbol, firstDay, lastDay })),
    firstDay,
    lastDay,
    // Without one everything lies before it.
    testPeriodFrom: testPeriodOf(file)?.from ?? dayOf(Date.parse(lastDay) + DAY_MS),
    isTestPeriodOpen: file.isTestPeriodOpen,
  };
}

/** Where a worker finds the bars: in the browser instead of at an address. */
export const ownCandlesPlace = ({ owner, hash }: OwnCandlesFile, interval: '1h' | '1d'): string =>
  [PLACE, owner, hash, interval].join('/');
const PLACE = 'own';

export interface OwnCandlesPlace {
  readonly owner: string;
  readonly hash: string;
  readonly interval: string;
}

/** Null for an address. */
export function readOwnCandlesPlace(url: string): OwnCandlesPlace | null {
  const [place, owner, hash, interval] = url.split('/');
  return place === PLACE && owner && hash && interval ? { owner, hash, interval } : null;
}

/** As it can stand in a sentence: nothing in it turns the text around. */
export const shownName = (name: string): string => name.replace(/\p{C}/gu, '').slice(0, LONGEST_NAME);
const LONGEST_NAME = 150;

/** Why a file is too large, before anything of it is read; null where it is not. */
export const sizeProblem = (bytes: number): string | null =>
  bytes <= OWN_CANDLES_LIMITS.bytes
    ? null
    : `Die Datei ist ${formatCount(Math.ceil(bytes / 1_000_000))} MB groß, höchstens ${formatCount(OWN_CANDLES_LIMITS.bytes / 1_000_000)} MB sind möglich. Kürzen Sie den Zeitraum, oder nehmen Sie größere Kerzen.`;

const MINUTE_MS = 60_000;

/** „5 Minuten“, „einen Tag“: accusative. */
export function barText(ms: number): string {
  for (const [unit, one, many] of [
    [DAY_MS, 'einen Tag', 'Tage'],
    [HOUR_MS, 'eine Stunde', 'Stunden'],
    [MINUTE_MS, 'eine Minute', 'Minuten'],
    [1000, 'eine Sekunde', 'Sekunden'],
  ] as const)
    if (ms % unit === 0) return ms === unit ? one : `${formatCount(ms / unit)} ${many}`;
  return `${formatCount(ms)} Millisekunden`;
}

/** The days that everything but the test period looks at, and what comes after them. Times in ms UTC, [from, until). */
export function seenWords(
  source: PriceSource | undefined,
  { from, until }: { from: number; until: number },
): string {
  const isWhole = source?.source === 'own' && source.file !== null && testPeriodOf(source.file) === null;
  const after = isWhole
    ? `Das ist die ganze Datei: Unter ${formatCount(OWN_CANDLES_LIMITS.leastDays)} Tagen bleibt nichts für einen Prüfzeitraum zurück.`
    : source?.isTestPeriodOpen
      ? 'Was danach kam, haben Sie im Prüfzeitraum schon gesehen.'
      : 'Was danach kam, bleibt für den Prüfzeitraum verschlossen.';
  return `${formatUtcPeriod(dayOf(from), dayOf(until - 1))}. ${after}`;
}
