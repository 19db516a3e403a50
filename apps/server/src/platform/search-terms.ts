/** Ids of one beginning, both ends included. */
export type IdRange = { readonly from: string; readonly to: string };

/**
 * The short numbers for people: `E-1688` is a deposit, `A-2041` a withdrawal, `B-3309` an investment, `K-1001` the correction
 * of a wallet.
 */
export type Reference = {
  readonly kind: 'deposit' | 'withdrawal' | 'investment' | 'correction';
  readonly number: number;
};

/** What somebody may have meant who looks for a person or a thing. */
export type SearchTerms = {
  /** In lower case, as addresses are stored. */
  readonly text: string;
  readonly ids: IdRange | null;
  readonly reference: Reference | null;
};

const KINDS = { E: 'deposit', A: 'withdrawal', B: 'investment', K: 'correction' } as const;
/** Ids begin with their time, so fewer digits than these would name everything of a quarter of an hour. */
const ID_BEGINNING = /^[0-9a-f]{8,32}$/;

export function readSearchTerms(query: string): SearchTerms {
  const text = query.trim().toLowerCase();
  return { text, ids: readIdRange(text), reference: readReference(text) };
}

function readIdRange(text: string): IdRange | null {
  const digits = text.replaceAll('-', '');
  if (!ID_BEGINNING.test(digits)) return null;
  return { from: uuidOf(digits.padEnd(32, '0')), to: uuidOf(digits.padEnd(32, 'f')) };
}

const uuidOf = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function readReference(text: string): Reference | null {
  const match = /^([eabk])-?(\d{1,12})$/.exec(text);
  const letter = match?.[1]?.toUpperCase();
  if (letter !== 'E' && letter !== 'A' && letter !== 'B' && letter !== 'K') return null;
  return { kind: KINDS[letter], number: Number(match?.[2]) };
}
