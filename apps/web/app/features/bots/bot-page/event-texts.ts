/** Windows of the calendar in words; times are those of Berlin, where the windows are made. */
import { isolated, type TradingEvent } from '@botdepot/contract';
import { windowText } from '../../../entities/bot/event-windows.ts';
import { formatTime } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';

/** Where a window comes from, when that has to be said and its name does not say it already. */
export function originText({ origin, name }: Pick<TradingEvent, 'origin' | 'name'>): string | null {
  switch (origin) {
    case 'demo':
      return name.includes('erfunden') ? null : 'Demo-Termin, erfunden';
    case 'admin':
      return 'von Hand eingetragen';
    case 'specification':
      return 'der erste Termin';
    case 'calendar':
      return null;
  }
}

/** What the next window is, at this moment. */
export function nextWindowText(next: TradingEvent | null, now: number): string {
  if (!next) return 'Kein Termin im Kalender.';
  const origin = originText(next);
  const name = `${isolated(next.name)}${origin ? ` (${origin})` : ''}`;
  if (Date.parse(next.startsAt) <= now)
    return `Läuft gerade: ${name}, bis ${formatTime(next.endsAt)}${NBSP}Uhr.`;
  return `Nächster Termin: ${name}, ${windowText(next)}.`;
}

/** What the windows mean for money that is invested at this moment. */
export function waitingText(next: TradingEvent | null, now: number): string {
  if (!next) return 'Solange keiner eingetragen ist, wartet Ihr Einsatz, ohne angelegt zu sein.';
  if (Date.parse(next.startsAt) <= now) return 'Danach wartet Ihr Einsatz auf das nächste Fenster.';
  return 'Bis dahin wartet Ihr Einsatz, ohne angelegt zu sein.';
}
