import type { MarketType } from '@botdepot/contract/catalogue';

/** What the pages are called, in the order of the menu. The address is part of the specification. */
export const MARKET_PAGES: readonly { slug: string; type: MarketType; label: string; title: string }[] = [
  { slug: 'krypto', type: 'crypto', label: 'Krypto', title: 'Kryptowährungen' },
  { slug: 'forex', type: 'forex', label: 'Forex', title: 'Devisen' },
  { slug: 'indizes', type: 'indices', label: 'Indizes', title: 'Aktienindizes' },
  { slug: 'rohstoffe', type: 'commodities', label: 'Rohstoffe', title: 'Rohstoffe' },
];
