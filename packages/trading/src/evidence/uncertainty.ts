import { LEAST_DAYS_FOR_RATIOS } from '../statistics/performance.ts';
import { sharpeRatio } from '../statistics/risk-adjusted.ts';
import { autocorrelation, centred } from './block-length.ts';
import { type Band, bootstrapBands } from './stationary-bootstrap.ts';

/** Nine of ten resampled records lie between the two. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Uncertainty {
  /**
   * Why there are no intervals: fewer than sixty days, days that all brought the same, or a return on nothing. Null where
   * there are.
   */
  readonly missing: 'too-short' | 'flat' | 'undefined' | null;
  readonly sharpe: Interval | null;
  /** Of the return a year, fractions. */
  readonly cagr: Interval | null;
  /** The returns of neighbouring days hang together (lag-1 autocorrelation beyond 2/√days): the intervals are too narrow. */
  readonly dependent: boolean;
}

/**
 * How sure the yearly figures of a record are, by the stationary bootstrap with 2,000 replicates.
 *
 * @param returns simple daily returns. @param seed for `sfc32`.
 */
export function uncertaintyOf(returns: ArrayLike<number>, seed: Uint8Array): Uncertainty {
  const missing = reasonAgainst(returns);
  if (missing !== null) return { missing, sharpe: null, cagr: null, dependent: false };
  const bands = bootstrapBands(returns, seed);
  return {
    missing,
    sharpe: intervalOf(bands.sharpe),
    cagr: intervalOf(bands.cagr),
    dependent: Math.abs(autocorrelation(centred(returns), 1)) > 2 / Math.sqrt(returns.length),
  };
}

function reasonAgainst(returns: ArrayLike<number>): Uncertainty['missing'] {
  if (returns.length < LEAST_DAYS_FOR_RATIOS) return 'too-short';
  for (let day = 0; day < returns.length; day++) if (!Number.isFinite(returns[day])) return 'undefined';
  return sharpeRatio(returns) === null ? 'flat' : null;
}

const intervalOf = ([low, , high]: Band): Interval => ({ low, high });
