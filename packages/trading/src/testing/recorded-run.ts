import { MINUTE_MS } from '../candles.ts';
import { downloadHeader, downloadLine, genesisHash, nextHash } from '../track-record/chain.ts';
import { type FillEntry, serialiseRecord, type TrackRecordEntry } from '../track-record/record.ts';
import { MONDAY, seededRandom } from './random-market.ts';

/** Prices a hundredfold apart, so that nothing depends on the size of a unit. */
const SYMBOLS = ['BTC/USD', 'DAX40', 'EUR/USD', 'ADA/USD'] as const;
const PRICES = [64_000, 18_000, 1.08, 0.45];
const iso = (time: number): string => new Date(time).toISOString();

/** A bot that throws dice, with books of its own kind: cash and what everything is worth, not results. */
type Books = {
  cash: number;
  readonly held: { units: number; entry: number; financing: number }[];
  readonly sums: { realised: number; fee: number; spread: number; slippage: number; financing: number };
};

/**
 * The record of such a bot: long, short, reversed, enlarged and reduced positions in four random markets, with every cost.
 * One series, or several when it is ruinous and uses its equity up.
 */
export function recordedRun(
  seed: number,
  options: { bars: number; isRuinous?: boolean },
): TrackRecordEntry[] {
  const random = seededRandom(seed);
  const prices = [...PRICES];
  const leverage = options.isRuinous ? 60 : 2;
  const entries: TrackRecordEntry[] = [];
  let books = newBooks();
  let series = 0;
  let strike = 0;
  for (let bar = 0; bar < options.bars; bar++) {
    const time = MONDAY + bar * MINUTE_MS;
    const at = iso(time + MINUTE_MS);
    if (strike === 0) entries.push(opening(entries.length + 1, ++series, time));
    for (const [index, price] of prices.entries()) prices[index] = price * (1 + (random() - 0.5) * 0.01);
    const fills: FillEntry[] = [];
    for (const index of SYMBOLS.keys()) {
      if (random() < 0.7) continue;
      const weight = random() < 0.3 ? 0 : (random() - 0.5) * leverage;
      fills.push(
        ...trade(books, index, (weight * equityOf(books, prices)) / prices[index]!, prices[index]!, time),
      );
    }
    for (const [index, position] of books.held.entries()) {
      const amount = Math.abs(position.units) * prices[index]! * 1e-7;
      position.financing += amount;
      books.sums.financing += amount;
      books.cash -= amount;
      prices[index] = prices[index]! * (1 + (random() - 0.5) * 0.01);
    }
    const isLost = equityOf(books, prices) <= 0;
    for (const index of isLost ? SYMBOLS.keys() : [])
      fills.push(...trade(books, index, 0, prices[index]!, time + MINUTE_MS));
    const equity = equityOf(books, prices);
    const held = books.held.flatMap(({ units, entry }, index) => {
      const price = prices[index]!;
      return units === 0 ? [] : [{ symbol: SYMBOLS[index]!, price, unrealised: units * (price - entry) }];
    });
    const nav = (Math.floor(Math.max(equity, 0) * 1e12) / 1e12).toFixed(12);
    entries.push({
      n: entries.length + 1,
      kind: 'bar',
      series,
      strike: ++strike,
      at,
      ms: MINUTE_MS,
      source: 'simulated',
      nav,
      figures: {
        ...books.sums,
        realised: books.sums.realised + Math.max(0, -equity),
        unrealised: held.reduce((sum, { unrealised }) => sum + unrealised, 0),
      },
      marks: Object.fromEntries(held.map(({ symbol, price }) => [symbol, price])),
      fills,
      events: isLost
        ? [{ kind: 'protection', code: 'liquidation', symbol: null, at, until: null, figures: { equity } }]
        : [],
    });
    if (!isLost) continue;
    entries.push({ n: entries.length + 1, kind: 'close', series, strike, at, nav, reason: 'used-up' });
    books = newBooks();
    strike = 0;
  }
  return entries;
}

const newBooks = (): Books => ({
  cash: 1,
  held: SYMBOLS.map(() => ({ units: 0, entry: 0, financing: 0 })),
  sums: { realised: 0, fee: 0, spread: 0, slippage: 0, financing: 0 },
});

const equityOf = ({ cash, held }: Books, prices: readonly number[]): number =>
  held.reduce((sum, { units }, index) => sum + units * prices[index]!, cash);

/** Trades to `after` units at a mid price; nothing when they are held already. */
function trade(books: Books, index: number, after: number, mid: number, time: number): FillEntry[] {
  const position = books.held[index]!;
  const { units: before, entry, financing } = position;
  const units = after - before;
  if (units === 0) return [];
  const notional = Math.abs(units) * mid;
  const [fee, spread, slippage] = [notional * 0.002, notional * 0.0003, notional * 0.0005];
  const isTurned = before * after < 0;
  const taken = isTurned ? before : Math.abs(after) < Math.abs(before) ? before - after : 0;
  const realised = taken * (mid - entry);
  books.cash -= units * mid + fee + spread + slippage;
  books.sums.realised += realised;
  books.sums.fee += fee;
  books.sums.spread += spread;
  books.sums.slippage += slippage;
  const isGrown = before !== 0 && !isTurned && Math.abs(after) > Math.abs(before);
  if (isGrown) position.entry = (entry * before + mid * units) / after;
  else if (before === 0 || isTurned) position.entry = mid;
  position.units = after;
  position.financing = 0;
  const side = units > 0 ? 'buy' : 'sell';
  const price = mid * (1 + Math.sign(units) * 0.0008);
  const costs = { fee, spread, slippage, financing };
  const what = {
    at: iso(time),
    symbol: SYMBOLS[index]!,
    side,
    quantity: Math.abs(units),
    price,
    mid,
  } as const;
  return [{ ...what, ...costs, realised, after, reason: 'entry', decision: 1 }];
}

const opening = (n: number, series: number, time: number): TrackRecordEntry => ({
  n,
  kind: 'open',
  series,
  portfolio: `0190b0e4-0000-7000-8000-${String(series).padStart(12, '0')}`,
  at: iso(time),
  strike: 0,
  nav: '1.000000000000',
  figures: { realised: 0, unrealised: 0, fee: 0, spread: 0, slippage: 0, financing: 0 },
  accrued: 0,
  positions: [],
  marks: {},
});

/** The lines of a download of these entries, chained as they stand, without line feeds. */
export function downloadOf(entries: readonly TrackRecordEntry[], bot = 'smartbot'): string[] {
  let hash = genesisHash(bot);
  const lines = entries.map((entry) => {
    const line = serialiseRecord(entry);
    hash = nextHash(hash, line);
    return downloadLine(hash, line);
  });
  return [downloadHeader({ bot, position: entries.length, hash }), ...lines].map((line) => line.trimEnd());
}
