/** What the server and the worker say to each other. Everything here is plain data. */
import type { BacktestRequest, BotType, LiveReplay } from '@botdepot/contract';

export type BacktestJob = {
  readonly kind: 'backtest';
  readonly request: BacktestRequest;
  /** The source that speaks for each symbol of the request. */
  readonly sources: Readonly<Record<string, string>>;
};

export type LiveReplayJob = { readonly kind: 'live-replay'; readonly botType: BotType; readonly now: number };

/** Makes the market to test rules on, as files in this folder. */
export type PracticeMarketJob = { readonly kind: 'practice-market'; readonly folder: string };

export type WorkerJob = BacktestJob | LiveReplayJob | PracticeMarketJob;

/**
 * `json` is the result as it is sent and remembered. `known`: the server has one from the same data. `empty`: no
 * symbol has a bar in the period.
 */
export type BacktestOutcome = { status: 'made'; json: string } | { status: 'known' } | { status: 'empty' };

export type JobResult = { backtest: BacktestOutcome; 'live-replay': LiveReplay; 'practice-market': null };

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
