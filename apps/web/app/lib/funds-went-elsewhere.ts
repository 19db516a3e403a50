/** Of an amount that was covered when it was typed: its money was reserved or invested elsewhere meanwhile. */
export const FUNDS_WENT_ELSEWHERE = 'Ihr Guthaben reicht nicht mehr';
