import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRYPTO_CURRENCIES } from './catalogue.ts';
import { addressProblem, playMoneyAddress } from './play-money-address.ts';

const currency = fc.constantFrom(...CRYPTO_CURRENCIES);
const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });

describe('a play-money address', () => {
  it('is accepted for its currency, however it is written, and for no other', () => {
    fc.assert(
      fc.property(currency, currency, bytes, (own, asked, content) => {
        const address = playMoneyAddress(own, content);
        const expected = own === asked ? null : 'ADDRESS_OF_OTHER_CURRENCY';
        expect(addressProblem(asked, address)).toBe(expected);
        expect(addressProblem(asked, ` ${address.toUpperCase()}\n`)).toBe(expected);
      }),
    );
  });

  it('is none any more once a character of it is wrong or missing', () => {
    fc.assert(
      fc.property(currency, bytes, fc.nat(), (own, content, anywhere) => {
        const address = playMoneyAddress(own, content);
        const place = anywhere % address.length;
        const [before, after] = [address.slice(0, place), address.slice(place + 1)];
        const other = address[place] === 'q' ? 'p' : 'q';
        expect(addressProblem(own, before + other + after)).toBe('NOT_A_PLAY_MONEY_ADDRESS');
        expect(addressProblem(own, before)).toBe('NOT_A_PLAY_MONEY_ADDRESS');
      }),
    );
  });

  it('has the length of ours', () => {
    expect(addressProblem('BTC', playMoneyAddress('BTC', new Uint8Array(32)))).toBe(
      'NOT_A_PLAY_MONEY_ADDRESS',
    );
  });
});

it.each([
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
])('%s belongs to a real network', (address) => {
  for (const currency of CRYPTO_CURRENCIES)
    expect(addressProblem(currency, ` ${address}`)).toBe('REAL_NETWORK_ADDRESS');
});

it.each(['', 'hallo', 'demobtc1', '0x', 'DE89370400440532013000', 'Tante Emma', '1'.repeat(500)])(
  '%j is no address of ours, and of nobody else',
  (text) => expect(addressProblem('BTC', text)).toBe('NOT_A_PLAY_MONEY_ADDRESS'),
);
