/**
 * The mean length of blocks for the stationary bootstrap of a mean, by Politis and White (2004) with the correction of
 * Patton, Politis and White (2009): the flat-top estimate from as many autocovariances as matter.
 *
 * With kₙ = max(5, ⌊log₁₀T⌋), m̂ is the first lag from which kₙ autocorrelations in a row are smaller than
 * 2√(log₁₀T / T); M = min(2·max(m̂, 1), ⌈√T⌉ + kₙ), the latter without such a lag. The floor of one day is ours.
 *
 * @param returns of consecutive days, not all the same. @returns days, not whole as a rule, from 1 to ⌈min(3√T, T/3)⌉.
 */
export function blockLength(returns: ArrayLike<number>): number {
  const days = returns.length;
  const deviations = centred(returns);
  const lags = lagsThatMatter(deviations);
  const variance = autocovariance(deviations, 0);
  let weighted = 0;
  let longRun = variance;
  for (let lag = 1; lag <= lags; lag++) {
    const share = flatTop(lag / lags) * autocovariance(deviations, lag);
    weighted += 2 * lag * share;
    longRun += 2 * share;
  }
  const length = ((weighted * weighted) / (longRun * longRun)) ** (1 / 3) * days ** (1 / 3);
  const longest = Math.ceil(Math.min(3 * Math.sqrt(days), days / 3));
  return Math.min(Math.max(length, 1), longest);
}

/** M of the formula. */
function lagsThatMatter(deviations: Float64Array): number {
  const days = deviations.length;
  const inARow = Math.max(5, Math.floor(Math.log10(days)));
  const most = Math.ceil(Math.sqrt(days)) + inARow;
  const small = 2 * Math.sqrt(Math.log10(days) / days);
  let run = 0;
  for (let lag = 0; lag < most; lag++) {
    run = Math.abs(autocorrelation(deviations, lag)) < small ? run + 1 : 0;
    const first = lag - inARow + 1;
    if (run >= inARow) return Math.min(2 * Math.max(first, 1), most);
  }
  return most;
}

/** ρ of a lag, each side scaled by its own part of the record. */
export function autocorrelation(deviations: Float64Array, lag: number): number {
  const days = deviations.length;
  let product = 0;
  let earlier = 0;
  let later = 0;
  for (let day = lag; day < days; day++) product += deviations[day]! * deviations[day - lag]!;
  for (let day = 0; day < days - lag - 1; day++) earlier += deviations[day]! ** 2;
  for (let day = lag + 1; day < days; day++) later += deviations[day]! ** 2;
  return product / Math.sqrt(earlier * later);
}

function autocovariance(deviations: Float64Array, lag: number): number {
  let product = 0;
  for (let day = lag; day < deviations.length; day++) product += deviations[day]! * deviations[day - lag]!;
  return product / deviations.length;
}

export function centred(values: ArrayLike<number>): Float64Array {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  const mean = sum / values.length;
  return Float64Array.from(values, (value) => value - mean);
}

const flatTop = (share: number): number => (share <= 0.5 ? 1 : 2 * (1 - share));
