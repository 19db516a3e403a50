/** An en dash at which no line ends: the word joiner after it is invisible and has no width. */
const TO = '–\u2060';

/** From one figure to another as Germans write it, in one piece: `15–30`, `2019–2023`. */
export const formatRange = (from: number | string, to: number | string): string => `${from}${TO}${to}`;
