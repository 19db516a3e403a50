/** The specification's toast, byte-exact: of the wallet's own pages, and of those that only say what is left in it. */
export const WALLET_NOT_LOADED = 'Wallet-Daten konnten nicht geladen werden';
