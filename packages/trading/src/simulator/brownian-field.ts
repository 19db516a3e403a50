import { HOUR_MS } from '../candles.ts';
import { BoundedCache } from './bounded-cache.ts';
import { CELL, type CellKind, fillRandomWords, type StreamKey } from './chacha-stream.ts';
import { correlationFactor } from './correlation.ts';
import { type MarketModel, modelAt } from './market-model.ts';
import { normalFromWord } from './normal-distribution.ts';
import { CRYPTO_COUNT, SYMBOL_COUNT } from './symbols.ts';
import { isWeekendDay, tradingDayOf } from './trading-day.ts';

export const MINUTES_PER_HOUR = 60;
export const TICKS_PER_MINUTE = 120;
export const TICK_MS = 500;
const MINUTES_CACHED = 64;
const TICKS_CACHED = 64;

/**
 * Correlated Brownian motion of all symbols with random access: in every UTC hour each symbol moves by a standard
 * normal number, independently of other hours. The minutes of an hour are a Brownian bridge to the hour's move and the
 * ticks of a minute a bridge to the minute's, so a finer level never changes a coarser one and is computed only when
 * asked for. Positions count from the start of the hour, in units of an hour's standard deviation.
 */
export interface BrownianField {
  /** Moves of all symbols over the hour `hourIndex` (hours since 1970), written into `into`. */
  hourMoves(hourIndex: number, into: Float64Array): void;
  /** Positions at the 61 minute boundaries of an hour, indexed `minute * SYMBOL_COUNT + symbol`. Cached, do not write. */
  minutePoints(hourIndex: number): Float64Array;
  /** Positions at the 121 tick boundaries of a minute (minutes since 1970), indexed likewise. Cached, do not write. */
  tickPoints(minuteIndex: number): Float64Array;
  /** Like `tickPoints`, into the caller's array of 121 × SYMBOL_COUNT and past the cache: for long histories. */
  fillTickPoints(minuteIndex: number, into: Float64Array): void;
}

/** Overwrites `rows` rows of independent normals by correlated ones; only the first `active` symbols of each row. */
export function correlate(normals: Float64Array, rows: number, active: number, model: MarketModel): void {
  const factor = correlationFactor(model);
  for (let row = 0; row < rows; row++) {
    const base = row * SYMBOL_COUNT;
    // From the last symbol down, because symbol i needs the still independent numbers 0..i.
    for (let i = active - 1; i >= 0; i--) {
      const line = i * SYMBOL_COUNT;
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += factor[line + j]! * normals[base + j]!;
      normals[base + i] = sum;
    }
  }
}

/** On weekend days only crypto moves inside an hour, and crypto symbols come first. */
const activeSymbols = (timeMs: number): number =>
  isWeekendDay(tradingDayOf(timeMs)) ? CRYPTO_COUNT : SYMBOL_COUNT;

/**
 * @param stream number of the noise stream: fields of different streams are independent.
 * @param modelSinceMs start of the first trading day whose correlations are those of the model in force.
 */
