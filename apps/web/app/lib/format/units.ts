/** Requests and their limits are made in USD, wallet and bots count in USDT; one is one. */
export const REQUEST_UNIT = 'USD';
export const WALLET_UNIT = 'USDT';
