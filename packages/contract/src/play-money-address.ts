/**
 * What a play-money address is stands once, here: what a page refuses while somebody types is what the server refuses. It
 * is no part of `index.ts`, since only the page for withdrawals needs it.
 *
 * Play-money addresses are bech32m (BIP 350) with a human-readable part of our own, so that no network and no wallet
 * accepts them, and their checksum catches every slip of the pen.
 */
import { bech32m } from '@scure/base';
import { CRYPTO_CURRENCIES, type CryptoCurrency } from './catalogue.ts';

const PREFIX: Record<CryptoCurrency, string> = { USDT: 'demousdt', BTC: 'demobtc', ETH: 'demoeth' };
const BYTES = 20;

/** How the networks of our currencies write theirs: bech32, base58 (older Bitcoin, Tron), hexadecimal. */
const REAL_NETWORKS = [
  /^(bc|tb)1[02-9ac-hj-np-z]{11,87}$/i,
  /^[13T][1-9A-HJ-NP-Za-km-z]{25,34}$/,
  /^0x[\da-f]{40}$/i,
];

export type AddressProblem =
  | 'REAL_NETWORK_ADDRESS'
  | 'NOT_A_PLAY_MONEY_ADDRESS'
  | 'ADDRESS_OF_OTHER_CURRENCY';

/** @param bytes 20 of them. */
export function playMoneyAddress(currency: CryptoCurrency, bytes: Uint8Array): string {
  return bech32m.encode(PREFIX[currency], bech32m.toWords(bytes));
}

/** Why money of this currency cannot go there, as the code of an error; null when it can. Space around it is no matter. */
export function addressProblem(currency: CryptoCurrency, text: string): AddressProblem | null {
  const address = text.trim();
  const decoded = bech32m.decodeUnsafe(address);
  const owner = CRYPTO_CURRENCIES.find((candidate) => PREFIX[candidate] === decoded?.prefix);
  if (decoded && owner && bech32m.fromWordsUnsafe(decoded.words)?.length === BYTES)
    return owner === currency ? null : 'ADDRESS_OF_OTHER_CURRENCY';
  return REAL_NETWORKS.some((shape) => shape.test(address))
    ? 'REAL_NETWORK_ADDRESS'
    : 'NOT_A_PLAY_MONEY_ADDRESS';
}
