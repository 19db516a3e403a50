import { TERMS, type Term } from '@botdepot/contract/terms';

/** `Rückgang`, `rueckgang` and `RUCKGANG` become one word, and `Profit-Faktor` one with `Profitfaktor`. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/([aou])e/g, '$1');

const SEARCHED = TERMS.map((term) => ({
  term,
  words: [term.word, ...term.also].map((word) => folded(word).replace(/[^\p{L}\p{N}]/gu, '')).join(' '),
}));

/** The terms that have all words of the text in their word or in another one for it; all of them for no text. */
export function matchingTerms(text: string): readonly Term[] {
  const wanted = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (wanted.length === 0) return text.trim() === '' ? TERMS : [];
  return SEARCHED.filter(({ words }) => wanted.every((word) => words.includes(word))).map(({ term }) => term);
}
