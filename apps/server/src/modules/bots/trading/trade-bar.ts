import { BOTS, type BotType } from '@botdepot/contract';
import { FIXED12_ONE } from '@botdepot/money';
import { ENGINE_VERSION } from '@botdepot/trading';
import type { Work } from '../../../platform/work.ts';
import { keepState } from '../backtests/state-snapshot.store.ts';
import { lockBotExclusive } from '../portfolio/bot-lock.ts';
import {
  openPortfolio,
  type PortfolioRow,
  readStrikeSeq,
  updatePortfolio,
} from '../portfolio/portfolio.store.ts';
import { settlePool } from '../portfolio/settle-pool.ts';
import type { Strike } from '../portfolio/strike.ts';
import { writeStrikes } from '../portfolio/write-strikes.ts';
import { writeTicks } from '../portfolio/write-ticks.ts';
import type { BarRecord, RunningPortfolio } from './running-portfolio.ts';
import { writeClosedRecord } from './source-change.ts';

/** The database holds another last bar than this process remembers: what it has in memory must not be written. */
export class OutOfStepError extends Error {
  constructor(botType: BotType, remembered: number, found: number | undefined) {
    super(`${BOTS[botType].name}: bar ${remembered} remembered, ${found ?? 'none'} found`);
    this.name = 'OutOfStepError';
  }
}

/**
 * Writes stepped bars of one portfolio and settles its pool, all in the caller's transaction, which has checked the
 * leader's epoch: fills, NAV, protocol and the engine's state are one fact, so a kill at any time loses or doubles
 * nothing. Takes the bot's exclusive lock. Used for one live bar as for a batch of the demo's history.
 *
 * @param before the strike that the first record follows; null at the start of the portfolio.
 * @param records at least one, in time order, all of one phase.
 * @returns the portfolio's row as it is once the transaction commits.
 * @throws OutOfStepError when another bar was committed meanwhile.
 */
export async function commitBars(
  work: Work,
  running: RunningPortfolio,
  before: Strike | null,
  records: readonly BarRecord[],
): Promise<PortfolioRow> {
  const { tx } = work;
  const { row, botType } = running;
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) throw new RangeError('no bars to commit');
  await lockBotExclusive(tx, botType);
  const remembered = before?.seq ?? 0;
  const found = await readStrikeSeq(tx, row.id);
  if (found !== remembered) throw new OutOfStepError(botType, remembered, found);

  // Live bars come one at a time, and only they can meet another source.
  const { recordBreak } = first;
  const goesLive = row.liveSince === null && first.strike.phase === 'live';
  const update = {
    strategyVersion: running.runnable.strategy.version,
    engineVersion: ENGINE_VERSION,
    state: running.engine.state(),
    lastBarAt: new Date(last.strike.at),
    navSeq: last.strike.seq,
    liveSince: goesLive || recordBreak ? new Date(first.strike.at - first.strike.barMs) : row.liveSince,
    liveNav: recordBreak?.nav ?? (goesLive ? (before?.nav ?? FIXED12_ONE) : row.liveNav),
    sources: last.sources ?? row.sources,
    closedAt: last.report.liquidated ? new Date(last.strike.at) : null,
  };
  await Promise.all([
    keepState(tx, row, before, {
      strike: first.strike,
      strategyVersion: update.strategyVersion,
      isNewRecord: recordBreak !== undefined,
    }),
    writeStrikes(tx, row.id, records),
    updatePortfolio(tx, row.id, update),
  ]);
  if (recordBreak && before) await writeClosedRecord(tx, row, before, recordBreak);
  await settlePool(work, row, last.strike.nav);
  if (last.report.liquidated) await startNextSeries(work, running, last);
  return { ...row, ...update };
}

/**
 * The equity is used up: the settlement above took what was left in the pool, and the house bears what is missing. The
 * closed portfolio's units are worth 0 for good; the next one starts at 1.0.
 */
async function startNextSeries(work: Work, { botType, row, runnable }: RunningPortfolio, last: BarRecord) {
  const { seq, at, nav, figures } = last.strike;
  await writeTicks(work.tx, [
    { portfolioId: row.id, navSeq: seq, at, nav, figures, exposure: 0, stale: [], filled: {} },
  ]);
  await openPortfolio(work.tx, { botType, runnable, now: new Date(at) });
}
