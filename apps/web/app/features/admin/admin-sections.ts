/** Parts of the page that an address can name: `/admin#einzahlungen`. */
export const ADMIN_SECTIONS = {
  deposit: 'einzahlungen',
  withdrawal: 'auszahlungen',
  correction: 'wallet-korrigieren',
} as const;

/** Parts of a customer's page: `/admin/kunden/…#bots`. */
export const CUSTOMER_SECTIONS = {
  bookings: 'buchungen',
  bots: 'bots',
  ownBots: 'eigene-bots',
  deposits: 'einzahlungen',
  withdrawals: 'auszahlungen',
  chats: 'chats',
} as const;
