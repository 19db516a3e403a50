import { createHash } from 'node:crypto';
import { CRYPTO_CURRENCIES, type CryptoCurrency, DomainError } from '@botdepot/contract';
import { bech32m } from '@scure/base';

/**
 * Play-money addresses are bech32m (BIP 350) with a human-readable part of our own, so that no network and no wallet
 * accepts them, and their checksum catches every slip of the pen.
 */
const PREFIX: Record<CryptoCurrency, string> = { USDT: 'demousdt', BTC: 'demobtc', ETH: 'demoeth' };

function addressFor(currency: CryptoCurrency, seed: string): string {
  const hash = createHash('sha256').update(`play money|${currency}|${seed}`).digest().subarray(0, 20);
  return bech32m.encode(PREFIX[currency], bech32m.toWords(hash));
}

/** The platform's fixed deposit address of a currency. */
export const depositAddress = (currency: CryptoCurrency): string => addressFor(currency, 'deposits');

/** The address that a customer is offered for withdrawals: always the same one per customer and currency. */
export const ownAddress = (currency: CryptoCurrency, userId: string): string => addressFor(currency, userId);

/**
 * Accepts a play-money address of the currency and returns its canonical, lower-case form. Throws
 * NOT_A_PLAY_MONEY_ADDRESS for everything that a real network could accept or that is misspelt, and
 * ADDRESS_OF_OTHER_CURRENCY for a play-money address of another currency.
 */
export function parsePlayMoneyAddress(currency: CryptoCurrency, text: string): string {
  const decoded = bech32m.decodeUnsafe(text.trim());
  const owner = CRYPTO_CURRENCIES.find((candidate) => PREFIX[candidate] === decoded?.prefix);
  if (!decoded || !owner) throw DomainError.of('NOT_A_PLAY_MONEY_ADDRESS');
  const bytes = bech32m.fromWordsUnsafe(decoded.words);
  if (bytes?.length !== 20) throw DomainError.of('NOT_A_PLAY_MONEY_ADDRESS');
  if (owner !== currency) throw DomainError.of('ADDRESS_OF_OTHER_CURRENCY');
  return text.trim().toLowerCase();
}