export function createBrownianField(key: StreamKey, stream: number, modelSinceMs: number): BrownianField {
  const minuteCache = new BoundedCache<Float64Array>(MINUTES_CACHED);
  const tickCache = new BoundedCache<Float64Array>(TICKS_CACHED);
  const hourWords = new Uint32Array(SYMBOL_COUNT);
  const minuteWords = new Uint32Array(MINUTES_PER_HOUR * SYMBOL_COUNT);
  const tickWords = new Uint32Array(TICKS_PER_MINUTE * SYMBOL_COUNT);

  function hourMoves(hourIndex: number, into: Float64Array): void {
    fillRandomWords(key, { kind: CELL.hour, index: hourIndex, stream }, hourWords);
    for (let i = 0; i < SYMBOL_COUNT; i++) into[i] = normalFromWord(hourWords[i]!);
    correlate(into, 1, SYMBOL_COUNT, modelAt(hourIndex * HOUR_MS, modelSinceMs));
  }

  /**
   * Writes a bridge into `points` ((steps + 1) rows): from `from` to `to`, total variance `variance`. Independent steps
   * minus their mean plus an equal share of the known sum have exactly the bridge's distribution.
   */
  function fillBridge(
    kind: CellKind,
    index: number,
    words: Uint32Array,
    active: number,
    model: MarketModel,
    bounds: { from: Float64Array; fromRow: number; to: Float64Array; toRow: number },
    variance: number,
    points: Float64Array,
  ): void {
    const steps = words.length / SYMBOL_COUNT;
    const used = steps * active;
    fillRandomWords(key, { kind, index, stream }, used === words.length ? words : words.subarray(0, used));
    // Row r of the normals lies in row r + 1 of the points, where its cumulated sum will stand.
    for (let row = 0, word = 0; row < steps; row++) {
      const base = (row + 1) * SYMBOL_COUNT;
      for (let i = 0; i < active; i++) points[base + i] = normalFromWord(words[word++]!);
    }
    correlate(points.subarray(SYMBOL_COUNT), steps, active, model);
    const deviation = Math.sqrt(variance / steps);
    for (let i = 0; i < active; i++) {
      let sum = 0;
      for (let row = 1; row <= steps; row++) sum += points[row * SYMBOL_COUNT + i]!;
      const start = bounds.from[bounds.fromRow + i]!;
      const end = bounds.to[bounds.toRow + i]!;
      const trend = (end - start - deviation * sum) / steps;
      let position = start;
      points[i] = start;
      for (let at = SYMBOL_COUNT + i; at < steps * SYMBOL_COUNT; at += SYMBOL_COUNT) {
        position += deviation * points[at]! + trend;
        points[at] = position;
      }
      // Exactly the parent's value, whatever rounding the sum has collected.
      points[steps * SYMBOL_COUNT + i] = end;
    }
  }

  const zero = new Float64Array(SYMBOL_COUNT);

  function computeMinutePoints(hourIndex: number): Float64Array {
    const move = new Float64Array(SYMBOL_COUNT);
    hourMoves(hourIndex, move);
    const points = new Float64Array((MINUTES_PER_HOUR + 1) * SYMBOL_COUNT);
    const active = activeSymbols(hourIndex * HOUR_MS);
    const bounds = { from: zero, fromRow: 0, to: move, toRow: 0 };
    const model = modelAt(hourIndex * HOUR_MS, modelSinceMs);
    fillBridge(CELL.minute, hourIndex, minuteWords, active, model, bounds, 1, points);
    return points;
  }

  const minutePoints = (hourIndex: number): Float64Array => minuteCache.get(hourIndex, computeMinutePoints);

  function fillTickPoints(minuteIndex: number, into: Float64Array): void {
    const hourIndex = Math.floor(minuteIndex / MINUTES_PER_HOUR);
    const minutes = minutePoints(hourIndex);
    const fromRow = (minuteIndex - hourIndex * MINUTES_PER_HOUR) * SYMBOL_COUNT;
    const bounds = { from: minutes, fromRow, to: minutes, toRow: fromRow + SYMBOL_COUNT };
    const active = activeSymbols(hourIndex * HOUR_MS);
    const model = modelAt(hourIndex * HOUR_MS, modelSinceMs);
    fillBridge(CELL.tick, minuteIndex, tickWords, active, model, bounds, 1 / MINUTES_PER_HOUR, into);
  }

  function computeTickPoints(minuteIndex: number): Float64Array {
    const points = new Float64Array((TICKS_PER_MINUTE + 1) * SYMBOL_COUNT);
    fillTickPoints(minuteIndex, points);
    return points;
  }

  return {
    hourMoves,
    minutePoints,
    fillTickPoints,
    tickPoints: (minuteIndex) => tickCache.get(minuteIndex, computeTickPoints),
  };
}
