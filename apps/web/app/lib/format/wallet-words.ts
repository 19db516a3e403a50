/** The specification's toast, byte-exact: of the wallet's own pages, and of those that only say what is left in it. */
export const WALLET_NOT_LOADED = 'Wallet-Daten konnten nicht geladen werden';

/** Of an amount that was covered when it was typed: its money was reserved or invested elsewhere meanwhile. */
export const FUNDS_WENT_ELSEWHERE = 'Ihr Guthaben reicht nicht mehr';
