import { DAYS_PER_YEAR } from '../statistics/growth.ts';
import { mean } from '../statistics/risk-adjusted.ts';
import { type Figure, figure, missing } from './figure.ts';
import { sharpeSampleOf } from './sharpe-sample.ts';

export interface BenchmarkRegression {
  /** What the benchmark does not explain, a year, fraction. */
  readonly alphaYear: number;
  /** How far the record moves when the benchmark moves by 1. */
  readonly beta: number;
  /** Alpha in its standard errors, T − 2 degrees of freedom; none where the benchmark explains everything. */
  readonly tAlpha: Figure;
}

const LEAST_DAYS_FOR_REGRESSION = 60;
/** A residual this small against the whole is rounding. */
const ROUNDING = 1e-18;

/**
 * Ordinary least squares of a record's daily returns on those of its benchmark (Jensen 1968, without an interest rate).
 *
 * @param benchmark returns of the same days; null where there is none.
 * @returns nothing for fewer than sixty days, and where one of the two stands still.
 * @throws RangeError when the two are not equally long.
 */
export function regressOnBenchmark(
  returns: ArrayLike<number>,
  benchmark: ArrayLike<number> | null,
): Figure<BenchmarkRegression> {
  if (benchmark === null) return missing('no-benchmark');
  const days = returns.length;
  if (benchmark.length !== days) throw new RangeError(`${days} returns and ${benchmark.length} to compare`);
  if (days < LEAST_DAYS_FOR_REGRESSION) return missing('too-short');
  for (const record of [returns, benchmark]) {
    const sample = sharpeSampleOf(record);
    if (sample.value === null) return sample;
  }
  const [centre, centreOfBenchmark] = [mean(returns)!, mean(benchmark)!];
  let [products, squares, total] = [0, 0, 0];
  for (let day = 0; day < days; day++) {
    const deviation = returns[day]! - centre;
    const deviationOfBenchmark = benchmark[day]! - centreOfBenchmark;
    products += deviation * deviationOfBenchmark;
    squares += deviationOfBenchmark * deviationOfBenchmark;
    total += deviation * deviation;
  }
  const beta = products / squares;
  const alpha = centre - beta * centreOfBenchmark;
  let unexplained = 0;
  for (let day = 0; day < days; day++) unexplained += (returns[day]! - alpha - beta * benchmark[day]!) ** 2;
  const error = Math.sqrt((unexplained / (days - 2)) * (1 / days + centreOfBenchmark ** 2 / squares));
  const alphaYear = alpha * DAYS_PER_YEAR;
  if (!Number.isFinite(alphaYear) || !Number.isFinite(beta)) return missing('undefined');
  const tAlpha = unexplained > total * ROUNDING ? figure(alpha / error) : missing('undefined');
  return { value: { alphaYear, beta, tAlpha }, missing: null };
}
