/** What a portfolio is worth between two strikes: the strike of the minute so far. */
import { type Bar, type EngineState, MINUTE_MS, previewStep, type StepPreview } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { type FeedTick, isStale } from '../../markets/index.ts';
import { figuresOf, navOf } from '../portfolio/strike.ts';
import type { NavTick } from '../portfolio/write-ticks.ts';
import { pickSymbols } from '../strategies.ts';
import { optionsOf } from './load-history.ts';
import {
  broughtTo,
  type ClosedBars,
  exchangesAt,
  isNext,
  type RunningPortfolio,
} from './running-portfolio.ts';

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
