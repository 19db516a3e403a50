/** How sure a result is. Nothing in this room needs Node: hashes come from outside, as seeds. */
export { againstRandomBots, type RandomBotSummary } from './against-random-bots.ts';
export { savingsAccount, savingsPlanEquity } from './companions.ts';
export { type EvidenceFigures, type EvidenceInput, evidenceFigures } from './evidence-figures.ts';
export { falseDiscoveryRates } from './false-discovery.ts';
export type { Figure, MissingReason } from './figure.ts';
export { type Judgement, judgementOf } from './judgement.ts';
export { CUTS, certifyNoLookAhead, type Difference, type LookAheadCertificate } from './look-ahead.ts';
export { type Overfitting, overfittingByBlocks, overfittingOf } from './overfitting.ts';
export { type JudgedMarket, type JudgedTrade, type RandomBots, randomBotsOf } from './random-bots.ts';
export {
  type JudgedRun,
  judgeRule,
  OUTLOOK_DAYS,
  type ResultFigures,
  type ResultTrade,
  type RuleResult,
  type RuleRun,
} from './rule-result.ts';
export { perDay, perYear, type SharpeSample, sharpeSampleOf } from './sharpe-sample.ts';
export { chanceOfBest, chanceOfSharpe, luckySharpe, type TrialSpread } from './sharpe-tests.ts';
export { type AmountOutlook, amountOutlook, REPLICATES } from './stationary-bootstrap.ts';
export {
  type EffectiveTrials,
  effectiveTrials,
  leaderOf,
  leastVariance,
  sharesData,
  type Trial,
  type TrialData,
} from './trials.ts';
export { chanceAfterTrials, type EvidenceVerdict, type VerdictGrounds, verdictOf } from './verdict.ts';
