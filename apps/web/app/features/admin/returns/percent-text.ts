import { isReturnPercent } from '@botdepot/contract';
import { formatAmount, MICROS_PER_CENT } from '@botdepot/money';
import { NBSP } from '../../../lib/format/numbers.ts';

export interface ReadPercent {
  /** In hundredths of a percent; null as long as it is none that can be booked. */
  hundredths: bigint | null;
  /** Empty text and 0 are no problem yet, but no return either. */
  problem: string | null;
}

const PERCENT = /^([+\-−–]?)(\d+)(?:[.,](\d*))?$/;

/** Reads `0,5`, `+0.5`, `−0,5` or `-0,5 %` as a German-speaking person types or pastes it. */
export function readPercentText(text: string): ReadPercent {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return { hundredths: null, problem: null };
  const match = PERCENT.exec(typed);
  if (!match) return refused('Bitte geben Sie eine Zahl ein, zum Beispiel 0,5 oder −0,5.');
  const [, sign = '', whole = '0', fraction = ''] = match;
  if (fraction.length > 2) return refused('Höchstens zwei Stellen nach dem Komma.');
  const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  const hundredths = sign === '' || sign === '+' ? size : -size;
  if (hundredths === 0n) return { hundredths: null, problem: null };
  return isReturnPercent(hundredths)
    ? { hundredths, problem: null }
    : refused(`Die Rendite liegt über −100${NBSP}% und beträgt höchstens 100${NBSP}%.`);
}

const refused = (problem: string): ReadPercent => ({ hundredths: null, problem });

/** `+0,5`, `−12,25`: one decimal, two where they say something. */
export function percentNumber(hundredths: bigint): string {
  return formatAmount(hundredths * MICROS_PER_CENT, { sign: 'always' }).replace(/0$/, '');
}

/** `+0,5 %` */
export const percentLabel = (hundredths: bigint): string => `${percentNumber(hundredths)}${NBSP}%`;

/** As the API takes it: `-0.50`. */
export function percentOnWire(hundredths: bigint): string {
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

const STEP = 10n;

/** One step of 0.1 up or down, from 0 when nothing readable stands there. */
export function steppedPercent(text: string, by: 1 | -1): string {
  const from = readPercentText(text).hundredths ?? 0n;
  const next = from + BigInt(by) * STEP;
  if (next === 0n) return '0,0';
  return isReturnPercent(next) ? percentNumber(next) : text;
}
