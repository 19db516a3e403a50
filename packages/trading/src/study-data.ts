import { CandleSeries, type Candles, emptyBar, firstIndexAt, readBar } from './candles.ts';
import type { MarketCategory } from './costs.ts';

/**
 * Which real candles the strategies were studied on and the published reports are made of. The candles themselves are not
 * ours to ship; this only names their files.
 */

/** A stretch of time, ms UTC, [from, until). */
export interface StudyPeriod {
  readonly from: number;
  readonly until: number;
}

/** The period on which parameters may be chosen, and the one whose figures are published. */
export const SELECTION_PERIOD: StudyPeriod = { from: Date.UTC(2008, 8, 1), until: Date.UTC(2019, 0, 1) };
export const PUBLICATION_PERIOD: StudyPeriod = { from: Date.UTC(2019, 0, 1), until: Date.UTC(2023, 8, 9) };
/** Hourly candles of the indices, which NewsBot trades, begin in May 2013. */
export const HOURLY_SELECTION_PERIOD: StudyPeriod = {
  from: Date.UTC(2013, 5, 1),
  until: SELECTION_PERIOD.until,
};

export interface StudySymbol {
  readonly symbol: string;
  readonly category: MarketCategory;
  /** Name of the file without interval and extension. */
  readonly file: string;
  /** Another quotation of the same market, for the years before the first bar of `file`. */
  readonly earlier?: string;
}

/**
 * The seventeen symbols of the strategy study, in the catalogue's order. There are no candles of Nikkei225 and COPPER, and
 * those of WTI are closes only and end with 2018: they serve as the earlier history of BRENT. XRP ends in 2022.
 */
export const STUDY_SYMBOLS: readonly StudySymbol[] = [
  { symbol: 'BTC/USD', category: 'crypto', file: 'BTC-USD' },
  { symbol: 'ETH/USD', category: 'crypto', file: 'ETH-USDT' },
  { symbol: 'XRP/USD', category: 'crypto', file: 'XRP-USD' },
  { symbol: 'LTC/USD', category: 'crypto', file: 'LTC-USD' },
  { symbol: 'ADA/USD', category: 'crypto', file: 'ADA-USD' },
  { symbol: 'EUR/USD', category: 'forex', file: 'EUR-USD' },
  { symbol: 'GBP/USD', category: 'forex', file: 'GBP-USD' },
  { symbol: 'USD/JPY', category: 'forex', file: 'USD-JPY' },
  { symbol: 'AUD/USD', category: 'forex', file: 'AUD-USD' },
  { symbol: 'USD/CAD', category: 'forex', file: 'USD-CAD' },
  { symbol: 'SPX500', category: 'indices', file: 'SPX500', earlier: 'SPX500-CASH' },
  { symbol: 'DAX40', category: 'indices', file: 'DAX40' },
  { symbol: 'NASDAQ100', category: 'indices', file: 'NASDAQ100', earlier: 'NASDAQ-COMPOSITE' },
  { symbol: 'FTSE100', category: 'indices', file: 'FTSE100' },
  { symbol: 'GOLD', category: 'commodities', file: 'GOLD' },
  { symbol: 'SILVER', category: 'commodities', file: 'SILVER' },
  { symbol: 'BRENT', category: 'commodities', file: 'BRENT', earlier: 'WTI' },
];

/** The ones with hourly candles that NewsBot trades. */
export const HOURLY_STUDY_SYMBOLS: readonly string[] = [
  'GBP/USD',
  'USD/JPY',
  'SPX500',
  'NASDAQ100',
  'GOLD',
  'SILVER',
];

/**
 * `earlier` up to the first bar of `own`, scaled so that both closes of that day are equal, and then `own`. Without it
 * two of the four indices and the only oil would begin in 2013.
 */
export function spliceCandles(earlier: Candles, own: Candles): CandleSeries {
  const series = new CandleSeries(earlier.length + own.length);
  const join = firstIndexAt(earlier, own.time[0]!);
  const factor = own.close[0]! / earlier.close[join]!;
  for (let at = 0; at < join; at++) {
    const { open, high, low, close, volume } = readBar(earlier, at, emptyBar());
    series.append(earlier.time[at]!, {
      open: open * factor,
      high: high * factor,
      low: low * factor,
      close: close * factor,
      volume,
    });
  }
  for (let at = 0; at < own.length; at++) series.append(own.time[at]!, readBar(own, at, emptyBar()));
  return series;
}
