/** What the markets and the sources of their prices are called, for the pages and for the assistant. */

export interface MarketWords {
  name: string;
  /** What one unit of the price is. */
  unit: string;
}

const USD = 'USD';
const POINTS = 'Punkte';

const WORDS: Readonly<Record<string, MarketWords>> = {
  'BTC/USD': { name: 'Bitcoin', unit: USD },
  'ETH/USD': { name: 'Ethereum', unit: USD },
  'XRP/USD': { name: 'XRP', unit: USD },
  'LTC/USD': { name: 'Litecoin', unit: USD },
  'ADA/USD': { name: 'Cardano', unit: USD },
  'EUR/USD': { name: 'Euro in US-Dollar', unit: USD },
  'GBP/USD': { name: 'Pfund in US-Dollar', unit: USD },
  'USD/JPY': { name: 'US-Dollar in Yen', unit: 'JPY' },
  'AUD/USD': { name: 'Australischer Dollar in US-Dollar', unit: USD },
  'USD/CAD': { name: 'US-Dollar in Kanadischem Dollar', unit: 'CAD' },
  SPX500: { name: 'S&P 500', unit: POINTS },
  DAX40: { name: 'DAX', unit: POINTS },
  NASDAQ100: { name: 'Nasdaq 100', unit: POINTS },
  FTSE100: { name: 'FTSE 100', unit: POINTS },
  Nikkei225: { name: 'Nikkei 225', unit: POINTS },
  GOLD: { name: 'Gold je Feinunze', unit: USD },
  SILVER: { name: 'Silber je Feinunze', unit: USD },
  WTI: { name: 'Rohöl WTI je Barrel', unit: USD },
  BRENT: { name: 'Rohöl Brent je Barrel', unit: USD },
  COPPER: { name: 'Kupfer je Pfund', unit: USD },
};

/** A symbol that the catalogue does not have is its own name. */
export const marketWords = (symbol: string): MarketWords => WORDS[symbol] ?? { name: symbol, unit: USD };

const SOURCES: Readonly<Record<string, string>> = {
  simulated: 'simuliert',
  kraken: 'Kraken',
  twelvedata: 'Twelve Data',
};

/** Where a price comes from, in a word for a narrow column. */
export const sourceWord = (source: string): string => SOURCES[source] ?? source;
