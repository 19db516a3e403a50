import { BOTS, type BotType } from '@botdepot/contract';
import { FIXED12_ONE } from '@botdepot/money';
import {
  type Bar,
  ENGINE_VERSION,
  type EngineState,
  MINUTE_MS,
  previewStep,
  type StepPreview,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { type FeedTick, isStale } from '../../markets/index.ts';
import { keepState } from '../backtests/live-replay.store.ts';
import { type NavTick, writeStrikes, writeTicks } from '../portfolio/nav-series.ts';
import {
  lockBotExclusive,
  openPortfolio,
  type PortfolioRow,
  readStrikeSeq,
  settlePool,
  updatePortfolio,
} from '../portfolio/portfolio.ts';
import { figuresOf, navOf, type Strike } from '../portfolio/strike.ts';
import { pickSymbols } from '../strategies.ts';
import { optionsOf } from './load-history.ts';
import {
  type BarRecord,
  broughtTo,
  type ClosedBars,
  exchangesAt,
  isNext,
  type RunningPortfolio,
} from './running-portfolio.ts';
import { writeClosedRecord } from './source-change.ts';

/** The database holds another last bar than this process remembers: what it has in memory must not be written. */
class OutOfStepError extends Error {
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

/** What a portfolio is worth between two strikes: the strike of the minute so far. */

/**
 * A portfolio at a tick: what its strike would be if the minute ended now, waiting orders, stops and costs included, so
 * that nobody deals at a price that he can know better. At the last tick of a minute it is the strike.
 *
 * @returns null where the engine must first be brought to this minute (`prepareMark`): after an outage or a change of sources.
 */
export function markPortfolio(running: RunningPortfolio, tick: FeedTick): NavTick | null {
  const bars = barsSoFar(tick);
  const state = stateAt(running, bars);
  return state && navTick(running, stepOn(running, state, bars), tick.timeMs, bars.halted);
}

/** Brings a copy of the engine to the minute of a tick, for its marks; the next bar does so on its own. */
export async function prepareMark(tx: Tx, running: RunningPortfolio, tick: FeedTick): Promise<void> {
  const bars = barsSoFar(tick);
  const { engine } = await broughtTo(tx, running, bars);
  running.ahead = { time: bars.time, state: engine.state() };
}

/**
 * A portfolio right after a strike, until the first tick of the next minute: what it has ordered counts as filled at the last
 * prices, since that is known by now. Where a price is too old it waits.
 * @param closed the bars of the strike.
 */
export function markAtStrike(running: RunningPortfolio, closed: ClosedBars): NavTick {
  const bars = closed.bars.map((bar) => bar && flatAt(bar));
  const next = { ...closed, time: running.knownUntil, bars };
  const preview = stepOn(running, running.engine.state(), next);
  return navTick(running, preview, running.knownUntil, closed.halted);
}

const flatAt = ({ close }: Bar): Bar => ({ open: close, high: close, low: close, close, volume: 0 });

/** The running minute as if it closed with this tick. */
const barsSoFar = (tick: FeedTick): ClosedBars => ({
  time: Math.floor(tick.timeMs / MINUTE_MS) * MINUTE_MS,
  bars: tick.minute,
  halted: staleSymbols(tick),
  sources: new Map(tick.quotes.map(({ symbol, source }) => [symbol, source])),
});

/** Symbols whose price is too old to trade on. */
export const staleSymbols = ({ quotes, timeMs }: FeedTick): string[] =>
  quotes.filter((quote) => isStale(quote, timeMs)).map(({ symbol }) => symbol);

function stateAt(running: RunningPortfolio, bars: ClosedBars): EngineState | null {
  const state = running.engine.state();
  // Without position and order it is worth its cash, whatever happened meanwhile.
  if (isNext(running, bars) || !touchedIn(state).includes(true)) return state;
  const { ahead } = running;
  return ahead?.time === bars.time ? ahead.state : null;
}

const touchedIn = ({ broker }: EngineState): boolean[] =>
  broker.positions.map(({ units }, index) => units !== 0 || broker.orders[index] !== null);

function stepOn(running: RunningPortfolio, state: EngineState, bars: ClosedBars): StepPreview {
  const { setup, engine, events, knownUntil } = running;
  // The clock was set back: what the strike says of a later time stands until it is reached again.
  if (bars.time < knownUntil)
    return { account: engine.mark(undefined, knownUntil), touched: touchedIn(state), fills: [] };
  const exchanges = exchangesAt(running, bars);
  return previewStep({ ...optionsOf(setup), events, exchanges }, state, {
    time: bars.time,
    bars: pickSymbols(bars.bars, setup.symbols).map((bar) => bar ?? undefined),
    halted: bars.halted,
  });
}

function navTick(
  { row, setup, strike }: RunningPortfolio,
  { account, touched, fills }: StepPreview,
  at: number,
  stale: readonly string[],
): NavTick {
  return {
    portfolioId: row.id,
    navSeq: strike?.seq ?? 0,
    at,
    nav: navOf(account.equity),
    figures: figuresOf(account),
    exposure: account.equity > 0 ? account.grossExposure / account.equity : 0,
    stale: setup.symbols.filter((symbol, index) => touched[index] && stale.includes(symbol)),
    filled: Object.fromEntries(
      [...Map.groupBy(fills, ({ symbol }) => symbol)].map(([symbol, own]) => [symbol, own.length]),
    ),
  };
}
