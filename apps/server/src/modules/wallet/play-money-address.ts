import { createHash } from 'node:crypto';
import { type CryptoCurrency, DomainError } from '@botdepot/contract';
import { addressProblem, playMoneyAddress } from '@botdepot/contract/play-money-address';

function addressFor(currency: CryptoCurrency, seed: string): string {
  const hash = createHash('sha256').update(`play money|${currency}|${seed}`).digest().subarray(0, 20);
  return playMoneyAddress(currency, hash);
}

/** The platform's fixed deposit address of a currency. */
export const depositAddress = (currency: CryptoCurrency): string => addressFor(currency, 'deposits');

/** The address that a customer is offered for withdrawals: always the same one per customer and currency. */
export const ownAddress = (currency: CryptoCurrency, userId: string): string => addressFor(currency, userId);

/**
 * Accepts a play-money address of the currency and returns its canonical, lower-case form. Throws
 * REAL_NETWORK_ADDRESS, NOT_A_PLAY_MONEY_ADDRESS (no address at all, or a misspelt one) or ADDRESS_OF_OTHER_CURRENCY.
 */
export function parsePlayMoneyAddress(currency: CryptoCurrency, text: string): string {
  const problem = addressProblem(currency, text);
  if (problem !== null) throw DomainError.of(problem);
  return text.trim().toLowerCase();
}
