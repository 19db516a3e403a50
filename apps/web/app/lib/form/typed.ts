/** What somebody types, read and refused alike in every field. */
import { type AmountProblem, formatAmount, type Micros, parseAmount } from '@botdepot/money';
import { NBSP } from '../format/numbers.ts';

export interface AmountLimits {
  min?: Micros | undefined;
  max?: Micros | undefined;
  unit?: string | undefined;
}

export type ReadAmount = { amount: Micros; problem: null } | { amount: null; problem: string | null };

/** What was typed, and what to do about it. Every refusal names the way out; none guesses another amount. */
const PROBLEMS: Record<Exclude<AmountProblem, 'empty' | 'in-euros'>, string> = {
  'not-a-number': 'Bitte geben Sie einen Betrag ein, zum Beispiel 1.234,56.',
  negative: 'Der Betrag muss größer als 0 sein.',
  ambiguous: 'Dieser Betrag ist nicht eindeutig. Schreiben Sie zum Beispiel 1234 oder 1.234,00.',
  'too-many-decimals': 'Höchstens zwei Stellen nach dem Komma.',
  'too-large': 'Dieser Betrag ist zu groß.',
};

/** Empty text is no problem yet, but no amount either: the button stays disabled, nothing turns red. */
export function readAmountText(text: string, { min, max, unit = 'USDT' }: AmountLimits = {}): ReadAmount {
  const parsed = parseAmount(text);
  if (!parsed.ok) return { amount: null, problem: problemOf(parsed.reason, unit) };
  if (parsed.value <= 0n) return { amount: null, problem: PROBLEMS.negative };
  if (min !== undefined && parsed.value < min) {
    return { amount: null, problem: `Mindestens ${formatAmount(min)}${NBSP}${unit}.` };
  }
  if (max !== undefined && parsed.value > max) {
    return { amount: null, problem: `Höchstens ${formatAmount(max)}${NBSP}${unit}.` };
  }
  return { amount: parsed.value, problem: null };
}

function problemOf(reason: AmountProblem, unit: string): string | null {
  if (reason === 'empty') return null;
  if (reason === 'in-euros') return `Der Betrag gilt in ${unit}, nicht in Euro. Bitte ohne Euro-Zeichen.`;
  return PROBLEMS[reason];
}

/**
 * What was probably meant by a text that can be read in two ways, to be offered and never taken by itself: a group of three
 * digits at the end is read as thousands (`1.000`), a last separator before fewer as the decimal one (`1,234.56`).
 */
export function likelyAmount(text: string): Micros | null {
  const parsed = parseAmount(text);
  if (parsed.ok || parsed.reason !== 'ambiguous') return null;
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  const meant = parseAmount(`${whole.replace(/[.,]/g, '')}${cents && `,${cents}`}`);
  return meant.ok ? meant.value : null;
}

/** Whether no amount was typed, or one that moves nothing: none, zero, or less. */
export function isNothing(text: string): boolean {
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.value <= 0n : parsed.reason === 'empty' || parsed.reason === 'negative';
}

/** What a chip writes into the field. */
export function amountAsText(amount: Micros): string {
  return formatAmount(amount);
}

const TYPED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/;

/**
 * Reads a day as Germans write it, with or without leading zeros: `24.07.2025`, `1.8.25`. Two digits are a year of this
 * century. Gives `2025-07-24`, or null for what is no day.
 */
export function readTypedDay(text: string): string | null {
  const parts = TYPED.exec(text.trim());
  if (parts === null) return null;
  const [, date = '', month = '', year = ''] = parts;
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/** What is wrong with a typed day, in German; null where nothing is, or nothing was typed yet. */
export function typedDayProblem(text: string): string | null {
  if (text.trim() === '' || readTypedDay(text) !== null) return null;
  // A day that is written well and is none is another mistake than one that is not written as a day.
  return TYPED.test(text.trim())
    ? 'Diesen Tag gibt es nicht.'
    : 'Bitte als Tag.Monat.Jahr, zum Beispiel 04.12.2026.';
}

/** Whether a text is a day of the calendar, `2025-07-24`. */
export function isDay(text: string): boolean {
  // Date.parse alone would take 2023-02-30 for the 2nd of March in some browsers.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(Date.parse(text)).toISOString().startsWith(text);
}
