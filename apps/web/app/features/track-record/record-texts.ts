/** What the record says in words, and its months as a table; no React. */
import type { MonthlyReturn, SeriesEndReason, TrackRecord, TrackRecordSeries } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import { measuredDays, notYetMeasuredText } from '../../entities/bot/measured-days.ts';
import { formatDate, formatDateTimeShort, formatTime } from '../../lib/format/dates.ts';
import { formatCount, formatPercent, shareOfCapital } from '../../lib/format/numbers.ts';
import { formatUtcDay, formatUtcPeriod } from '../../lib/format/plain-days.ts';

export interface RecordYear {
  year: number;
  months: (number | null)[];
  total: number;
}

/** Calendar years with their twelve months; a year's return is the product of its months. */
export function yearsOf(months: readonly MonthlyReturn[]): RecordYear[] {
  const years = new Map<number, RecordYear>();
  for (const { month, returnFraction } of months) {
    const year = Number(month.slice(0, 4));
    const row = years.get(year) ?? { year, months: new Array<number | null>(12).fill(null), total: 0 };
    row.months[Number(month.slice(5, 7)) - 1] = returnFraction;
    row.total = (1 + row.total) * (1 + returnFraction) - 1;
    years.set(year, row);
  }
  return [...years.values()].sort((a, b) => a.year - b.year);
}

/** The month that is not over yet, if there is one. */
export function runningMonth(months: readonly MonthlyReturn[]): string | undefined {
  return months.find(({ finished }) => !finished)?.month;
}

/** `20.04.2026 bis 21.11.2026`; within one day the hours. */
export function periodText(from: string, to: string): string {
  if (formatDate(from) !== formatDate(to)) return `${formatDate(from)} bis ${formatDate(to)}`;
  return `${formatDateTimeShort(from)} bis ${formatTime(to)}\u00a0Uhr`;
}

/** What the bot's record is at: it runs, it does not, it never has. */
export function statusText({ running, series: [newest] }: TrackRecord): string {
  if (!newest) return running ? 'läuft, noch nichts versiegelt' : 'handelt noch nicht';
  if (newest.closed) return `beendet am ${formatDate(newest.closed.at)}`;
  return `läuft seit ${formatDate(newest.from)}`;
}

/** „Gemessen“ is said from the 30th live day on, not before. */
export function measuredText({ measured, series: [newest] }: TrackRecord): string {
  if (measured) {
    const { from, to, returnFraction, maxDrawdownFraction } = measured;
    const earned = formatPercent(returnFraction, { sign: 'always' });
    return `Gemessen vom ${formatDate(from)} bis ${formatDate(to)}: ${earned}, größter Rückgang von Minute zu Minute ${formatPercent(maxDrawdownFraction)}`;
  }
  return notYetMeasuredText(newest && !newest.closed ? measuredDays(newest) : null);
}

const END_REASONS: Record<SeriesEndReason, string> = {
  'used-up': 'Das Kapital war aufgebraucht. Die Anteile wurden wertlos.',
  ended: 'Der Bot wurde beendet oder auf eine andere Kursquelle umgestellt.',
};

export function endText({ closed }: TrackRecordSeries): string | null {
  return closed && END_REASONS[closed.reason];
}

/** `3 von 12`; „–“ while no day or month is over. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatCount(part)} von ${formatCount(whole)}`;
}

/** What is not in the chain yet is said as such. */
export function unsealedText(count: number): string {
  if (count === 0) return 'nichts, alles ist versiegelt';
  return count === 1
    ? '1 Feststellung; sie kommt mit dem nächsten Siegel hinzu'
    : `${formatCount(count)} Feststellungen; sie kommen mit den nächsten Siegeln hinzu`;
}

/** How far it fell, and what that would be of this amount. */
export function fallText(maxDrawdownFraction: number, capital: Micros): string {
  if (maxDrawdownFraction === 0) return 'Der Wert lag nie unter dem höchsten Stand davor.';
  const share = formatPercent(-maxDrawdownFraction);
  return `Bis zu ${share} unter dem höchsten Stand davor. Von ${inUsdt(capital)} wären das ${inUsdt(shareOfCapital(capital, -maxDrawdownFraction))}.`;
}

/** What buying and holding would have made of this amount, and from when to when; „–“ and why where nobody can say. */
export function holdingText(
  { buyAndHold, sourceChanges, closed }: TrackRecordSeries,
  capital: Micros,
): string {
  if (buyAndHold) {
    const { held, bot } = buyAndHold;
    const became = (fraction: number) => inUsdt(capital + shareOfCapital(capital, fraction));
    const fall = held.maxDrawdownFraction === 0 ? 'ohne' : 'mit bis zu';
    const share = held.maxDrawdownFraction === 0 ? '' : ` ${formatPercent(-held.maxDrawdownFraction)}`;
    return `Gehalten wären daraus ${became(held.returnFraction)} geworden, ${fall}${share} Rückgang (${holdingDays(buyAndHold)}, Tage nach UTC). Der Bot machte in denselben Tagen ${became(bot.returnFraction)} daraus.`;
  }
  if (sourceChanges.length > 0)
    return '– Die Kursquelle hat gewechselt. Über zwei Märkte hinweg wird nicht verglichen.';
  return closed
    ? '– Für diese Reihe gibt es keinen vollen Tag (UTC) mit vergleichbaren Kursen.'
    : '– Verglichen wird ab dem ersten vollen Tag (UTC).';
}

/** Over which days, and what else it takes to compare with the bot. */
export function holdingNote({ buyAndHold }: TrackRecordSeries): string {
  if (!buyAndHold) return 'dieselben Märkte, einmal zu gleichen Teilen gekauft';
  const { held, bot } = buyAndHold;
  const percent = (fraction: number) => formatPercent(fraction, { sign: 'always' });
  return `${holdingDays(buyAndHold)}, größter Rückgang ${formatPercent(held.maxDrawdownFraction)}; der Bot in denselben Tagen ${percent(bot.returnFraction)}`;
}

/** `28.02.2026 bis 01.03.2026` by UTC, or one day. */
export function holdingDays({ from, to }: { from: string; to: string }): string {
  const first = from.slice(0, 10);
  const last = new Date(Date.parse(to) - 1).toISOString().slice(0, 10);
  return first === last ? formatUtcDay(first) : formatUtcPeriod(first, last);
}

/** @param moved whether its value did: without costs it holds what was bought before it was measured. */
export function costsText(costsFraction: number, capital: Micros, moved = false): string {
  const none = moved
    ? 'Keine: Seit Beginn der Messung wurde nichts gekauft oder verkauft, nur gehalten, was vorher gekauft war.'
    : 'Keine: Es wurde noch nicht gehandelt.';
  return costsFraction === 0
    ? none
    : `${inUsdt(shareOfCapital(capital, costsFraction))} für Käufe, Verkäufe und gehaltene Positionen. Sie sind oben schon abgezogen.`;
}
