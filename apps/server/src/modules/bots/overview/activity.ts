import { asSentence, isolated } from '@botdepot/contract';
import { formatRange } from '@botdepot/money';
import type { EngineState } from '@botdepot/trading';
import {
  counted,
  formatDate,
  formatMoment,
  formatNumber,
  formatPercent,
  formatTime,
} from '../protocol/german.ts';
import { type OperatorPause, stillUntil } from './protection.ts';

/**
 * What a bot does right now, in one or two German sentences made from its state.
 * @param exposure Σ |position| as a fraction of equity.
 * @param coming.nextDecisionAt ms UTC; null when none is in sight. @param coming.nextEvent what runs or comes next in the
 * calendar, null for nothing, for a bot that trades around events; undefined for every other bot.
 * @param pause the operator's that lasts now.
 */
export function describeActivity(
  state: EngineState,
  exposure: number,
  coming: { nextDecisionAt: number | null; nextEvent?: NextEvent | null | undefined; now: Date },
  pause: OperatorPause | null = null,
): string {
  const held = state.broker.positions.filter(({ units }) => units !== 0).length;
  const holdings =
    held === 0
      ? 'Hält keine Positionen, alles in Geld.'
      : `Hält ${counted(held, 'Position', 'Positionen')}, ${investedText(exposure)}.`;
  if (pause !== null) {
    const selling = held === 0 ? '' : ' Verkauft wird zum nächsten Kurs des jeweiligen Marktes.';
    return `Vom Betreiber angehalten am ${formatMoment(pause.pausedAt.getTime())}: ${asSentence(pause.reason)} ${holdings}${selling}`;
  }
  const pausedUntil = stillUntil(coming.now.getTime(), state.drawdown.pausedUntil);
  if (pausedUntil !== null)
    return `Pausiert bis ${formatMoment(pausedUntil)}, weil der Rückgang die Grenze erreicht hat. ${holdings}`;
  const haltedUntil = stillUntil(coming.now.getTime(), state.dailyLoss?.haltedUntil ?? null);
  if (haltedUntil !== null)
    return `Pausiert bis ${formatMoment(haltedUntil)}, weil der Tagesverlust die Grenze erreicht hat. ${holdings}`;
  if (coming.nextEvent !== undefined)
    return `${holdings} ${describeCalendar(coming.nextEvent, held, coming.now)}`;
  if (coming.nextDecisionAt === null) return holdings;
  return `${holdings} Nächste Entscheidung ${whenText(coming.nextDecisionAt, coming.now)}.`;
}

/** With its day where that is not today, as Berlin counts days. */
function whenText(at: number, now: Date): string {
  const time = `um ${formatTime(at)}\u00a0Uhr`;
  return formatDate(at) === formatDate(now.getTime()) ? time : `am ${formatDate(at)} ${time}`;
}

/** With leverage a multiple says more than a percentage. */
const investedText = (exposure: number): string =>
  exposure <= 1
    ? `${formatPercent(exposure, 0)} angelegt`
    : `zusammen das ${formatNumber(exposure, 1)}-\u2060Fache des Vermögens`;

type NextEvent = { readonly name: string; readonly startsAt: Date; readonly endsAt: Date };

/** A start is possible at any time, so it says until when the money only waits. */
function describeCalendar(event: NextEvent | null, held: number, now: Date): string {
  if (event === null) return 'Kein Termin im Kalender. Bis es einen gibt, wartet das Geld.';
  if (event.startsAt <= now) return `Termin läuft: ${isolated(event.name)}, ${formatWindow(event)}.`;
  const waiting = held === 0 ? ' Bis dahin wartet das Geld.' : '';
  return `Nächster Termin: ${isolated(event.name)}, ${formatWindow(event)}.${waiting}`;
}

/** `04.12.2026, 17:00–22:00 Uhr` in Berlin; with both dates when the window runs past midnight there. */
function formatWindow({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  const until = formatDate(start) === formatDate(end) ? '' : ` (${formatDate(end)})`;
  return `${formatDate(start)}, ${formatRange(formatTime(start), formatTime(end))}\u00a0Uhr${until}`;
}
