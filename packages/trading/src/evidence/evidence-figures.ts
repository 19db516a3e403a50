import { standardDeviation } from '../indicators/standard-deviation.ts';
import { compoundAnnualGrowthRate } from '../statistics/growth.ts';
import { LEAST_DAYS_FOR_RATIOS } from '../statistics/performance.ts';
import { mean } from '../statistics/risk-adjusted.ts';
import { regressOnBenchmark } from './benchmark-regression.ts';
import { autocorrelation, centred } from './block-length.ts';
import { type Figure, figure, missing } from './figure.ts';
import { drawdownRecovery, growthOf, worstTwentieth } from './losses.ts';
import { perDay, perYear, type SharpeSample, sharpeSampleOf } from './sharpe-sample.ts';
import {
  chanceOfBest,
  chanceOfSharpe,
  daysNeeded,
  deflatedSharpe,
  expectedBest,
  luckySharpe,
  minBacktestYears,
  minTrackRecordDays,
  powerOf,
  probabilisticSharpe,
  sharpeLowerBound,
  type TrialSpread,
} from './sharpe-tests.ts';
import {
  type AmountOutlook,
  amountOutlook,
  type BootstrapBands,
  bootstrapBands,
} from './stationary-bootstrap.ts';

export interface EvidenceInput {
  /** Simple daily returns, fractions, at least −1. */
  readonly returns: ArrayLike<number>;
  /** Returns of what it is compared with, on the same days; null without. */
  readonly benchmark: ArrayLike<number> | null;
  /** What else was tried on the same prices. */
  readonly trials: TrialSpread;
  /** „Mein Betrag“ in USDT, and the days that it stays. */
  readonly amount: { readonly amount: number; readonly days: number };
  /** For `sfc32`. */
  readonly seed: Uint8Array;
  readonly replicates: number;
}

/** Every figure that daily returns alone give. Names are those of the published reference values. */
export interface EvidenceFigures {
  readonly meanPerDay: Figure;
  /** ddof = 1. */
  readonly sdPerDay: Figure;
  readonly skew: Figure;
  readonly kurtosis: Figure;
  readonly sharpeYear: Figure;
  /** Fraction. */
  readonly cagr: Figure;
  /** PSR against 0 and against 0.5 a year. */
  readonly psr0: Figure;
  readonly psrHalf: Figure;
  /** Of the Sharpe ratio a year. */
  readonly lowerBound95: Figure;
  readonly minTrackRecordDays: Figure;
  readonly cvar5: Figure;
  readonly alphaBeta: { readonly alphaYear: Figure; readonly beta: Figure; readonly tAlpha: Figure };
  readonly recovery: {
    readonly maxDrawdown: Figure;
    readonly peakDay: Figure;
    readonly troughDay: Figure;
    readonly recoveryDays: Figure;
  };
  /** Of neighbouring days. */
  readonly autocorrelation: Figure;
  /** Neighbouring days hang together (beyond 2/√T): everything here is less sure than it looks. */
  readonly dependent: boolean;
  readonly bands: Figure<BootstrapBands>;
  readonly N: number;
  readonly V: Figure;
  /** E_N, standard deviations. */
  readonly expectedBest: number;
  /** S₀: what luck lets one expect of the best. */
  readonly sr0PerDay: Figure;
  readonly dsr: Figure;
  readonly minBacktestYears: Figure;
  /** 1 − PSR(0)^N: „Durch Glück so gut“. */
  readonly luck: Figure;
  readonly daysNeeded: Figure;
  /** How often a record of this length shows a true Sharpe ratio of so much a year. */
  readonly power: readonly { readonly srYear: number; readonly days: number; readonly power: Figure }[];
  readonly amount: Figure<AmountOutlook>;
}

/** Sharpe ratios a year for which the power is told. */
const ASSUMED = [0.5, 1, 2];

/** All of it at once. @throws RangeError when benchmark and returns are not equally long, or for fewer than one trial. */
export function evidenceFigures(input: EvidenceInput): EvidenceFigures {
  const { returns, benchmark, trials, amount, seed, replicates } = input;
  const days = returns.length;
  const known = sharpeSampleOf(returns);
  /** Where a record says nothing, no figure of it does. */
  const of = <Value>(get: (sample: SharpeSample) => Figure<Value>): Figure<Value> => part(known, get);
  const ofLonger = <Value extends object>(get: () => Value): Figure<Value> =>
    of(() => (days < LEAST_DAYS_FOR_RATIOS ? missing('too-short') : allFinite(get())));
  const regression = of(() => regressOnBenchmark(returns, benchmark));
  const recovery = of(() => ({ value: drawdownRecovery(returns), missing: null }));
  const lag1 = of(() => figure(autocorrelation(centred(returns), 1)));
  return {
    meanPerDay: of(() => figure(mean(returns)!)),
    sdPerDay: of(() => figure(standardDeviation(returns))),
    skew: of(({ skew }) => figure(skew)),
    kurtosis: of(({ kurtosis }) => figure(kurtosis)),
    sharpeYear: of(({ sharpe }) => figure(perYear(sharpe))),
    cagr: part(
      ofLonger(() => [compoundAnnualGrowthRate(1, growthOf(returns))!]),
      ([cagr]) => figure(cagr!),
    ),
    psr0: of((sample) => probabilisticSharpe(sample)),
    psrHalf: of((sample) => probabilisticSharpe(sample, perDay(0.5))),
    lowerBound95: of(sharpeLowerBound),
    minTrackRecordDays: of((sample) => minTrackRecordDays(sample)),
    cvar5: of(() => worstTwentieth(returns)),
    alphaBeta: {
      alphaYear: part(regression, ({ alphaYear }) => figure(alphaYear)),
      beta: part(regression, ({ beta }) => figure(beta)),
      tAlpha: part(regression, ({ tAlpha }) => tAlpha),
    },
    recovery: {
      maxDrawdown: part(recovery, ({ maxDrawdown }) => figure(maxDrawdown)),
      peakDay: part(recovery, ({ peakDay }) => figure(peakDay)),
      troughDay: part(recovery, ({ troughDay }) => figure(troughDay)),
      recoveryDays: part(recovery, ({ recoveryDays }) => recoveryDays),
    },
    autocorrelation: lag1,
    dependent: lag1.value !== null && Math.abs(lag1.value) > 2 / Math.sqrt(days),
    bands: ofLonger(() => bootstrapBands(returns, seed, replicates)),
    N: trials.N,
    V: of(() => figure(trials.V)),
    expectedBest: expectedBest(trials.N),
    sr0PerDay: of(() => figure(luckySharpe(trials))),
    dsr: of((sample) => deflatedSharpe(sample, trials)),
    minBacktestYears: of(({ sharpe }) => minBacktestYears(trials.N, perYear(sharpe))),
    luck: of((sample) => part(chanceOfSharpe(sample), (p) => figure(chanceOfBest(p, trials.N)))),
    daysNeeded: of((sample) => daysNeeded(sample, trials.N)),
    power: ASSUMED.map((srYear) => ({ srYear, days, power: of(() => figure(powerOf(srYear, days))) })),
    amount: ofLonger(() => amountOutlook(returns, amount, seed, replicates)),
  };
}

const part = <Whole, Value>(whole: Figure<Whole>, get: (value: Whole) => Figure<Value>): Figure<Value> =>
  whole.missing === null ? get(whole.value) : whole;

/** Returns beyond all measure overflow; then there is no figure. */
const allFinite = <Value extends object>(value: Value): Figure<Value> =>
  Object.values(value).flat().every(Number.isFinite) ? { value, missing: null } : missing('undefined');
