import {
  barInterval,
  CandleCsvError,
  type CandleFile,
  type CandleGap,
  type Candles,
  candleCsvReason,
  candleFileRemarks,
  candleGaps,
  candlesHash,
  type RuleBars,
  readCandleCsv,
  ruleBarsOf,
} from '@botdepot/trading/browser';
import { formatCount } from '../../../lib/format/numbers.ts';
import { barText, OWN_CANDLES_LIMITS, type OwnCandlesFile, shownName, sizeProblem } from './own-candles.ts';

/** Why a file was refused, in German, with the line where there is one. */
export class OwnCandlesRefusal extends Error {}

/** What is kept of a file. */
export interface OwnCandles {
  readonly file: Omit<OwnCandlesFile, 'owner'>;
  readonly hours: Candles | null;
  readonly days: Candles;
}

const MOST_GAPS = 3;

/** Reads a file of candles of one market. @throws OwnCandlesRefusal */
export function readOwnCandles(name: string, bytes: Uint8Array): OwnCandles {
  const tooLarge = sizeProblem(bytes.length);
  if (tooLarge !== null) throw new OwnCandlesRefusal(tooLarge);
  const { candles, ...read } = parse(textOf(bytes));
  if (candles.length > OWN_CANDLES_LIMITS.bars)
    throw new OwnCandlesRefusal(
      `Die Datei hat ${formatCount(candles.length)} Kerzen, höchstens ${formatCount(OWN_CANDLES_LIMITS.bars)} sind möglich. Kürzen Sie den Zeitraum, oder nehmen Sie größere Kerzen.`,
    );
  const { barMs, hours, days } = barsOf(candles);
  const longest = hours !== null && hours.length > 0 ? hours : days;
  if (longest.length === 0)
    throw new OwnCandlesRefusal(
      `Die Kerzen ergeben keine ganze ${hours === null ? 'Tageskerze' : 'Stunde'}. Es braucht einen längeren Zeitraum.`,
    );
  const gaps = candleGaps(candles, barMs);
  return {
    file: {
      name: shownName(name),
      hash: candlesHash([
        ...(hours === null ? [] : [{ symbol: '1h', candles: hours }]),
        { symbol: '1d', candles: days },
      ]),
      bars: candles.length,
      barMs,
      decimals: decimalsOf(candles),
      hours: hours?.length ?? 0,
      days: days.length,
      firstDay: dayOf(longest.time[0]!),
      lastDay: dayOf(longest.time[longest.length - 1]!),
      remarks: candleFileRemarks(read),
      gaps: {
        count: gaps.length,
        missing: gaps.reduce((sum, { missing }) => sum + missing, 0),
        largest: largestOf(gaps),
      },
    },
    hours,
    days,
  };
}

const LOOKED_AT = 200;

/** As many as the newest prices are written with, but no more than make five figures; at least two. */
function decimalsOf({ close, length }: Candles): number {
  const written = Array.from(close.subarray(Math.max(0, length - LOOKED_AT), length), (price) => {
    const [, decimals = ''] = String(price).split('.');
    return decimals.length;
  });
  const telling = 4 - Math.floor(Math.log10(close[length - 1]!));
  return Math.max(2, Math.min(8, telling, Math.max(...written)));
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function largestOf(gaps: readonly CandleGap[]): CandleGap[] {
  const least = gaps.map(({ missing }) => missing).sort((a, b) => b - a)[MOST_GAPS - 1] ?? 0;
  return gaps.filter(({ missing }) => missing >= least).slice(0, MOST_GAPS);
}

/** Text in UTF-8, or in the UTF-16 of older Windows programs, which says so itself. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b)
    throw new OwnCandlesRefusal(
      'Das ist eine Excel-Mappe oder ein ZIP-Archiv. Speichern Sie die Tabelle als CSV.',
    );
  if (first === 0x1f && second === 0x8b)
    throw new OwnCandlesRefusal('Die Datei ist gepackt (gzip). Entpacken Sie sie zuerst.');
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const read = new TextDecoder(encoding).decode(bytes);
    const line = read.slice(0, read.indexOf('\ufffd')).split('\n').length;
    throw new OwnCandlesRefusal(
      `Zeile ${formatCount(line)}: Das ist kein Text in UTF-8. Wählen Sie beim Speichern „CSV UTF-8“.`,
    );
  }
}

function parse(text: string): CandleFile {
  try {
    return readCandleCsv(text);
  } catch (error) {
    if (!(error instanceof CandleCsvError)) throw error;
    throw new OwnCandlesRefusal(`Zeile ${formatCount(error.line)}: ${candleCsvReason(error)}`);
  }
}

function barsOf(candles: Candles): RuleBars {
  const bars = ruleBarsOf(candles);
  if (typeof bars !== 'string') return bars;
  switch (bars) {
    case 'single':
      throw new OwnCandlesRefusal('Die Datei hat nur eine Kerze, deren Länge niemand kennt.');
    case 'length':
      throw new OwnCandlesRefusal(
        `Die Kerzen sind ${barText(barInterval(candles))} lang. Regeln entscheiden auf Stunden- oder Tageskerzen; aus diesen lassen sich keine machen.`,
      );
    case 'uneven':
      throw new OwnCandlesRefusal(
        'Die Kerzen sind verschieden lang: Zwei fallen auf dieselbe Stunde oder denselben Tag.',
      );
  }
}
