import { CANDLE_RETENTION_DAYS } from '@botdepot/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { LostLeadershipError } from '../../platform/leader.ts';
import { type AdoptDeps, type Adoption, prepareAdoption, waitingSymbols } from './adopt-sources.ts';
import { writeFenced } from './complete-candles.ts';
import { ProviderError } from './live/price-provider.ts';
import { type AskedGaps, repairGaps } from './live-history.ts';
import { deleteMinutesBefore } from './market-candles.ts';

const REPAIR_EVERY_MS = 5 * MINUTE_MS;
const QUESTIONS_PER_REPAIR = 4;
/** A symbol that a provider has nothing for is asked about again after this time: plans change. */
const RETRY_AFTER_MS = HOUR_MS;
/** One that does not answer after 1, 2, 4 … minutes, half an hour at most. */
const LONGEST_SILENCE_MINUTES = 30;
/** Bounded, so that no run holds the table for long: an hour makes 1200 minutes, and a run may delete this many. */
const ROWS_PER_DELETION = 20_000;

/** What the leader does beside the ticks, never awaited by them: waiting sources, gaps, candles that are too old. */
export type MarketMaintenance = {
  /** Starts what is due after a closed minute, unless the last run still goes on. @param minuteEndMs ms UTC. */
  start(minuteEndMs: number): void;
  /** Adoptions whose history has come; they stay until they are taken back. */
  readonly ready: Adoption[];
  idle(): Promise<void>;
};

/**
 * Belongs to one term; it stops by itself when the term is over, and what fails is tried again.
 * @param unknown symbols that their provider had nothing for a moment ago.
 */
export function createMaintenance(deps: AdoptDeps, unknown: ReadonlySet<string>): MarketMaintenance {
  const { database, source, term, clock, log } = deps;
  const { live } = source;
  const ready: Adoption[] = [];
  const retryAt = new Map<string, number>();
  const silences = new Map<string, number>();
  for (const symbol of unknown) retryAt.set(symbol, clock.now().getTime() + RETRY_AFTER_MS);
  const asked: AskedGaps = new Map();
  let underWay: Promise<void> | null = null;

  async function prepareOne(minuteEndMs: number): Promise<void> {
    if (!live) return;
    const symbol = waitingSymbols(source).find(
      (waiting) =>
        (retryAt.get(waiting) ?? 0) <= minuteEndMs && !ready.some((known) => known.symbol === waiting),
    );
    if (symbol === undefined) return;
    const adoption = await prepareAdoption(deps, live, symbol, minuteEndMs);
    if (adoption === 'silent') {
      const silent = silences.get(symbol) ?? 0;
      silences.set(symbol, silent + 1);
      retryAt.set(symbol, minuteEndMs + Math.min(2 ** silent, LONGEST_SILENCE_MINUTES) * MINUTE_MS);
    } else if (adoption === null) retryAt.set(symbol, minuteEndMs + RETRY_AFTER_MS);
    else ready.push(adoption);
  }

  async function repair(minuteEndMs: number): Promise<void> {
    if (!live || minuteEndMs % REPAIR_EVERY_MS !== 0) return;
    const speaking = new Map(
      [...live.configured].filter(([symbol]) => !waitingSymbols(source).includes(symbol)),
    );
    const filled = await repairGaps(
      { database, term, live },
      { speaking, asked, nowMs: minuteEndMs, questions: QUESTIONS_PER_REPAIR },
    );
    if (filled > 0) log.info({ candles: filled }, 'gaps of live prices filled');
  }

  async function deleteOld(minuteEndMs: number): Promise<void> {
    if (minuteEndMs % HOUR_MS !== 0) return;
    const before = new Date(minuteEndMs - CANDLE_RETENTION_DAYS * DAY_MS);
    await writeFenced({ database, term }, (tx) => deleteMinutesBefore(tx, before, ROWS_PER_DELETION));
  }

  async function run(minuteEndMs: number): Promise<void> {
    for (const task of [prepareOne, repair, deleteOld]) {
      if (term.signal.aborted) return;
      try {
        await task(minuteEndMs);
      } catch (error) {
        // The next tick finds that out too, and ends the term.
        if (error instanceof LostLeadershipError) return;
        const why = error instanceof ProviderError ? { problem: error.message } : { err: error };
        log.warn({ ...why, task: task.name }, 'market maintenance failed');
      }
    }
  }

  return {
    ready,
    start(minuteEndMs) {
      underWay ??= run(minuteEndMs).finally(() => {
        underWay = null;
      });
    },
    idle: async () => {
      await underWay;
    },
  };
}
