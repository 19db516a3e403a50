import type { TrackRecordSeries } from '@botdepot/contract';
import { FIXED12_ONE, type Fixed12 } from '@botdepot/money';
import { buyAndHoldEquity, type Candles, DAY_MS, maximumDrawdown, type SymbolSpec } from '@botdepot/trading';
import type { DayClosing } from './calendar-returns.ts';

interface WholeDays {
  /** Beginning of the first whole UTC day of a series, ms … */
  readonly from: number;
  /** … and end of its last one. */
  readonly until: number;
}

/** The whole UTC days between two instants; null when there is none. */
export function wholeDays(from: Date, to: Date): WholeDays | null {
  const days = {
    from: Math.ceil(from.getTime() / DAY_MS) * DAY_MS,
    until: Math.floor(to.getTime() / DAY_MS) * DAY_MS,
  };
  return days.from < days.until ? days : null;
}

/**
 * What a bot's markets would have brought, bought and held as in a backtest, and the bot itself, both over the same whole days and
 * seen at the ends of days.
 *
 * @param markets daily candles; those outside of the days do not count.
 * @param closings in time order, of all days of the series.
 * @returns null when no market has a candle in these days.
 */
export function comparedWithHolding(
  { from, until }: WholeDays,
  markets: readonly { readonly spec: SymbolSpec; readonly candles: Candles }[],
  startNav: Fixed12,
  closings: readonly DayClosing[],
): TrackRecordSeries['buyAndHold'] {
  const isTraded = markets.some(({ candles }) =>
    candles.time.subarray(0, candles.length).some((time) => time >= from && time < until),
  );
  if (!isTraded) return null;
  const days = Array.from({ length: (until - from) / DAY_MS }, (_, index) => from + index * DAY_MS);
  const held = buyAndHoldEquity({
    series: markets,
    baseIntervalMs: DAY_MS,
    from,
    until,
    costFactor: 1,
    startingEquity: 1,
    days,
  });
  const before = closings.findLast(({ day }) => day < from)?.nav ?? startNav;
  const navs = closings.filter(({ day }) => day >= from && day < until).map(({ nav }) => fractionOf(nav));
  return {
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
    held: figuresOf(1, held),
    bot: figuresOf(fractionOf(before), navs),
  };
}

const fractionOf = (nav: Fixed12): number => Number(nav) / Number(FIXED12_ONE);

const figuresOf = (start: number, equity: ArrayLike<number>) => ({
  returnFraction: (equity[equity.length - 1] ?? start) / start - 1,
  maxDrawdownFraction: maximumDrawdown(start, equity)?.depth ?? 0,
});
