import type { RuleResult, TrialCount } from '@botdepot/contract';
import type { Rule } from '@botdepot/trading/browser';
import type { OwnCandlesFile } from './own-candles.ts';
import type { OwnTrialData, SeenOwnTrial } from './own-trials.ts';

/** Times in ms UTC; bars that start in [from, until). */
export interface OwnRun {
  readonly rule: Rule;
  readonly from: number | null;
  readonly until: number;
  readonly costFactor: number;
  readonly savingsRate: number;
}

/** What a run of a version on one's own candles said: kept in this browser, and forgotten with them. */
export interface KeptResult {
  readonly version: number;
  /** As it was written. */
  readonly rule: Rule;
  /** Of the file. */
  readonly hash: string;
  /** Of the period, for the trials that count with it. */
  readonly on: OwnTrialData;
  readonly testPeriod: { readonly from: string; readonly until: string } | null;
  readonly madeAt: string;
  readonly decimals: number;
  readonly result: RuleResult;
}

interface OfFile {
  readonly owner: string;
  /** Of the file that was on the page. */
  readonly hash: string;
}

/** What the worker is asked: one thing, and it ends. */
export type OwnWish =
  | { readonly kind: 'read'; readonly owner: string; readonly file: File }
  | ({
      readonly kind: 'count';
      readonly on: OwnTrialData;
      /** UTC day of the first return, ms. */
      readonly firstDay: number;
      readonly seen: readonly SeenOwnTrial[];
    } & OfFile)
  | ({
      readonly kind: 'judge';
      readonly botId: string;
      readonly version: number;
      readonly run: OwnRun;
    } & OfFile)
  | ({ readonly kind: 'open'; readonly run: OwnRun } & OfFile);

/**
 * - `refused`: a file, and why in German. - `gone`: another file, or none. - `empty`: no bar in the period. - `opened`: the test period
 * was open already. - `storage`: the browser keeps nothing.
 */
export type OwnAnswer =
  | { readonly kind: 'read'; readonly file: OwnCandlesFile }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'counted'; readonly added: number; readonly count: TrialCount }
  | { readonly kind: 'judged' }
  | { readonly kind: 'failed'; readonly reason: 'gone' | 'empty' | 'opened' | 'storage' | 'run' };

export type FromOwnWorker = OwnAnswer | { readonly kind: 'progress'; readonly share: number };
