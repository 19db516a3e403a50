import { type RuleResult, TRIAL_LIMITS, type TrialCount } from '@botdepot/contract';
import { leaderOf, sharesData } from '@botdepot/trading/browser';

/** What was tried on a file, counted as the server counts what is tried on its prices; see `recordTrials` there. */
export interface OwnTally {
  readonly trials: readonly OwnTrial[];
  /** The one look at the end of the file, with what came of it and no price; null while that is closed. */
  readonly opened: {
    readonly at: string;
    readonly ruleHash: string;
    readonly result: RuleResult;
  } | null;
}

/** Bars that start in [from, until), ms UTC. */
export interface OwnTrialData {
  readonly interval: '1h' | '1d';
  readonly from: number;
  readonly until: number;
}

interface OwnTrial extends OwnTrialData {
  readonly ruleHash: string;
  /** Per day. */
  readonly sharpe: number | null;
  /** Place of the trial that it moves like, its own where it leads; null where nobody knows. */
  readonly leader: number | null;
}

/** Daily returns of a trial that leads: what comes later is compared with them. They are made of prices, and forgotten with them. */
export interface OwnColumn {
  readonly trial: number;
  readonly interval: '1h' | '1d';
  /** Number of the UTC day of the first. */
  readonly firstDay: number;
  readonly returns: Float32Array;
}

export interface SeenOwnTrial {
  readonly ruleHash: string;
  readonly sharpe: number | null;
  /** Null for one that moves like another one of the same list. */
  readonly returns: Float64Array | null;
}

export const NO_TRIALS: OwnTally = { trials: [], opened: null };

/** Adds those that are new. @param firstDay number of the UTC day of the first return. */
export function withTrials(
  tally: OwnTally,
  columns: readonly OwnColumn[],
  on: OwnTrialData,
  firstDay: number,
  seen: readonly SeenOwnTrial[],
): { tally: OwnTally; columns: readonly OwnColumn[]; added: number } {
  const trials = [...tally.trials];
  const leaders = [...columns];
  const same = leaders.filter(({ interval }) => interval === on.interval);
  for (const { ruleHash, sharpe, returns } of seen) {
    if (trials.some((known) => known.ruleHash === ruleHash && hasData(known, on))) continue;
    const column = returns?.every(Number.isFinite) ? Float32Array.from(returns) : null;
    const known = column && leaderOf(same, { firstDay, returns: column });
    const place = trials.length;
    trials.push({ ...on, ruleHash, sharpe, leader: column === null ? null : (known?.trial ?? place) });
    if (column === null || known || leaders.length >= TRIAL_LIMITS.columns) continue;
    const leader = { trial: place, interval: on.interval, firstDay, returns: column };
    leaders.push(leader);
    same.push(leader);
  }
  return { tally: { ...tally, trials }, columns: leaders, added: trials.length - tally.trials.length };
}

const hasData = (trial: OwnTrial, { interval, from, until }: OwnTrialData): boolean =>
  trial.interval === interval && trial.from === from && trial.until === until;

/** The trials that count where a result on these bars is judged. */
export function countOwnTrials({ trials }: OwnTally, on: OwnTrialData): TrialCount {
  const whole = (data: OwnTrialData) => ({ ...data, symbols: [''], source: '' });
  const counted = trials.filter((trial) => sharesData(whole(trial), whole(on)));
  const leaders = new Set(counted.flatMap(({ leader }) => (leader === null ? [] : [leader])));
  const ratios = [...leaders].flatMap((place) => trials[place]?.sharpe ?? []);
  return { total: counted.length, effective: Math.max(1, leaders.size), variance: variance(ratios) };
}

/** ddof = 1; 0 for fewer than two. */
function variance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** What may outlive the file: figures alone. */
export const withoutPrices = (result: RuleResult): RuleResult => ({
  ...result,
  trades: { ...result.trades, newest: [] },
  curve: { day: [], equity: [], drawdown: [], holding: [], savingsPlan: [] },
});
