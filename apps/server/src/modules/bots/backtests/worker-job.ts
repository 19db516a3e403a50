/** What the server and the worker say to each other. Everything here is plain data. */
import type { BacktestRequest, BotType, LiveReplay } from '@botdepot/contract';
import type { ExplainedDecision, LookAheadCertificate, Rule } from '@botdepot/trading';

export type BacktestJob = {
  readonly kind: 'backtest';
  readonly request: BacktestRequest;
  /** The source that speaks for each symbol of the request. */
  readonly sources: Readonly<Record<string, string>>;
};

export type LiveReplayJob = { readonly kind: 'live-replay'; readonly botType: BotType; readonly now: number };

/** Makes the market to test rules on, as files in this folder. */
export type PracticeMarketJob = { readonly kind: 'practice-market'; readonly folder: string };

/** Where the candles of one symbol lie, to test rules on. */
export type CandlePlace =
  | { readonly kind: 'practice'; readonly folder: string }
  | { readonly kind: 'wti' }
  | {
      readonly kind: 'installation';
      /** The one that speaks for the symbol, its first day and today's midnight: whole days alone count. */
      readonly source: string;
      readonly fromMs: number;
      readonly todayMs: number;
    };

/** Runs a rule over past prices and judges it, see `judgeRule`. */
export type RuleResultJob = {
  readonly kind: 'rule-result';
  readonly rule: Rule;
  readonly source: string;
  /** For each symbol of the rule, in its order. */
  readonly places: readonly CandlePlace[];
  /** ms UTC; null: from the first bar. */
  readonly from: number | null;
  readonly until: number;
  readonly costFactor: number;
  readonly savingsRate: number;
};

/** Cuts the future of the practice market off and looks whether the rule decides as before, see `certifyNoLookAhead`. */
export type CertificateJob = {
  readonly kind: 'certificate';
  readonly rule: Rule;
  readonly place: CandlePlace;
  /** Bars from here on are never looked at, ms UTC. */
  readonly until: number;
};

/** Looks why a rule that trades live gave an order, see `explainDecision`. */
export type ExplainJob = {
  readonly kind: 'explain';
  readonly rule: Rule;
  /** When the run began and when the order was filled, ms UTC. */
  readonly startedAt: number;
  readonly filledAt: number;
  readonly symbol: string;
  /** Decimals of its prices. */
  readonly digits: number;
  /** At which it was filled, without costs. */
  readonly midPrice: number;
};

/**
 * `json` is a `RuleResult`; `returns` its daily returns as little-endian 32-bit floats in base64, null where one is not finite.
 * `empty`: no symbol has a bar in the period.
 */
export type RuleResultOutcome =
  | { status: 'made'; json: string; returns: string | null }
  | { status: 'empty' };

export type CertificateOutcome = LookAheadCertificate & { readonly dataHash: string };

export type WorkerJob =
  | BacktestJob
  | LiveReplayJob
  | PracticeMarketJob
  | RuleResultJob
  | CertificateJob
  | ExplainJob;

/**
 * `json` is the result as it is sent and remembered. `known`: the server has one from the same data. `empty`: no
 * symbol has a bar in the period.
 */
export type BacktestOutcome = { status: 'made'; json: string } | { status: 'known' } | { status: 'empty' };

export type JobResult = {
  backtest: BacktestOutcome;
  'live-replay': LiveReplay;
  'practice-market': null;
  'rule-result': RuleResultOutcome;
  certificate: CertificateOutcome;
  /** Null where candles of that time are no longer kept. */
  explain: ExplainedDecision | null;
};

export type ToWorker =
  /** The first one. */
  | { type: 'start'; start: WorkerStart }
  | { type: 'job'; job: WorkerJob }
  /** The answer to `data-read`: whether to go on. */
  | { type: 'go-on'; goOn: boolean };

export type FromWorker =
  | { type: 'progress'; share: number }
  /** The data of a backtest has been read; the digest tells the same request on the same data. */
  | { type: 'data-read'; digest: string }
  | { type: 'done'; result: JobResult[WorkerJob['kind']] }
  /** `unavailable`: it is the database that failed. */
  | { type: 'failed'; unavailable: boolean; message: string; stack: string | undefined };

/** What a worker is started with. */
export type WorkerStart = { readonly databaseUrl: string };
