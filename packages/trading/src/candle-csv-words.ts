/** How a file of candles was read, in German: what the command line and the pages say alike. */
import type { CandleCsvError, CandleCsvProblem, CandleFile } from './candle-csv.ts';

/** Why a line is refused; the line itself is not named in it. */
export const candleCsvReason = ({ problem, found }: Pick<CandleCsvError, 'problem' | 'found'>): string =>
  REASONS[problem](found);

/** What of a file was not read and what was assumed, one sentence each. */
export function candleFileRemarks({
  ignored,
  hasVolume,
  hasDecimalCommas,
  isNewestFirst,
}: Omit<CandleFile, 'candles'>): string[] {
  const names = ignored.map((name) => (name === '' ? 'eine Spalte ohne Namen' : `„${name}“`));
  return [
    ...(names.length > 0 ? [`Nicht gelesen: ${names.join(', ')}.`] : []),
    ...(hasVolume ? [] : ['Ohne Spalte für das Volumen; es zählt als 0.']),
    ...(hasDecimalCommas ? ['Kommas in Zahlen sind als Dezimalkommas gelesen.'] : []),
    ...(isNewestFirst ? ['Die neueste Kerze steht oben; gelesen ist von unten nach oben.'] : []),
  ];
}

const REASONS: Readonly<Record<CandleCsvProblem, (found: string) => string>> = {
  empty: () => 'Es gibt keine Kerze.',
  header: (found) =>
    `Die Kopfzeile muss Spalten für Zeit, Eröffnung, Hoch, Tief und Schluss nennen, etwa time,open,high,low,close,volume oder Date,Open,High,Low,Close,Volume, gefunden: „${found}“.`,
  columns: (found) => `Zwei Spalten passen auf dasselbe: ${found}. Lassen Sie nur eine stehen.`,
  cells: (found) => `Die Zeile hat nicht so viele Spalten wie die Kopfzeile, gefunden: ${found}.`,
  quote: () => 'Ein Anführungszeichen steht mitten in einer Spalte oder wird nicht geschlossen.',
  time: (found) =>
    `„${found}“ ist keine eindeutige Zeit. Möglich sind ISO 8601 in UTC, TT.MM.JJJJ und Unix-Zeit in Sekunden oder Millisekunden.`,
  unit: (found) => `Die Zeit „${found}“ ist anders geschrieben als die Zeiten darüber.`,
  duplicate: (found) => `Die Zeit ${found} kommt zweimal vor.`,
  order: (found) =>
    `Die Zeit ${found} steht nicht in der Reihe; Kerzen müssen durchgehend auf- oder absteigen.`,
  number: (found) => `„${found}“ ist keine Zahl.`,
  decimal: (found) =>
    `„${found}“ ist nicht eindeutig. Dezimalkommas sind nur mit Semikolon zwischen den Spalten möglich, dann in der ganzen Datei.`,
  sign: () => 'Kurse müssen größer als 0 sein, das Volumen darf nicht negativ sein.',
  range: () => 'Hoch und Tief umschließen Eröffnung und Schluss nicht.',
};
