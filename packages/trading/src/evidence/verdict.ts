import { type Figure, figure } from './figure.ts';
import { chanceOfBest } from './sharpe-tests.ts';

/** „Zu wenig Daten“, „Schlechter als Zufall“, „Bestanden mit Vorbehalt“, „Kein Nachweis“. */
export type EvidenceVerdict =
  | 'too-little-data'
  | 'worse-than-chance'
  | 'passed-with-reservation'
  | 'no-evidence';

export interface VerdictGrounds {
  /** Closed ones. */
  readonly trades: number;
  readonly days: number;
  /** Of the random bots. */
  readonly p: Figure;
  readonly dsr: Figure;
  /** Effective ones, N. */
  readonly trials: number;
  /** Total return at twice the costs, fraction. */
  readonly returnAtDoubleCosts: number;
  /** Total return in the test period, fraction; null while that is closed. */
  readonly returnInTestPeriod: number | null;
}

const LEAST_TRADES = 10;
const LEAST_DAYS = 180;

/** p of the best of N: how often one of so many worthless rules beats as many random bots. */
export const chanceAfterTrials = (p: Figure, trials: number): Figure =>
  p.value === null ? p : figure(chanceOfBest(p.value, trials));

/**
 * What may be said about a rule after its backtest: the first that holds. A figure that is missing shows nothing, so a rule
 * without random bots or DSR has no evidence.
 */
export function verdictOf(input: VerdictGrounds): EvidenceVerdict {
  const { trades, days, p, dsr, trials, returnAtDoubleCosts, returnInTestPeriod } = input;
  if (trades < LEAST_TRADES || days < LEAST_DAYS) return 'too-little-data';
  if (p.value !== null && p.value >= 0.95) return 'worse-than-chance';
  const pOfBest = chanceAfterTrials(p, trials).value;
  const isProfitable = returnAtDoubleCosts > 0 && (returnInTestPeriod === null || returnInTestPeriod > 0);
  const isBeyondLuck = dsr.value !== null && dsr.value >= 0.95 && pOfBest !== null && pOfBest <= 0.05;
  return isBeyondLuck && isProfitable ? 'passed-with-reservation' : 'no-evidence';
}
