/** Ids of one beginning, both ends included. */
export type IdRange = { readonly from: string; readonly to: string };

/**
 * The short numbers for people: `E-1688` is a deposit, `A-2041` a withdrawal, `B-3309` an investment, `K-1001` the correction
 * of a wallet, `F-104` what one admin has asked another one for.
 */
export type Reference = {
  readonly kind: 'deposit' | 'withdrawal' | 'investment' | 'correction' | 'approval';
  readonly number: number;
};

/** What somebody may have meant who looks for a person or a thing. */
export type SearchTerms = {
  /** In lower case, as addresses are stored. */
  readonly text: string;
  readonly ids: IdRange | null;
  readonly reference: Reference | null;
};

const KINDS = { E: 'deposit', A: 'withdrawal', B: 'investment', K: 'correction', F: 'approval' } as const;
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
  const [, letter = '', digits] = /^([eabkf])-?(\d{1,12})$/.exec(text) ?? [];
  const kind = KINDS[letter.toUpperCase() as keyof typeof KINDS] as Reference['kind'] | undefined;
  return kind === undefined ? null : { kind, number: Number(digits) };
}
