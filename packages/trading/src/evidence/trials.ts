import { centred } from './block-length.ts';
import type { TrialSpread } from './sharpe-tests.ts';

/** What was tried on which prices. Times in ms UTC, [from, until). */
export interface TrialData {
  readonly symbols: readonly string[];
  readonly source: string;
  readonly interval: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Whether a trial counts where a result is judged: both share a symbol, the source and the interval, and their periods have
 * at least half of the shorter one in common.
 */
export function sharesData(one: TrialData, other: TrialData): boolean {
  if (one.source !== other.source || one.interval !== other.interval) return false;
  if (!one.symbols.some((symbol) => other.symbols.includes(symbol))) return false;
  const common = Math.min(one.until, other.until) - Math.max(one.from, other.from);
  return common > 0 && 2 * common >= Math.min(one.until - one.from, other.until - other.from);
}

/** One distinct rule on one set of prices, with the daily returns that came of it. */
export interface Trial {
  readonly id: string;
  /** When it was made; those of one moment go by their id. */
  readonly madeAt: number;
  /** Number of the UTC day of the first return; the others follow without gaps. */
  readonly firstDay: number;
  readonly returns: ArrayLike<number>;
  /** Per day; null where the returns stand still. */
  readonly sharpe: number | null;
}

export interface EffectiveTrials extends TrialSpread {
  /** The trials that differ from all before them, in order of time. */
  readonly leaders: readonly Trial[];
}

/** Returns that move this much together are those of one idea. */
const SAME = 0.7;
const LEAST_COMMON_DAYS = 60;
/** A spread this small against the mean is rounding. */
const ROUNDING = 1e-9;
/** So many are compared with; what comes after them counts as it stands. */
const MOST_LEADERS = 500;

/**
 * How many different things were tried: leader clustering (Hartigan 1975). In order of time, a trial joins the first
 * leader whose daily returns correlate with its own by at least 0.7 (Pearson, at least sixty common days); else it leads.
 * Two that stand still on their common days are the same.
 *
 * V is the variance of the leaders' Sharpe ratios a day (ddof = 1), but at least 1/(T−1), the sampling variance without an
 * edge: five losers that are alike must not make the hurdle small. A leader that stands still counts, and has no Sharpe.
 *
 * @param days T of the result that is judged, at least 2.
 */
export function effectiveTrials(trials: readonly Trial[], days: number): EffectiveTrials {
  const leaders: Trial[] = [];
  for (const trial of trials.toSorted(byTime))
    if (leaders.length >= MOST_LEADERS || leaderOf(leaders, trial) === undefined) leaders.push(trial);
  const ratios = leaders.flatMap(({ sharpe }) => (sharpe === null ? [] : [sharpe]));
  return {
    leaders,
    N: Math.max(leaders.length, 1),
    V: Math.max(variance(ratios), leastVariance(days)),
  };
}

type Returns = Pick<Trial, 'firstDay' | 'returns'>;

/** The first of these that a trial moves with; undefined for one that leads itself. */
export const leaderOf = <Leader extends Returns>(
  leaders: readonly Leader[],
  trial: Returns,
): Leader | undefined => leaders.find((leader) => isSame(leader, trial));

/** V where nothing is known but the days: what Sharpe ratios without an edge spread by. */
export const leastVariance = (days: number): number => 1 / (days - 1);

function byTime(one: Trial, other: Trial): number {
  if (one.madeAt !== other.madeAt) return one.madeAt - other.madeAt;
  return Number(one.id > other.id) - Number(one.id < other.id);
}

function isSame(leader: Returns, trial: Returns): boolean {
  const first = Math.max(leader.firstDay, trial.firstDay);
  const days =
    Math.min(leader.firstDay + leader.returns.length, trial.firstDay + trial.returns.length) - first;
  if (days < LEAST_COMMON_DAYS) return false;
  const [one, other] = [leader.returns, trial.returns];
  const [atOne, atOther] = [first - leader.firstDay, first - trial.firstDay];
  let [sum, sumOfOther] = [0, 0];
  for (let day = 0; day < days; day++) {
    sum += one[atOne + day]!;
    sumOfOther += other[atOther + day]!;
  }
  const [centre, centreOfOther] = [sum / days, sumOfOther / days];
  let [products, squares, squaresOfOther] = [0, 0, 0];
  for (let day = 0; day < days; day++) {
    const deviation = one[atOne + day]! - centre;
    const deviationOfOther = other[atOther + day]! - centreOfOther;
    products += deviation * deviationOfOther;
    squares += deviation * deviation;
    squaresOfOther += deviationOfOther * deviationOfOther;
  }
  const isFlat = squares <= days * (centre * ROUNDING) ** 2;
  const isOtherFlat = squaresOfOther <= days * (centreOfOther * ROUNDING) ** 2;
  if (isFlat || isOtherFlat) return isFlat && isOtherFlat;
  return products / Math.sqrt(squares * squaresOfOther) >= SAME;
}

/** ddof = 1; 0 for fewer than two. */
function variance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return centred(values).reduce((sum, value) => sum + value * value, 0) / (values.length - 1);
}
