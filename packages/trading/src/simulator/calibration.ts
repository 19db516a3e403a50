/**
 * What was measured on real markets (daily and hourly bars 2015..2023), reduced to the figures the simulator needs. Order of
 * symbols everywhere: `SIMULATED_SYMBOLS`.
 */

import type { MarketCategory } from '../costs.ts';

/** Parameters of the daily variance model of one category; see `day-shocks.ts` for the equations. */
export interface VarianceModel {
  /** Degrees of freedom of the day's common fat-tail factor. */
  readonly nu: number;
  /** Weight of the last day's mean squared return of the category in the next day's variance. */
  readonly alpha: number;
  /** Further weight of the squares of falling symbols alone: the leverage effect (Glosten, Jagannathan, Runkle 1993). */
  readonly gamma: number;
  /** Weight of the last day's variance in the next day's variance. */
  readonly beta: number;
  /** Factor on returns that makes the MEDIAN path of 2,250 days as volatile as the market was. */
  readonly volatilityScale: number;
}

type ByCategory<Value> = Readonly<Record<MarketCategory, Value>>;

/** What a symbol does not share with its category. */
interface SymbolFigures {
  /** Degrees of freedom of its own fat-tail factor, a power of the category's. */
  readonly nu: number;
  /** Instead of the category's. */
  readonly volatilityScale: number;
  /** Variance of an hour of news in units of a calm one's. */
  readonly newsVariance: number;
}

/** What a market model is made of. */
export interface MarketFigures {
  readonly variance: ByCategory<VarianceModel>;
  /** Factors on correlations between categories, which their independent variances dilute. */
  readonly crossCategory: ByCategory<ByCategory<number>>;
  /** Whether correlations are raised besides by what the tails of each pair of symbols dilute. */
  readonly dilutedByTails: boolean;
  readonly symbols?: Readonly<Record<string, SymbolFigures>>;
  readonly news?: {
    readonly newsPerHour: number;
    readonly jumpsPerHour: number;
    /** Variance of a jump in units of its hour's. */
    readonly jumpVariance: ByCategory<number>;
    readonly largestJump: ByCategory<number>;
  };
}

/**
 * The first model, whose histories stay. Its factors of volatility differ from the study's (1.124, 1.04, 1.297, 1.185),
 * which gave 1 %, 3 %, 7 % and 3 % too much in 100 paths.
 */
export const FIRST_FIGURES: MarketFigures = {
  variance: {
    crypto: { nu: 3.5, alpha: 0.15, gamma: 0, beta: 0.79, volatilityScale: 1.115 },
    forex: { nu: 8, alpha: 0.12, gamma: 0, beta: 0.85, volatilityScale: 1.01 },
    indices: { nu: 6, alpha: 0.3, gamma: 0, beta: 0.67, volatilityScale: 1.215 },
    commodities: { nu: 3.6, alpha: 0.19, gamma: 0, beta: 0.76, volatilityScale: 1.155 },
  },
  crossCategory: {
    crypto: { crypto: 1, forex: 1.31, indices: 1.45, commodities: 1.5 },
    forex: { crypto: 1.31, forex: 1, indices: 1.3, commodities: 1.32 },
    indices: { crypto: 1.45, forex: 1.3, indices: 1, commodities: 1.46 },
    commodities: { crypto: 1.5, forex: 1.32, indices: 1.46, commodities: 1 },
  },
  dilutedByTails: false,
};

/**
 * The model in force, fitted to the same bars by the same statistics: medians of 100 simulated paths of 2,250 days against
 * the real figure of each symbol. What each value is fitted to:
 * - `nu` of a symbol: the excess kurtosis of its daily returns (GBP/USD 8.7, AUD/USD 1.4, GOLD 3.4, BRENT 18 …). WTI,
 *   Nikkei225 and COPPER are assumptions: BRENT's, DAX40's and SILVER's.
 * - `alpha`, `gamma`, `beta`: autocorrelations of squares at lags 1, 5, 20, for indices also the correlation of a return
 *   with the squares of the days that follow (SPX500 −0.10 on average of lags 1..5). Other markets show no such leverage.
 * - `volatilityScale`: the median path is as volatile as the market was.
 * - `newsPerHour`, `newsVariance`: the excess kurtosis of hourly returns within sessions (BTC/USD 30, USD/JPY 39, SPX500 37,
 *   NASDAQ100 25, GOLD 19, SILVER 18; GBP/USD has 148 with and 13 without its three largest moves each way). Symbols without
 *   hourly bars have the values of their neighbours.
 * - `crossCategory`: the 190 correlations of daily returns.
 * - `jumpsPerHour`, `jumpVariance`: assumptions, for no minute bars were at hand: one jump in ten days of trading, of the
 *   order of an hour's move (one- and five-minute returns have excess kurtoses from 15 to 60 in the literature, Andersen
 *   and Bollerslev 1997). `largestJump` keeps well below what the gate for live prices takes for a fault.
 */
