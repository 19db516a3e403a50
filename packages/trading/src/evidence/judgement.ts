import { type Figure, figure } from './figure.ts';
import type { RuleResult } from './rule-result.ts';
import { perYear, type SharpeSample } from './sharpe-sample.ts';
import {
  chanceOfBest,
  chanceOfSharpe,
  daysNeeded,
  deflatedSharpe,
  luckySharpe,
  minBacktestYears,
  type TrialSpread,
} from './sharpe-tests.ts';
import { leastVariance } from './trials.ts';
import { chanceAfterTrials, type EvidenceVerdict, verdictOf } from './verdict.ts';

/** What a result is worth after everything that was tried on the same prices. */
export interface Judgement {
  readonly verdict: EvidenceVerdict;
  /** Effective trials. */
  readonly N: number;
  /** The Sharpe ratio a year that luck lets one expect of the best of so many. */
  readonly hurdle: Figure;
  /** The same for other numbers of trials, for a drawing. */
  readonly hurdles: readonly { readonly trials: number; readonly sharpe: number }[];
  readonly dsr: Figure;
  /** How often the best of so many worthless rules looks as good, from 0 to 1. */
  readonly luck: Figure;
  /** How often one of so many worthless rules beats as many random bots. */
  readonly pOfBest: Figure;
  readonly daysNeeded: Figure;
  /** Days that a single trial would have needed. */
  readonly daysNeededAlone: Figure;
  readonly minBacktestYears: Figure;
}

/**
 * @param trials those that count for these prices; the spread is at least what chance alone makes of days without an edge.
 * @param returnInTestPeriod of the same rule, fraction; null while nobody knows it.
 */
export function judgementOf(
  result: Pick<RuleResult, 'sample' | 'randomBots' | 'figures' | 'byCostFactor'> & {
    readonly trades: Pick<RuleResult['trades'], 'count'>;
  },
  trials: TrialSpread,
  returnInTestPeriod: number | null,
): Judgement {
  const { sample, randomBots, figures, byCostFactor } = result;
  const { days } = figures;
  const N = Math.max(1, trials.N);
  const V = Math.max(trials.V, leastVariance(Math.max(2, days)));
  const spread = { N, V };
  const of = (get: (known: SharpeSample) => Figure): Figure =>
    sample.value === null ? sample : get(sample.value);
  const p: Figure = randomBots.value === null ? randomBots : figure(randomBots.value.p);
  const dsr = of((known) => deflatedSharpe(known, spread));
  return {
    verdict: verdictOf({
      trades: result.trades.count,
      days,
      p,
      dsr,
      trials: N,
      returnAtDoubleCosts: byCostFactor.find(({ factor }) => factor === 2)?.totalReturn ?? -1,
      returnInTestPeriod,
    }),
    N,
    hurdle: of(() => figure(perYear(luckySharpe(spread)))),
    hurdles: stepsTo(N).map((count) => ({ trials: count, sharpe: perYear(luckySharpe({ N: count, V })) })),
    dsr,
    luck: of((known) => {
      const chance = chanceOfSharpe(known);
      return chance.value === null ? chance : figure(chanceOfBest(chance.value, N));
    }),
    pOfBest: chanceAfterTrials(p, N),
    daysNeeded: of((known) => daysNeeded(known, N)),
    daysNeededAlone: of((known) => daysNeeded(known, 1)),
    minBacktestYears: of((known) => minBacktestYears(N, perYear(known.sharpe))),
  };
}

const LEAST_DRAWN = 10;

/** 1, 2, 3 … in steps that grow, up to a little beyond `N`, which is one of them. */
function stepsTo(N: number): number[] {
  const steps = new Set<number>([N]);
  const end = Math.max(LEAST_DRAWN, Math.ceil(N * 1.5));
  for (let count = 1; count < end; count = Math.max(count + 1, Math.round(count * 1.25))) steps.add(count);
  return [...steps.add(end)].sort((a, b) => a - b);
}
