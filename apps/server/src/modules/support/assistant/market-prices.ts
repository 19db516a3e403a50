/** Questions for the price of a market: which markets are named, and what is known of their prices. */
import { MARKET_SYMBOLS, type MarketPrice, marketWords, sourceWord } from '@botdepot/contract';
import type { PersonalAnswer } from './customer-facts.ts';
import { berlinTime, priceText } from './german.ts';
import type { Topic } from './topic.ts';
import { wordsOf } from './words.ts';

/** What people call the markets, beside the symbol and the name that the pages show. */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  'BTC/USD': ['BTC'],
  'ETH/USD': ['ETH', 'Ether'],
  'XRP/USD': ['XRP', 'Ripple'],
  'LTC/USD': ['LTC'],
  'ADA/USD': ['ADA'],
  'EUR/USD': [
    'Euro',
    'EUR',
    'Euro Dollar',
    'Euro zum Dollar',
    'Dollar in Euro',
    'Dollar',
    'US-Dollar',
    'USD',
  ],
  'GBP/USD': ['Pfund', 'Britisches Pfund', 'Britische Pfund', 'Britischen Pfund', 'Sterling', 'GBP'],
  'USD/JPY': ['Yen', 'Japanischer Yen', 'JPY', 'Dollar in Yen', 'Dollar Yen'],
  'AUD/USD': ['Australischer Dollar', 'Australische Dollar', 'Australischen Dollar', 'AUD'],
  'USD/CAD': ['Kanadischer Dollar', 'Kanadische Dollar', 'Kanadischen Dollar', 'CAD'],
  SPX500: ['SPX', 'SP500', 'S&P'],
  DAX40: ['DAX 40'],
  NASDAQ100: ['Nasdaq'],
  FTSE100: ['FTSE', 'Footsie'],
  Nikkei225: ['Nikkei'],
  GOLD: ['Gold', 'Feinunze Gold', 'Unze Gold'],
  SILVER: ['Silber', 'Feinunze Silber', 'Unze Silber'],
  WTI: ['WTI-Öl', 'US-Öl', 'Öl', 'Erdöl', 'Rohöl', 'Barrel Öl'],
  BRENT: ['Brent-Öl', 'Nordseeöl', 'Öl', 'Erdöl', 'Rohöl', 'Barrel Öl'],
  COPPER: ['Kupfer'],
};

/** The markets by every name, folded; the longest names first, for „Kanadischer Dollar“ is no US-Dollar. */
const MARKETS_BY_NAME = [
  ...Map.groupBy(
    MARKET_SYMBOLS.flatMap(({ symbol }) =>
      [symbol, marketWords(symbol).name, ...(USUAL_NAMES[symbol] ?? [])].map((name) => ({
        symbol,
        name: wordsOf(name).join(' '),
      })),
    ),
    ({ name }) => name,
  ),
]
  .map(([name, entries]) => ({ name, symbols: new Set(entries.map(({ symbol }) => symbol)) }))
  .toSorted((a, b) => b.name.length - a.name.length);
const NAMES = new Set(MARKETS_BY_NAME.map(({ name }) => name));

const PRICE_WORDS = new Set(
  wordsOf(
    'Kurs Kurse Kurses Preis Preise Wechselkurs Wert wert Stand notiert Notierung steht stehen liegt kostet kosten hoch',
  ),
);
const FILLERS = new Set(
  wordsOf(
    `wie was wo ist sind der die das den dem des ein eine einen einer eines von vom für viel und oder im bei zum zur mir uns
    gerade grad jetzt heute aktuell aktuelle aktuellen aktueller momentan derzeit Moment Augenblick Zeit so denn eigentlich mal
    bitte hallo hi hey guten Tag Morgen Abend sagen zeigen nennen Sie du kannst können könnten welchen welcher hat haben`,
  ),
);
/** „Bitcoinkurs“, „Goldpreis“: the name and what is asked of it. */
const COMPOUND = /^(.{2,}?)s?(wechselkurs|kurse?s?|preise?s?|stand)$/;
/** „Bitcoin in Dollar“ asks for Bitcoin; „Dollar in Yen“ is a name of its own. */
const IN_UNITS = /(?<!\b(?:dollars?|usd)) in (us dollar|dollar|usd|euro|eur|punkten)(?= |$)/g;