export const MARKET_FIGURES: MarketFigures = {
  variance: {
    crypto: { nu: 3.5, alpha: 0.15, gamma: 0, beta: 0.79, volatilityScale: 1 },
    forex: { nu: 8, alpha: 0.11, gamma: 0, beta: 0.86, volatilityScale: 1 },
    indices: { nu: 6, alpha: 0.07, gamma: 0.4, beta: 0.7, volatilityScale: 1 },
    commodities: { nu: 3.6, alpha: 0.17, gamma: 0, beta: 0.78, volatilityScale: 1 },
  },
  crossCategory: {
    crypto: { crypto: 1, forex: 1.11, indices: 1.2, commodities: 1.08 },
    forex: { crypto: 1.11, forex: 1, indices: 1.19, commodities: 1.07 },
    indices: { crypto: 1.2, forex: 1.19, indices: 1, commodities: 1.17 },
    commodities: { crypto: 1.08, forex: 1.07, indices: 1.17, commodities: 1 },
  },
  dilutedByTails: true,
  symbols: {
    'BTC/USD': { nu: 3.8, volatilityScale: 1.073, newsVariance: 8 },
    'ETH/USD': { nu: 3.7, volatilityScale: 1.067, newsVariance: 7 },
    'XRP/USD': { nu: 3.4, volatilityScale: 1.084, newsVariance: 5 },
    'LTC/USD': { nu: 4.2, volatilityScale: 1.059, newsVariance: 7 },
    'ADA/USD': { nu: 4.4, volatilityScale: 1.057, newsVariance: 8 },
    'EUR/USD': { nu: 12, volatilityScale: 1.026, newsVariance: 18 },
    'GBP/USD': { nu: 4.8, volatilityScale: 1.038, newsVariance: 18 },
    'USD/JPY': { nu: 6.6, volatilityScale: 1.033, newsVariance: 20 },
    'AUD/USD': { nu: 40, volatilityScale: 1.028, newsVariance: 18 },
    'USD/CAD': { nu: 60, volatilityScale: 1.031, newsVariance: 18 },
    SPX500: { nu: 6, volatilityScale: 1.212, newsVariance: 10 },
    DAX40: { nu: 6.5, volatilityScale: 1.221, newsVariance: 10 },
    NASDAQ100: { nu: 18, volatilityScale: 1.213, newsVariance: 10 },
    FTSE100: { nu: 6, volatilityScale: 1.215, newsVariance: 9 },
    Nikkei225: { nu: 6.5, volatilityScale: 1.222, newsVariance: 10 },
    GOLD: { nu: 11, volatilityScale: 1.125, newsVariance: 14 },
    SILVER: { nu: 3.9, volatilityScale: 1.15, newsVariance: 6 },
    WTI: { nu: 2.9, volatilityScale: 1.237, newsVariance: 6 },
    BRENT: { nu: 2.9, volatilityScale: 1.24, newsVariance: 6 },
    COPPER: { nu: 3.9, volatilityScale: 1.146, newsVariance: 6 },
  },
  news: {
    newsPerHour: 0.03,
    jumpsPerHour: 0.004,
    jumpVariance: { crypto: 2, forex: 3, indices: 2, commodities: 2 },
    largestJump: { crypto: 0.08, forex: 0.015, indices: 0.03, commodities: 0.05 },
  },
};

/** Upper bound of the category variance v, in units of its long-run level. */
export const VARIANCE_CAP = 20;

/** A day's shock is clipped to ± this many of its conditional standard deviations. */
export const SHOCK_CLIP = 8;

/**
 * Lower triangle of the correlations of daily log returns, Mon–Fri 2018-05-08..2022-11-29 (1,171 days). The rows of
 * Nikkei225, WTI and COPPER are assumptions derived from DAX40, BRENT, and SILVER with SPX500.
 */
export const CORRELATIONS: readonly (readonly number[])[] = [
  [1],
  [0.818, 1],
  [0.571, 0.648, 1],
  [0.799, 0.838, 0.664, 1],
  [0.723, 0.779, 0.659, 0.77, 1],
  [0.142, 0.129, 0.105, 0.131, 0.134, 1],
  [0.176, 0.16, 0.12, 0.157, 0.17, 0.649, 1],
  [-0.03, -0.004, -0.011, -0.023, -0.018, -0.407, -0.327, 1],
  [0.267, 0.248, 0.206, 0.234, 0.245, 0.614, 0.644, -0.263, 1],
  [-0.245, -0.244, -0.158, -0.22, -0.222, -0.494, -0.522, 0.114, -0.711, 1],
  [0.323, 0.357, 0.262, 0.309, 0.319, 0.235, 0.305, 0.148, 0.507, -0.521, 1],
  [0.315, 0.349, 0.241, 0.298, 0.311, 0.165, 0.253, 0.231, 0.431, -0.476, 0.832, 1],
  [0.337, 0.355, 0.265, 0.317, 0.323, 0.219, 0.265, 0.111, 0.46, -0.439, 0.929, 0.738, 1],
  [0.271, 0.304, 0.211, 0.274, 0.273, 0.093, 0.084, 0.267, 0.386, -0.457, 0.774, 0.861, 0.643, 1],
  [0.221, 0.244, 0.169, 0.209, 0.218, 0.116, 0.177, 0.162, 0.302, -0.333, 0.582, 0.7, 0.517, 0.603, 1],
  [
    0.165, 0.142, 0.081, 0.136, 0.129, 0.388, 0.328, -0.411, 0.423, -0.299, 0.102, 0.054, 0.115, 0.044, 0.038,
    1,
  ],
  [
    0.213, 0.207, 0.138, 0.197, 0.183, 0.349, 0.33, -0.23, 0.479, -0.383, 0.25, 0.226, 0.25, 0.204, 0.158,
    0.789, 1,
  ],
  [
    0.125, 0.145, 0.077, 0.118, 0.137, -0.003, 0.107, 0.148, 0.207, -0.342, 0.295, 0.29, 0.217, 0.369, 0.203,
    0.113, 0.185, 1,
  ],
  [
    0.129, 0.149, 0.079, 0.122, 0.141, -0.003, 0.11, 0.153, 0.213, -0.353, 0.304, 0.299, 0.224, 0.38, 0.209,
    0.116, 0.191, 0.92, 1,
  ],
  [
    0.22, 0.228, 0.161, 0.207, 0.203, 0.257, 0.272, -0.063, 0.417, -0.374, 0.475, 0.404, 0.45, 0.373, 0.283,
    0.43, 0.587, 0.196, 0.202, 1,
  ],
];

