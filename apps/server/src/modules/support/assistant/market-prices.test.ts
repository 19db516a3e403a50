import { MARKET_SYMBOLS, marketWords } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import type { CustomerFacts } from './customer-facts.ts';
import { findTopic } from './find-topics.ts';
import { askedMarkets, marketPrices } from './market-prices.ts';

describe('a question for a price', () => {
  it.each([
    ['Wie ist der Kurs von Bitcoin?', ['BTC/USD']],
    ['Wie hoch ist der Bitcoin-Kurs gerade?', ['BTC/USD']],
    ['bitcoin kurs', ['BTC/USD']],
    ['Bitcoinkurs', ['BTC/USD']],
    ['Wie steht der Kurs von Bitcoin?', ['BTC/USD']],
    ['Was kostet ein Bitcoin?', ['BTC/USD']],
    ['Wie viel ist ein BTC wert?', ['BTC/USD']],
    ['Wo steht der Bitcoin in Dollar?', ['BTC/USD']],
    ['Hallo, wie steht Ethereum?', ['ETH/USD']],
    ['Ether Preis', ['ETH/USD']],
    ['Kurs von Ripple', ['XRP/USD']],
    ['Was kostet Gold?', ['GOLD']],
    ['Goldpreis', ['GOLD']],
    ['Wie hoch ist der Silberpreis?', ['SILVER']],
    ['Wie hoch ist der Ölpreis?', ['WTI', 'BRENT']],
    ['Was kostet Oel?', ['WTI', 'BRENT']],
    ['Kupferpreis', ['COPPER']],
    ['Wie steht der Euro?', ['EUR/USD']],
    ['Eurokurs', ['EUR/USD']],
    ['Wie steht der Euro zum Dollar?', ['EUR/USD']],
    ['Dollarkurs', ['EUR/USD']],
    ['Wie steht der Dollar in Yen?', ['USD/JPY']],
    ['Wie hoch ist das Pfund?', ['GBP/USD']],
    ['Kurs des britischen Pfunds', ['GBP/USD']],
    ['Kurs des australischen Dollars', ['AUD/USD']],
    ['Wie steht der DAX?', ['DAX40']],
    ['DAX-Stand', ['DAX40']],
    ['Wo steht der S&P 500 gerade?', ['SPX500']],
    ['Kurs vom Nasdaq', ['NASDAQ100']],
    ['Wie stehen DAX und Gold?', ['DAX40', 'GOLD']],
  ])('„%s“ is about %j', (question, symbols) => {
    expect(askedMarkets(question)).toEqual(symbols);
    expect(findTopic(question)?.id).toBe(`price-of-${symbols.join('-')}`);
  });

  it.each(MARKET_SYMBOLS.map(({ symbol }) => symbol))('knows %s by its symbol and its name', (symbol) => {
    expect(askedMarkets(`Wie ist der Kurs von ${symbol}?`)).toEqual([symbol]);
    expect(askedMarkets(`Wie ist der Kurs von ${marketWords(symbol).name}?`)).toEqual([symbol]);
  });

  it.each([
    ['Kann ich echte Euro einzahlen?', 'play-money'],
    ['Wie zahle ich Bitcoin ein?', 'deposit-how'],
    ['Was kostet eine Einzahlung in Bitcoin?', 'fees'],
    ['Sind die Bitcoin-Kurse simuliert?', 'prices'],
    ['Wie ist der Kurs?', 'prices'],
    ['Wo sehe ich die Kurse?', 'prices'],
    ['Wo finde ich die aktuellen Kurse?', 'prices'],
    ['Kurse', 'prices'],
    ['Preise', 'prices'],
    ['Kurse veraltet', 'stale-prices'],
  ])('„%s“ is another one', (question, id) => {
    expect(askedMarkets(question)).toEqual([]);
    expect(findTopic(question)?.id).toBe(id);
  });
});

describe('the price of a market', () => {
  const NOW = new Date('2026-03-02T12:00:00Z');
  const bitcoin = {
    symbol: 'BTC/USD',
    price: '61234.5',
    lastUpdated: '2026-03-02T11:59:58Z',
    source: 'simulated',
    session: 'open',
    stale: false,
  };
  const said = (symbol: string, ...prices: object[]) =>
    // Only what the answer reads.
    marketPrices([symbol])({ prices } as unknown as CustomerFacts, NOW).message;

  it('is said with its source and its age, and where all of them are', () => {
    expect(said('BTC/USD', bitcoin)).toBe(
      'Bitcoin (BTC/USD): 61.234,50\u00a0USD, simulierter Kurs, Stand 02.03.2026, 12:59\u00a0Uhr, vor wenigen Sekunden.\n\nAlle Kurse stehen auf der Seite „Märkte“.',
    );
    const live = { ...bitcoin, source: 'kraken', lastUpdated: '2026-03-02T11:58:50Z' };
    expect(said('BTC/USD', live)).toMatch(/Live-Kurs von Kraken, Stand .*, vor 1\sMinute\./);
  });

  it('is in points for an index, with the decimals of the market', () => {
    const dax = { ...bitcoin, symbol: 'DAX40', price: '18000.1' };
    expect(said('DAX40', dax)).toMatch(/^DAX \(DAX40\): 18\.000,10\sPunkte, /);
    expect(said('EUR/USD', { ...bitcoin, symbol: 'EUR/USD', price: '1.08' })).toContain('1,0800\u00a0USD');
  });

  it('says so when the market is closed or the price too old', () => {
    const lastUpdated = '2026-02-27T21:00:00Z';
    expect(said('BTC/USD', { ...bitcoin, session: 'closed', lastUpdated })).toContain(
      'simulierter Kurs, Markt geschlossen seit 27.02.2026, 22:00\u00a0Uhr.',
    );
    expect(said('BTC/USD', { ...bitcoin, stale: true, lastUpdated: '2026-03-02T11:30:00Z' })).toMatch(
      /veraltet, Stand .*, vor 30\sMinuten\./,
    );
  });

  it('is not invented before there is one', () => {
    expect(said('GOLD', bitcoin)).toMatch(/^Gold je Feinunze \(GOLD\): noch kein Kurs\./);
  });
});
