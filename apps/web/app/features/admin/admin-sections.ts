/** Parts of the page that an address can name: `/admin#einzahlungen`. */
export const ADMIN_SECTIONS = {
  deposit: 'einzahlungen',
  withdrawal: 'auszahlungen',
  correction: 'wallet-korrigieren',
} as const;
