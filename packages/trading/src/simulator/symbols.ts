import type { MarketCategory } from '../costs.ts';
import type { ProfileName } from './calibration.ts';

/** One simulated market. Its index in `SIMULATED_SYMBOLS` is the `i` of every function of the simulator. */
export interface SimulatedSymbol {
  /** As in the catalogue, e.g. `BTC/USD`. */
  readonly symbol: string;
  readonly category: MarketCategory;
  /** Price at the anchor, in the quote currency: the last close of the calibration data (September 2023). */
  readonly lastPrice: number;
  /** Standard deviation of a year's log return, fraction (0.76 = 76 %). */
  readonly volatilityPerYear: number;
  /** Decimals of a published price; its tick size is 10^−decimals. */
  readonly decimals: number;
  readonly profile: ProfileName;
  /**
   * Hours after 17:00 New York at which the market opens, Sunday to Thursday evening; it closes at 17:00 New York on
   * the next day. `null`: trades always.
   */
  readonly opensAfterHours: number | null;
  /** True where volatility, level or correlations are assumptions of the study, not measurements. */
  readonly assumed: boolean;
}

const market = (
  symbol: string,
  category: MarketCategory,
  lastPrice: number,
  volatilityPerYear: number,
  decimals: number,
  profile: ProfileName,
  opensAfterHours: number | null,
  assumed = false,
): SimulatedSymbol => ({
  symbol,
  category,
  lastPrice,
  volatilityPerYear,
  decimals,
  profile,
  opensAfterHours,
  assumed,
});

/**
 * The spec's 20 symbols in its order. Levels, volatilities and sessions are those of the calibration; ticks are those
 * customary for such quotes. CFDs on indices, metals and WTI trade from 18:00 New York with a break 17–18 h, BRENT from
 * 20:00, forex from 17:00 without a break.
 */
export const SIMULATED_SYMBOLS: readonly SimulatedSymbol[] = [
  market('BTC/USD', 'crypto', 25825.9, 0.7602, 2, 'crypto', null),
  market('ETH/USD', 'crypto', 1617.2, 0.9642, 2, 'crypto', null),
  market('XRP/USD', 'crypto', 0.3981, 1.1172, 5, 'crypto', null),
  market('LTC/USD', 'crypto', 61.2, 1.0138, 3, 'crypto', null),
  market('ADA/USD', 'crypto', 0.249, 1.0532, 6, 'crypto', null),
  market('EUR/USD', 'forex', 1.06974, 0.0812, 5, 'forex', 0),
  market('GBP/USD', 'forex', 1.24652, 0.0981, 5, 'forex', 0),
  market('USD/JPY', 'forex', 147.798, 0.0894, 3, 'forex', 0),
  market('AUD/USD', 'forex', 0.63746, 0.1051, 5, 'forex', 0),
  market('USD/CAD', 'forex', 1.36354, 0.0763, 5, 'forex', 0),
  market('SPX500', 'indices', 4461.377, 0.1804, 2, 'indicesUs', 1),
  market('DAX40', 'indices', 15735.279, 0.207, 2, 'indicesEurope', 1),
  market('NASDAQ100', 'indices', 15301.739, 0.222, 2, 'indicesUs', 1),
  market('FTSE100', 'indices', 7483.204, 0.1671, 2, 'indicesEurope', 1),
  market('Nikkei225', 'indices', 32600, 0.21, 2, 'indicesUs', 1, true),
  market('GOLD', 'commodities', 1918.258, 0.138, 2, 'metals', 1),
  market('SILVER', 'commodities', 22.908, 0.2694, 3, 'metals', 1),
  market('WTI', 'commodities', 87.5, 0.4206, 3, 'oil', 1, true),
  market('BRENT', 'commodities', 90.395, 0.4206, 3, 'oil', 3),
  market('COPPER', 'commodities', 3.72, 0.22, 4, 'metals', 1, true),
];

export const SYMBOL_COUNT = SIMULATED_SYMBOLS.length;

/** Crypto comes first in the list, so that hours in which only crypto trades need only this many leading symbols. */
export const CRYPTO_COUNT = SIMULATED_SYMBOLS.filter((symbol) => symbol.category === 'crypto').length;

/** Categories in the order of the variance states. */
export const CATEGORIES: readonly MarketCategory[] = ['crypto', 'forex', 'indices', 'commodities'];

/** Index into `CATEGORIES` of each symbol. */
export const CATEGORY_OF: readonly number[] = SIMULATED_SYMBOLS.map((symbol) =>
  CATEGORIES.indexOf(symbol.category),
);

/** Index of a symbol by its catalogue spelling. @throws RangeError for an unknown one. */
export function symbolIndex(symbol: string): number {
  const index = SIMULATED_SYMBOLS.findIndex((entry) => entry.symbol === symbol);
  if (index < 0) throw new RangeError(`unknown symbol ${symbol}`);
  return index;
}

/** The places of symbols in the order of the catalogue, those that it does not know last. */
export function catalogueOrder(symbols: readonly { readonly symbol: string }[]): readonly number[] {
  const places = symbols.map(({ symbol }) => {
    const at = SIMULATED_SYMBOLS.findIndex((entry) => entry.symbol === symbol);
    return at < 0 ? SYMBOL_COUNT : at;
  });
  return [...places.keys()].sort((a, b) => places[a]! - places[b]! || a - b);
}
