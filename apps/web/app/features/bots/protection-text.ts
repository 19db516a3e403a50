import { asSentence, type Protection } from '@botdepot/contract';
import { formatAmount, inUsdt, type Micros } from '@botdepot/money';
import { formatDate, formatDateTime } from '../../lib/format/dates.ts';
import { formatPercent, NBSP, shareOfCapital } from '../../lib/format/numbers.ts';

const percent = (fraction: number) =>
  formatPercent(Math.abs(fraction), { digits: Number.isInteger(Math.round(fraction * 1e6) / 1e4) ? 0 : 2 });

type Hold = NonNullable<Protection['operator']>;

/** Since when the operator holds the bot, and why, in the operator's own words. */
export const heldText = ({ since, reason }: Hold): string =>
  `Der Betreiber hat den Bot am ${formatDateTime(since)} angehalten: ${asSentence(reason)}`;

interface ProtectionText {
  /** One or two words for the state. */
  word: string;
  /** How far away the limit is, or what was done when it was reached. */
  text: string;
  /** What it does not trade because of a stale price; null for nothing. */
  halted: string | null;
}

export function protectionText(protection: Protection): ProtectionText {
  const { state, cause, until, operator, drawdownFraction, drawdownSince, drawdownLimit, staleSymbols } =
    protection;
  const halted =
    staleSymbols.length === 0 ? null : `Ausgesetzt, weil der Kurs veraltet ist: ${staleSymbols.join(', ')}.`;
  if (operator)
    return {
      word: 'Angehalten',
      text: `${heldText(operator)} Bis er ihn fortsetzt, kauft der Bot nichts.`,
      // Whatever it does not trade for this reason, it trades nothing at all.
      halted: null,
    };
  if (state === 'ready' || until === null)
    return {
      word: 'Schutz bereit',
      text: `Der Bot liegt ${formatPercent(Math.abs(drawdownFraction))} unter seinem höchsten Stand${sincePause(drawdownSince)}, ab ${percent(drawdownLimit)} verkauft er alles und pausiert.`,
      halted,
    };
  const reached =
    cause === 'daily_loss'
      ? 'der Verlust eines Tages die Grenze erreicht hat'
      : `der Rückgang ${percent(drawdownLimit)} erreicht hat`;
  return {
    word: 'Schutz aktiv',
    text: `Der Verkauf aller Positionen wurde ausgelöst, weil ${reached}. Bis ${formatDateTime(until)} kauft der Bot nichts.`,
    halted,
  };
}

const sincePause = (at: string | null) =>
  at === null ? '' : ` seit dem Ende der Pause am ${formatDate(at)}`;

/**
 * How far it is from here to the sale of everything, and what that would take from an amount that starts now. The limit counts
 * from the bot's highest value, the amount from today's.
 */
export function stopDistanceText(protection: Protection, amount: Micros): string {
  const { state, until, operator, drawdownFraction, drawdownLimit } = protection;
  if (operator) return 'Gerade ist der Bot vom Betreiber angehalten und kauft nichts.';
  if (state === 'paused' && until !== null)
    return `Der Schutz ist gerade aktiv: Bis ${formatDateTime(until)} kauft der Bot nichts.`;
  const left = Math.min(0, (1 + drawdownLimit) / (1 + drawdownFraction) - 1);
  const loss = formatAmount(shareOfCapital(amount, -left));
  return `Bis zum Verkauf bei ${percent(drawdownLimit)} Rückgang fehlen heute noch ${formatPercent(-left)}, bei ${inUsdt(amount)} sind das ${loss}${NBSP}USDT.`;
}
