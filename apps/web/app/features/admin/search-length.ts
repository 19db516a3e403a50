/** Fewer letters would find nearly everybody. */
export const SEARCH_MIN_LENGTH = 2;
/** As long as the contract takes. */
export const SEARCH_MAX_LENGTH = 200;
