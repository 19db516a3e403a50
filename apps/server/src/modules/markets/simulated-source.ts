import { randomBytes } from 'node:crypto';
import {
  createSimulator,
  DAY_MS,
  type EventWindow,
  HOUR_MS,
  MINUTE_MS,
  type MutableBar,
  SIMULATED_SYMBOLS,
  type Simulator,
  type SimulatorOptions,
} from '@botdepot/trading';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { Clock } from '../../platform/work.ts';
import { marketSimulations } from './markets.schema.ts';
import type { CandleInterval, PriceSource, Quote, SymbolCandles } from './price-source.ts';

const TICK_GRID_MS = 500;
/** Markets close for a weekend at most; looking further back would hide a mistake in the sessions. */
const LONGEST_BREAK_HOURS = 96;
/**
 * Variance of an event window relative to ordinary hours. On real bars the hour of the event had 2.0 times the usual range
 * at US payrolls and 4.7 times at decisions of the Federal Reserve, so 4 and 22 times the variance. One factor serves every
 * event and all hours of its window: the smaller one.
 */
const EVENT_VARIANCE_FACTOR = 4;

/**
 * The simulated market as a source: prices are a function of (seed, time), so history, gaps and the minute in which a
 * process started are as exact as what was watched live.
 *
 * `loadEvents` gives the trading events, which make the market more nervous. Prices after an event contain its moves,
 * so it may only give events that were entered before they began, and must never drop or change one that has begun;
 * anything else would make the market jump.
 */
export function createSimulatedSource(
  simulation: Omit<SimulatorOptions, 'events'>,
  loadEvents: () => Promise<readonly { startsAt: Date; endsAt: Date }[]> = async () => [],
): PriceSource {
  let events: readonly EventWindow[] = [];
  let simulator = createSimulator(simulation);
  const sessionEnds = SIMULATED_SYMBOLS.map(() => ({ from: 0, until: 0 }));

  /** When the session before `timeMs` ended. Sessions begin and end on full hours. */
  function lastSessionEnd(i: number, timeMs: number): number {
    const known = sessionEnds[i]!;
    if (timeMs >= known.from && timeMs < known.until) return known.from;
    let end = Math.floor(timeMs / HOUR_MS) * HOUR_MS;
    for (let hours = 0; hours < LONGEST_BREAK_HOURS && !simulator.isOpen(i, end - 1); hours++) end -= HOUR_MS;
    sessionEnds[i] = { from: end, until: simulator.nextOpen(i, timeMs) };
    return end;
  }

  /** The running minute, up to and without the tick at `until`; null for closed markets. */
  const running = { from: 0, until: 0, bars: SIMULATED_SYMBOLS.map((): MutableBar | null => null) };

  function addTick(timeMs: number): void {
    const prices = simulator.pricesAt(timeMs);
    for (let i = 0; i < running.bars.length; i++) {
      if (!simulator.isOpen(i, timeMs)) continue;
      const price = prices[i]!;
      const bar = running.bars[i];
      if (!bar) {
        running.bars[i] = { open: price, high: price, low: price, close: price, volume: 1 };
        continue;
      }
      bar.high = Math.max(bar.high, price);
      bar.low = Math.min(bar.low, price);
      bar.close = price;
      bar.volume += 1;
    }
  }

  const sources = SIMULATED_SYMBOLS.map(() => 'simulated' as const);

  return {
    historyFromMs: simulation.originMs,
    sources: () => sources,

    async prepare() {
      const loaded = eventWindows(await loadEvents());
      if (JSON.stringify(loaded) === JSON.stringify(events)) return;
      simulator = createSimulator({ ...simulation, events: loaded });
      events = loaded;
    },

    quotes(timeMs) {
      const prices = simulator.pricesAt(timeMs);
      return SIMULATED_SYMBOLS.map(({ symbol, decimals }, i): Quote => {
        const price = prices[i]!;
        const open = simulator.isOpen(i, timeMs);
        return {
          symbol,
          source: 'simulated',
          price,
          text: price.toFixed(decimals),
          time: open ? timeMs : lastSessionEnd(i, timeMs),
          open,
        };
      });
    },

    // From all ticks of the minute, also those that were lost to a slow database: they are in its candle as well.
    minuteSoFar(timeMs) {
      const from = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
      if (running.from !== from || running.until > timeMs + TICK_GRID_MS)
        Object.assign(running, { from, until: from, bars: running.bars.map(() => null) });
      for (; running.until <= timeMs; running.until += TICK_GRID_MS) addTick(running.until);
      return running.bars.map((bar) => bar && { ...bar });
    },

    candles: async (interval, fromMs, toMs) => readCandles(simulator, interval, fromMs, toMs),
  };
}

