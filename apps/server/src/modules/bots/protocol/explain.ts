/** TurboBot's reasons in German, made from the figures of its decisions. */

import { formatRange } from '@botdepot/money';
import type { Decision, Figures, FillReason, TurboBotReason } from '@botdepot/trading';
import { counted, formatDate, formatNumber, formatPercent, formatTime, joinGerman } from './german.ts';

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

/** NewsBot's reasons in German, made from the figures of its decisions. Times are those of Berlin. */

/** Prices in a sentence that does not know its symbol: enough digits for a currency pair, few for an index. */
const formatLevel = (price: number): string => formatNumber(price, price < 10 ? 4 : 2);

/** NewsBot's reason for a market as a sentence. */
export function explainNews(reason: string, figures: Figures): string {
  const level = (name: string): string => {
    const price = figures[name];
    return typeof price === 'number' ? formatLevel(price) : '–';
  };
  switch (reason) {
    case 'breakout-up':
      return `Stundenschluss ${level('close')} über dem Hoch der ersten Stunde von ${level('high')}. Stopp bei ${level('stop')}, geplantes Ende mit dem Zeitfenster.`;
    case 'breakout-down':
      return `Stundenschluss ${level('close')} unter dem Tief der ersten Stunde von ${level('low')}. Stopp bei ${level('stop')}, geplantes Ende mit dem Zeitfenster.`;
    default:
      return WHY_NOT[reason] === undefined ? '' : `${WHY_NOT[reason]}.`;
  }
}

/** Why a market is not entered, after its name and a colon. */
const WHY_NOT: Readonly<Record<string, string>> = {
  'inside-range': 'Spanne der ersten Stunde noch nicht verlassen',
  'range-not-left': 'Spanne der ersten Stunde nicht verlassen',
  'range-known': 'Spanne der ersten Stunde steht fest',
  'window-too-short': 'Zeitfenster zu kurz',
  holding: 'Position läuft',
  'already-traded': 'Einstieg dieses Termins schon gehandelt',
  'missing-bars': 'Kurse fehlen',
  'closes-early': 'Markt schließt vor dem Ende des Zeitfensters',
};

/**
 * What a decision of NewsBot found, market by market, and the window it belongs to; the rest of the line says what is
 * ordered.
 */
export function commentNews({ figures, symbols }: Decision): string {
  const { startsAt, endsAt, markets, plannedRisk } = figures;
  const window =
    typeof startsAt === 'number' && typeof endsAt === 'number'
      ? `Termin am ${formatDate(startsAt)}, ${formatRange(formatTime(startsAt), formatTime(endsAt))}\u00a0Uhr.`
      : '';
  const byReason = new Map<string, string[]>();
  for (const { symbol, reason } of symbols) {
    const text = WHY_NOT[reason];
    if (text !== undefined) byReason.set(text, [...(byReason.get(text) ?? []), symbol]);
  }
  const why = [...byReason].map(([text, names]) => `${text}: ${joinGerman(names)}.`);
  const risk =
    typeof plannedRisk === 'number' && plannedRisk > 0
      ? `Geplantes Risiko dieser Aufträge: ${formatPercent(plannedRisk)} des Vermögens.`
      : '';
  const share = typeof markets === 'number' ? `${counted(markets, 'Markt', 'Märkte')} im Termin.` : '';
  return [window, share, ...why, risk].filter(Boolean).join(' ');
}

const LOOKBACK = /^change(\d+)d$/;

/** SmartBot's reason for a symbol as a sentence; the lookbacks come from the figures, so they are what was compared. */
export function explainTrend(reason: string, figures: Figures): string {
  if (reason === 'warming-up') return 'Der Kursverlauf ist noch zu kurz.';
  if (reason === 'no-price') return 'Seit mehr als zehn Tagen liegt kein Kurs vor.';
  const changes = Object.entries(figures)
    .flatMap(([name, change]) => {
      const days = LOOKBACK.exec(name)?.[1];
      return days === undefined || change === null ? [] : [{ days: Number(days), rose: change > 0 }];
    })
    .toSorted((a, b) => a.days - b.days);
  const above = changes.filter(({ rose }) => rose).map(({ days }) => days);
  const below = changes.filter(({ rose }) => !rose).map(({ days }) => days);
  if (above.length === 0 && below.length === 0) return '';
  if (below.length === 0) return `Kurs über dem Stand vor ${ago(above)}.`;
  if (above.length === 0) return `Kurs nicht über dem Stand vor ${ago(below)}.`;
  return `Kurs über dem Stand vor ${ago(above)}, nicht über dem vor ${ago(below)}.`;
}

const ago = (days: readonly number[]): string =>
  `${joinGerman(days)} ${days.length === 1 && days[0] === 1 ? 'Tag' : 'Tagen'}`;

/** Why a fill happened, in one word or two, for a table. */
export const FILL_REASONS: Readonly<Record<FillReason, string>> = {
  entry: 'Einstieg',
  exit: 'Ausstieg',
  reverse: 'Richtungswechsel',
  rebalance: 'Anpassung',
  stop: 'Stopp',
  'scheduled-close': 'Geplantes Ende',
  'drawdown-stop': 'Rückgangsgrenze',
  'daily-loss': 'Tagesverlustgrenze',
  'operator-pause': 'Vom Betreiber angehalten',
  'leverage-cap': 'Hebelgrenze',
  settlement: 'Abrechnung',
  liquidation: 'Auflösung',
  target: 'Gewinnziel',
  trailing: 'Nachgezogener Stopp',
  time: 'Haltedauer',
};
