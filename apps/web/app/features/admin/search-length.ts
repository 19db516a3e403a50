/** Fewer letters would find nearly everybody. */
export const SEARCH_MIN_LENGTH = 2;
