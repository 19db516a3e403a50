/** TurboBot's reasons in German, made from the figures of its decisions. */
import type { Decision, Figures, TurboBotReason } from '@botdepot/trading';
import { counted, formatPercent, joinGerman } from './german.ts';

/** TurboBot's reason for a symbol as a sentence; days and distances come from the figures, so they are what was compared. */
export function explainBreakout(reason: string, figures: Figures): string {
  // An older version of the strategy may have written other reasons; they say nothing rather than something wrong.
  const explain = SENTENCES[reason as TurboBotReason] as ((figures: Figures) => string) | undefined;
  return explain?.(figures) ?? '';
}

const SENTENCES: Readonly<Record<TurboBotReason, (figures: Figures) => string>> = {
  'breakout-up': (figures) =>
    `Schluss ${beyond(figures, 'toBreakoutUp')} über dem Hoch der ${days(figures, 'entryDays')} davor. Stopp ${stop(figures)} unter dem Einstieg.`,
  'breakout-down': (figures) =>
    `Schluss ${beyond(figures, 'toBreakoutDown')} unter dem Tief der ${days(figures, 'entryDays')} davor. Stopp ${stop(figures)} über dem Einstieg.`,
  'holding-long': (figures) =>
    `Ausbruch nach oben hält: Schluss nicht unter dem Tief der ${days(figures, 'exitDays')} davor.`,
  'holding-short': (figures) =>
    `Ausbruch nach unten hält: Schluss nicht über dem Hoch der ${days(figures, 'exitDays')} davor.`,
  'exit-long': (figures) =>
    `Ausbruch nach oben vorbei: Schluss unter dem Tief der ${days(figures, 'exitDays')} davor.`,
  'exit-short': (figures) =>
    `Ausbruch nach unten vorbei: Schluss über dem Hoch der ${days(figures, 'exitDays')} davor.`,
  'inside-channel': (figures) =>
    `Kein Ausbruch: Bis zum Hoch der ${days(figures, 'entryDays')} davor fehlen ${percent(figures.toBreakoutUp)}, bis zum Tief ${percent(figures.toBreakoutDown)}.`,
  'warming-up': () => 'Der Kursverlauf ist noch zu kurz.',
  'no-price': () => 'Seit mehr als zehn Tagen liegt kein Kurs vor.',
};

/**
 * Why a decision of TurboBot leaves markets alone: how many did not break out and which of them came nearest, and those
 * that could not be judged.
 */
export function commentBreakout({ symbols }: Decision): string {
  const waiting = symbols
    .filter(({ reason }) => reason === 'inside-channel')
    .map(({ symbol, figures }) => {
      const up = figures.toBreakoutUp ?? Number.POSITIVE_INFINITY;
      const down = figures.toBreakoutDown ?? Number.POSITIVE_INFINITY;
      return { symbol, figures, side: up <= down ? 'Hoch' : 'Tief', missing: Math.min(up, down) };
    })
    .toSorted((a, b) => a.missing - b.missing);
  const [nearest] = waiting;
  const named = (wanted: TurboBotReason): string[] =>
    symbols.filter(({ reason }) => reason === wanted).map(({ symbol }) => symbol);
  const parts = [
    nearest === undefined
      ? ''
      : `Kein Ausbruch in ${counted(waiting.length, 'Markt', 'Märkten')}, am nächsten ${nearest.symbol}: Bis zum ${nearest.side} der ${days(nearest.figures, 'entryDays')} davor fehlen ${percent(nearest.missing)}.`,
    listed('Kursverlauf noch zu kurz', named('warming-up')),
    listed('Seit mehr als zehn Tagen kein Kurs', named('no-price')),
  ];
  return parts.filter(Boolean).join(' ');
}

const listed = (title: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `${title}: ${joinGerman(names)}.`;

/** How far a close lies beyond its channel: the figure is what is missing, so it is negative. */
const beyond = (figures: Figures, name: string): string => {
  const missing = figures[name];
  return percent(typeof missing === 'number' ? -missing : null);
};

const stop = ({ stopDistance, close }: Figures): string =>
  percent(typeof stopDistance === 'number' && typeof close === 'number' ? stopDistance / close : null);

const days = (figures: Figures, name: string): string => {
  const count = figures[name];
  return typeof count === 'number' ? counted(count, 'Tag', 'Tage') : 'Tage';
};

/** Less than a tenth of a per cent gets a second decimal: a breakout of 0.0 % would look like none. */
const percent = (fraction: number | null | undefined): string =>
  typeof fraction === 'number' && Number.isFinite(fraction)
    ? formatPercent(fraction, Math.abs(fraction) < 0.001 ? 2 : 1)
    : '–';