/** Names of the measured intraday volatility profiles. */
export type ProfileName = 'crypto' | 'forex' | 'indicesUs' | 'indicesEurope' | 'metals' | 'oil';

/**
 * Standard deviation of hourly returns by UTC hour, relative to the mean hour. Four measured values are replaced:
 * - crypto 04 h (measured 1.56): one faulty bar, ETH +69 log-% at 2017-08-22T04; without it 0.52 of that, 0.86.
 * - forex 02 h (measured 1.25): one bar, the Brexit night 2016-06-24T02; the mean of its neighbours is 0.57.
 * - oil 22 h and 23 h (0.26, 0.00): hardly any bar exists (10 % and 1 % of days); the last measured hour's 0.48.
 */
export const HOURLY_VOLATILITY: Readonly<Record<ProfileName, readonly number[]>> = {
  crypto: [
    1.13, 1.01, 0.93, 0.92, 0.86, 0.83, 0.81, 0.9, 0.89, 0.92, 1, 0.86, 1.03, 1.06, 1.16, 1.05, 1.11, 0.9,
    0.91, 0.91, 0.94, 0.93, 0.92, 1.03,
  ],
  forex: [
    0.65, 0.68, 0.57, 0.46, 0.45, 0.69, 0.89, 1.21, 1.36, 1.19, 1.14, 1.19, 1.31, 1.3, 1.38, 1.36, 1.05, 0.87,
    0.88, 0.8, 0.6, 0.6, 0.8, 0.8,
  ],
  indicesUs: [
    0.72, 0.85, 0.68, 0.55, 0.64, 0.6, 0.64, 0.79, 0.87, 0.72, 0.75, 0.78, 1.1, 1.35, 1.46, 1.32, 1.16, 1.07,
    1.24, 1.57, 1.08, 0.49, 0.63, 0.68,
  ],
  indicesEurope: [
    0.93, 0.89, 0.7, 0.57, 0.63, 0.74, 0.96, 1.45, 1.49, 1.13, 1.06, 1.02, 1.07, 1.18, 1.33, 1.24, 0.91, 0.73,
    0.78, 0.88, 0.66, 0.38, 0.5, 0.63,
  ],
  metals: [
    0.73, 1.12, 0.73, 0.7, 0.51, 0.74, 0.9, 0.96, 0.9, 0.79, 0.85, 0.9, 1.48, 1.66, 1.6, 1.33, 1.01, 0.91,
    1.05, 0.93, 0.7, 0.54, 0.87, 0.67,
  ],
  oil: [
    0.75, 0.89, 0.66, 0.64, 0.48, 0.6, 0.76, 0.93, 1.08, 1.14, 0.92, 0.9, 1.03, 1.37, 1.59, 1.48, 1.24, 1.11,
    1.19, 0.83, 0.6, 0.48, 0.48, 0.48,
  ],
};

/**
 * Standard deviation of the weekend gap (Friday's close to the first price of the new week) in units of the standard
 * deviation of a daily return: measured on EUR/USD, SPX500, DAX40, GOLD and BRENT, one per profile.
 */
export const WEEKEND_GAP: Readonly<Record<ProfileName, number>> = {
  crypto: 0,
  forex: 0.38,
  indicesUs: 0.71,
  indicesEurope: 0.56,
  metals: 0.28,
  oil: 0.7,
};

/**
 * Variance of Monday's return from open to close in units of an average day's variance: median over the twelve
 * non-crypto daily files since 2015 (range 0.62..1.11).
 */
export const MONDAY_INTRADAY_VARIANCE = 0.8;

/**
 * Variance of a Saturday or Sunday of a crypto symbol in units of an average day's: mean over ADA, LTC and XRP (the
 * files with weekend bars: 0.41..0.90).
 */
export const CRYPTO_WEEKEND_VARIANCE = 0.66;