function readCandles(
  simulator: Simulator,
  interval: CandleInterval,
  fromMs: number,
  toMs: number,
): SymbolCandles[] {
  const series = simulator.allCandles(interval, fromMs, toMs);
  return SIMULATED_SYMBOLS.map(({ symbol }, i) => ({ symbol, source: 'simulated', candles: series[i]! }));
}

/** Events as windows on the tick grid. The simulator refuses overlaps, so windows that touch become one. */
function eventWindows(events: readonly { startsAt: Date; endsAt: Date }[]): EventWindow[] {
  const windows: { from: number; to: number; factor: number }[] = [];
  const onGrid = (date: Date) => Math.floor(date.getTime() / TICK_GRID_MS) * TICK_GRID_MS;
  for (const event of events.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const from = onGrid(event.startsAt);
    const to = onGrid(event.endsAt);
    const before = windows.at(-1);
    if (before && from <= before.to) before.to = Math.max(before.to, to);
    else if (to > from) windows.push({ from, to, factor: EVENT_VARIANCE_FACTOR });
  }
  return windows;
}

// The table's only row has a fixed id, so that replicas that start together cannot make two markets.
const SIMULATION_ID = '00000000-0000-7000-8000-000000000101';
const HISTORY_DAYS = 3 * 365 + 1;

/** What the simulated market is a function of. Anyone who knows the seed knows every future price. */
export type Simulation = {
  readonly seed: string;
  /** UTC midnight at which the path begins, ms. */
  readonly originMs: number;
  /** The full hour in which the installation began, ms: prices have their familiar levels then. */
  readonly anchorMs: number;
  /** UTC midnight from which the model in force is used, ms: the origin, unless the installation is older than the model. */
  readonly modelSinceMs: number;
};

/**
 * Reads the installation's simulation; the first caller of all replicas creates it, about three years long. In an
 * installation that is older than the model of its market, the first caller writes down that the model begins at the coming
 * midnight; the first trading day that starts after it follows it, 21 hours later at least, so that every replica knows by then.
 */
export async function ensureSimulation(tx: Tx, clock: Clock): Promise<Simulation> {
  const now = clock.now().getTime();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const origin = new Date(today - HISTORY_DAYS * DAY_MS);
  const theRow = eq(marketSimulations.id, SIMULATION_ID);
  await tx
    .insert(marketSimulations)
    .values({
      id: SIMULATION_ID,
      seed: randomBytes(32).toString('hex'),
      origin,
      modelSince: origin,
      createdAt: new Date(now),
    })
    .onConflictDoNothing();
  await tx
    .update(marketSimulations)
    .set({ modelSince: new Date(today + DAY_MS) })
    .where(and(theRow, isNull(marketSimulations.modelSince)));
  const [row] = await tx.select().from(marketSimulations).where(theRow);
  if (!row?.modelSince) throw new Error('the simulation was changed while it was read');
  return {
    seed: row.seed,
    originMs: row.origin.getTime(),
    anchorMs: Math.floor(row.createdAt.getTime() / HOUR_MS) * HOUR_MS,
    modelSinceMs: row.modelSince.getTime(),
  };
}