/**
 * The markets whose price is asked for, in the catalogue's order. None when the question says anything else: „Was kostet eine
 * Einzahlung in Bitcoin?“ is about fees.
 */
export function askedMarkets(question: string): string[] {
  const words = wordsOf(question).flatMap(partsOf).map(withoutPlural);
  let line = ` ${words.join(' ')} `.replace(IN_UNITS, '');
  const named = new Set<string>();
  for (const { name, symbols } of MARKETS_BY_NAME) {
    const rest = line.replaceAll(` ${name} `, ' ');
    if (rest !== line) for (const symbol of symbols) named.add(symbol);
    line = rest;
  }
  const others = wordsOf(line);
  const asksForPrice = others.some((word) => PRICE_WORDS.has(word));
  const saysMore = others.some((word) => !PRICE_WORDS.has(word) && !FILLERS.has(word));
  if (!asksForPrice || saysMore) return [];
  return MARKET_SYMBOLS.map(({ symbol }) => symbol).filter((symbol) => named.has(symbol));
}

function partsOf(word: string): string[] {
  const [, name, asked] = COMPOUND.exec(word) ?? [];
  return name !== undefined && asked !== undefined && NAMES.has(name) ? [name, asked] : [word];
}

/** „Bitcoins“, „des Euros“. */
function withoutPlural(word: string): string {
  const shorter = word.replace(/s$/, '');
  return !NAMES.has(word) && NAMES.has(shorter) ? shorter : word;
}

/** The topic of a question for prices; undefined when it is about something else. */
export function priceTopic(question: string): Topic | undefined {
  const symbols = askedMarkets(question);
  if (symbols.length === 0) return undefined;
  return { id: `price-of-${symbols.join('-')}`, questions: [question], answer: marketPrices(symbols) };
}

/** What the market page shows of them right now. */
export const marketPrices =
  (symbols: readonly string[]): PersonalAnswer =>
  ({ prices }, now) => ({
    message: [
      ...symbols.map((symbol) =>
        priceLine(
          symbol,
          prices.find((price) => price.symbol === symbol),
          now,
        ),
      ),
      'Alle Kurse stehen auf der Seite „Märkte“.',
    ].join('\n\n'),
  });

function priceLine(symbol: string, price: MarketPrice | undefined, now: Date): string {
  const { name, unit } = marketWords(symbol);
  if (!price) return `${name} (${symbol}): noch kein Kurs.`;
  const source =
    price.source === 'simulated' ? 'simulierter Kurs' : `Live-Kurs von ${sourceWord(price.source)}`;
  const figure = `${priceText(symbol, price.price)}\u00a0${unit}`;
  return `${name} (${symbol}): ${figure}, ${source}, ${since(price, now)}.`;
}

function since({ lastUpdated, session, stale }: MarketPrice, now: Date): string {
  const at = berlinTime(lastUpdated);
  if (session === 'closed') return `Markt geschlossen seit ${at}`;
  return `${stale ? 'veraltet, ' : ''}Stand ${at}, ${ageText(now.getTime() - Date.parse(lastUpdated))}`;
}

function ageText(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (ageMs < 10_000) return 'vor wenigen Sekunden';
  if (minutes === 0) return 'vor weniger als einer Minute';
  if (minutes < 60) return `vor ${minutes}\u00a0${minutes === 1 ? 'Minute' : 'Minuten'}`;
  const hours = Math.floor(minutes / 60);
  return `vor ${hours}\u00a0${hours === 1 ? 'Stunde' : 'Stunden'}`;
}
