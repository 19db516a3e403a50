/** A rule in many variants on the same prices. What one gives here is what it gives alone, to the bit. */
import { type BacktestOptions, runBacktest } from '../backtest.ts';
import { sharpeSampleOf } from '../evidence/sharpe-sample.ts';
import { dailyReturns } from '../statistics/daily-equity.ts';
import { ruleHashOf } from './canonical.ts';
import type { ColumnSource } from './columns/column-set.ts';
import { compileRule, type RuleParameters } from './compile-rule.ts';
import { parseRule } from './parse-rule.ts';
import type { Rule } from './rule.ts';
import { type RuleParameter, withParameter } from './rule-parameters.ts';

export const SWEEP_LIMITS = { axes: 3, variants: 500 } as const;

export interface SweepAxis {
  readonly parameter: RuleParameter;
  readonly values: readonly number[];
}

export interface Variant {
  /** One of each axis. */
  readonly values: readonly number[];
  /** Null for what is no rule: `problem` says in German why. */
  readonly rule: Rule | null;
  readonly problem: string | null;
}

/**
 * Every combination, the values of the last axis changing first. Columns of the first axis are then used while they are new.
 *
 * @throws RangeError for more axes or variants than `SWEEP_LIMITS`, and for none.
 */
export function variantsOf(rule: Rule, axes: readonly SweepAxis[]): Variant[] {
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (axes.length < 1 || axes.length > SWEEP_LIMITS.axes) throw new RangeError(`${axes.length} axes`);
  if (size < 1 || size > SWEEP_LIMITS.variants) throw new RangeError(`${size} variants`);
  return Array.from({ length: size }, (_, index) => {
    let rest = index;
    const values = axes.toReversed().map(({ values: own }) => {
      const value = own[rest % own.length]!;
      rest = Math.floor(rest / own.length);
      return value;
    });
    values.reverse();
    const changed = axes.reduce(
      (one, { parameter }, axis) => withParameter(one, parameter, values[axis]!),
      rule,
    );
    const parsed = parseRule(changed);
    return { values, rule: parsed.rule, problem: parsed.problems[0]?.text ?? null };
  });
}

/** Prices, period, capital and costs: the same for every variant. */
export type SweepRun = Omit<BacktestOptions<RuleParameters>, 'strategy' | 'onDecision' | 'onProgress'>;

export interface VariantResult {
  readonly ruleHash: string;
  /** Per day; null where the days are too few or all the same. */
  readonly sharpe: number | null;
  /** Closed ones. */
  readonly trades: number;
  /** UTC day of the first return, ms; NaN without one. */
  readonly firstDay: number;
  /** Simple, one a day; shorter than those of others where the capital was used up. */
  readonly returns: Float64Array;
}

/** @param setOf keeps columns from variant to variant (`sharedColumns`). @throws as `runBacktest` does. */
export function runVariant(rule: Rule, run: SweepRun, setOf: ColumnSource): VariantResult {
  const ruleHash = ruleHashOf(rule);
  const { daily, tradeCount } = runBacktest({ ...run, strategy: compileRule(rule, ruleHash, setOf) });
  const returns = dailyReturns(run.startingEquity ?? 1, daily.equity);
  return {
    ruleHash,
    sharpe: sharpeSampleOf(returns).value?.sharpe ?? null,
    trades: tradeCount,
    firstDay: daily.day[0] ?? Number.NaN,
    returns,
  };
}
