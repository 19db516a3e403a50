/** The short numbers by which customers name what they have, as the pages show them: „E-1005“. */
import type { Deposit, Investment, Transaction, Withdrawal } from '@botdepot/contract';
import { type Reference, readSearchTerms } from '../../../platform/search-terms.ts';

/** `F-104` is for the team. */
export type NumberedKind = Exclude<Reference['kind'], 'approval'>;
export type OwnNumber = { kind: NumberedKind; number: number /** `E-1005` */; reference: string };
export type Numbered =
  | { kind: 'deposit'; item: Deposit }
  | { kind: 'withdrawal'; item: Withdrawal }
  | { kind: 'investment'; item: Investment }
  | { kind: 'correction'; item: Transaction };

/** How a question would name each if it had no number. */
const ASKED: Record<NumberedKind, string> = {
  deposit: 'meine Einzahlung',
  withdrawal: 'meine Auszahlung',
  investment: 'mein Bot',
  correction: 'meine Buchung',
};

/** Without a hyphen it has the length that all of them have: „A4“ is none. „a 1000“ is „ein 1000er“ in dialect, „E 1005“ is a number. */
const WRITTEN =
  /(?<![\p{L}\p{N}.@-])([eabk])(?:[-‐‑–—]|[ \u00a0][-‐‑–—][ \u00a0]?(?=\d{4})|(?<!a)[ \u00a0](?=\d{4})|(?=\d{4}))(\d{1,12})(?![\p{L}\p{N}])/giu;
/** More are not looked up for one answer. */
const MOST_AT_ONCE = 3;

function read(letter: string, digits: string): OwnNumber | undefined {
  const { reference } = readSearchTerms(`${letter}-${digits}`);
  if (!reference || reference.kind === 'approval') return undefined;
  const { kind, number } = reference;
  return { kind, number, reference: `${letter.toUpperCase()}-${number}` };
}

/** Each once, in the order in which they are named. */
export function numbersIn(message: string): OwnNumber[] {
  const found = [...message.matchAll(WRITTEN)].flatMap(
    ([, letter = '', digits = '']) => read(letter, digits) ?? [],
  );
  return [...new Map(found.map((one) => [one.reference, one])).values()].slice(0, MOST_AT_ONCE);
}

/** „Was ist mit E-1005?“ → „Was ist mit meine Einzahlung?“: what is asked of it is understood as of any other one. */
export const inWords = (message: string): string =>
  message.replace(WRITTEN, (whole, letter: string, digits: string) => {
    const kind = read(letter, digits)?.kind;
    return kind ? ASKED[kind] : whole;
  });
