import { DAY_MS, MINUTE_MS } from '@botdepot/trading';

const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;
/** One day of minute closes and the one before it. */
const SLOTS = MINUTES_PER_DAY + 1;
/** How far back minutes are of use, ms. */
export const REMEMBERED_MS = SLOTS * MINUTE_MS;

/** Closes of the last day in memory, so that the 24 h change costs no query per tick. */
export type DayChange = {
  /**
   * Notes that a minute has closed. Minutes in between that were never noted keep the close before them, as a closed
   * market does.
   * @param minuteMs start of the minute, ms UTC, later than all before. @param closes by symbol; NaN without a candle.
   */
  push(minuteMs: number, closes: ArrayLike<number>): void;
  /**
   * Change of `price` against the last close at or before `timeMs` − 24 h, as a fraction rounded to 10⁻⁶; null while
   * the history does not reach that far.
   */
  change(symbolIndex: number, price: number, timeMs: number): number | null;
};

/** @param carried closes known from before the first pushed minute, by symbol; NaN where there is none. */
export function createDayChange(carried: ArrayLike<number>): DayChange {
  const symbols = carried.length;
  const latest = Float64Array.from(carried);
  const ring = new Float64Array(SLOTS * symbols).fill(Number.NaN);
  let oldest = Number.POSITIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;

  function write(minute: number): void {
    ring.set(latest, (minute % SLOTS) * symbols);
    newest = minute;
    oldest = Math.max(Math.min(oldest, minute), minute - SLOTS + 1);
  }

  return {
    push(minuteMs, closes) {
      const minute = minuteMs / MINUTE_MS;
      if (minute <= newest) throw new RangeError(`minute ${minuteMs} was noted before`);
      if (Number.isFinite(newest)) {
        for (let missing = Math.max(newest + 1, minute - SLOTS); missing < minute; missing++) write(missing);
      }
      for (let i = 0; i < symbols; i++) if (!Number.isNaN(closes[i])) latest[i] = closes[i]!;
      write(minute);
    },
    change(symbolIndex, price, timeMs) {
      // The candle that ended a day ago began a minute earlier.
      const minute = Math.floor((timeMs - DAY_MS) / MINUTE_MS) - 1;
      if (minute < oldest || minute > newest) return null;
      const before = ring[(minute % SLOTS) * symbols + symbolIndex]!;
      return Number.isNaN(before) ? null : Math.round((price / before - 1) * 1e6) / 1e6;
    },
  };
}
