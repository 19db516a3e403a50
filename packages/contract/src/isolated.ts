/** Letters that run from right to left, and the marks by which a text turns what stands beside it. */
const TURNS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** What opens or closes something, and could close what is put around it. */
const BRACKETS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * What a person wrote, for the middle of one of our sentences: in a language that is written from right to left it would change
 * places with the figures beside it. Other texts stay as they are. In markup `<bdi>` does the same.
 */
export function isolated(text: string): string {
  return TURNS.test(text) ? `\u2068${text.replace(BRACKETS, '')}\u2069` : text;
}

/** What a person wrote, as one sentence on one line: `Kurse fehlerhaft` → `Kurse fehlerhaft.` */
export function asSentence(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return `${isolated(line)}${/[.!?…]$/.test(line) ? '' : '.'}`;
}
