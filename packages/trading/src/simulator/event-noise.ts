import { HOUR_MS, MINUTE_MS } from '../candles.ts';
import { type BrownianField, MINUTES_PER_HOUR, TICK_MS } from './brownian-field.ts';
import type { DayPlan } from './day-plan.ts';
import { SYMBOL_COUNT, symbolIndex } from './symbols.ts';

/** A window in which markets are more nervous than their usual hour, e.g. an interest-rate decision. */
export interface EventWindow {
  /** First and last+1 instant, ms UTC, multiples of 500 ms. */
  readonly from: number;
  readonly to: number;
  /** Factor ≥ 1 on the variance of returns inside the window (a range factor squared). */
  readonly factor: number;
  /** Symbols it concerns, in the catalogue's spelling; all when absent. */
  readonly symbols?: readonly string[];
}

interface Window {
  readonly from: number;
  readonly to: number;
  /** √(factor − 1) for symbols it concerns, else 0. */
  readonly amplitude: Float64Array;
}

/** The extra moves of one trading day. */
export interface DayEvents {
  /** Log of the factor by which the day's events have changed a symbol's price up to `timeMs` within the day. */
  logFactor(symbol: number, timeMs: number): number;
}

export interface EventNoise {
  /**
   * The events of a trading day or `undefined` when there are none.
   * @param detailsOf gives the day's plan and the log return per unit of its standard deviation, per symbol; called at most
   * once.
   */
  forDay(
    hours: number,
    startMs: number,
    detailsOf: () => { plan: DayPlan; deviations: Float64Array },
  ): DayEvents | undefined;
}

/** @throws RangeError for an empty or reversed window, a factor below 1, or windows of one symbol that overlap. */
function checkedWindows(events: readonly EventWindow[]): Window[] {
  const windows = events.map(({ from, to, factor, symbols }) => {
    if (!(to > from) || from % TICK_MS !== 0 || to % TICK_MS !== 0) {
      throw new RangeError(`event window ${from}..${to} is empty or not on the ${TICK_MS} ms grid`);
    }
    if (!(factor >= 1 && factor < Number.POSITIVE_INFINITY))
      throw new RangeError(`event factor ${factor} is below 1`);
    const amplitude = new Float64Array(SYMBOL_COUNT);
    if (symbols === undefined) amplitude.fill(Math.sqrt(factor - 1));
    else for (const symbol of symbols) amplitude[symbolIndex(symbol)] = Math.sqrt(factor - 1);
    return { from, to, amplitude };
  });
  windows.sort((a, b) => a.from - b.from);
  windows.forEach((window, at) => {
    for (const later of windows.slice(at + 1)) {
      if (
        later.from < window.to &&
        later.amplitude.some((value, i) => value > 0 && window.amplitude[i]! > 0)
      ) {
        throw new RangeError(`event windows at ${window.from} and ${later.from} overlap for a symbol`);
      }
    }
  });
  return windows;
}

/**
 * Event volatility as a factor on the price: independent extra noise whose variance is (factor − 1) times that of the
 * hours it falls into. Adding it leaves every return outside the windows exactly as it was, and being a martingale
 * independent of the market it adds no drift either.
 */
export function createEventNoise(events: readonly EventWindow[], field: BrownianField): EventNoise {
  const windows = checkedWindows(events);

  function forDay(...[hours, startMs, detailsOf]: Parameters<EventNoise['forDay']>): DayEvents | undefined {
    const endMs = startMs + hours * HOUR_MS;
    const today = windows.filter((window) => window.from < endMs && window.to > startMs);
    if (today.length === 0) return undefined;
    const { plan, deviations } = detailsOf();

    /** Sums of the event noise at the start of every hour and at the day's end. */
    const sums = new Float64Array((plan.hours + 1) * SYMBOL_COUNT);
    const moves = new Float64Array(SYMBOL_COUNT);
    for (let hour = 0; hour < plan.hours; hour++) {
      field.hourMoves(startMs / HOUR_MS + hour, moves);
      for (let i = 0; i < SYMBOL_COUNT; i++) {
        const at = hour * SYMBOL_COUNT + i;
        sums[at + SYMBOL_COUNT] = sums[at]! + plan.deviation[at]! * moves[i]!;
      }
    }

    /** Noise and variance accumulated since the day began. */
    function noiseAt(i: number, timeMs: number): { sum: number; variance: number } {
      const hour = Math.floor((timeMs - startMs) / HOUR_MS);
      const at = hour * SYMBOL_COUNT + i;
      const hourStart = startMs + hour * HOUR_MS;
      let variance = 0;
      for (let past = i; past < Math.min(at, plan.variance.length); past += SYMBOL_COUNT) {
        variance += plan.variance[past]!;
      }
      if (timeMs === hourStart || plan.deviation[at] === 0) return { sum: sums[at]!, variance };
      const minute = Math.floor((timeMs - hourStart) / MINUTE_MS);
      const inMinute = timeMs - hourStart - minute * MINUTE_MS;
      const hourIndex = hourStart / HOUR_MS;
      const position =
        inMinute === 0
          ? field.minutePoints(hourIndex)[minute * SYMBOL_COUNT + i]!
          : field.tickPoints(hourIndex * MINUTES_PER_HOUR + minute)[(inMinute / TICK_MS) * SYMBOL_COUNT + i]!;
      return {
        sum: sums[at]! + plan.deviation[at]! * position,
        variance: variance + plan.variance[at]! * ((timeMs - hourStart) / HOUR_MS),
      };
    }

    const logMove = (window: Window, i: number, timeMs: number): number => {
      const scale = window.amplitude[i]! * deviations[i]!;
      const begin = noiseAt(i, Math.max(window.from, startMs));
      const now = noiseAt(i, timeMs);
      return scale * (now.sum - begin.sum) - 0.5 * scale * scale * (now.variance - begin.variance);
    };
    /** Complete moves of the windows, computed when first needed: most queries come after them. */
    const complete = today.map(() => new Map<number, number>());

    return {
      logFactor(i, timeMs) {
        let sum = 0;
        today.forEach((window, at) => {
          if (timeMs <= window.from || window.amplitude[i] === 0) return;
          const end = Math.min(window.to, endMs);
          if (timeMs < end) {
            sum += logMove(window, i, timeMs);
            return;
          }
          const known = complete[at]!.get(i) ?? logMove(window, i, end);
          complete[at]!.set(i, known);
          sum += known;
        });
        return sum;
      },
    };
  }

  return { forDay };
}
