import { FIXED12_ONE, type Fixed12, fixed12FromNumber } from '@botdepot/money';
import { type Account, DAY_MS } from '@botdepot/trading';
import type { NavFigures } from '../bots.schema.ts';

/** `demo`: stepped over hourly candles of the past before the installation opened. `live`: closed minute by minute. */
export type Phase = 'demo' | 'live';

/** The NAV struck at the end of a bar. See `bot_nav` for the running figures. Drawdowns are fractions ≤ 0. */
export type Strike = {
  readonly seq: number;
  /** End of the bar, ms UTC. */
  readonly at: number;
  readonly nav: Fixed12;
  readonly peak: Fixed12;
  readonly maxDrawdown: number;
  readonly dayPeak: Fixed12;
  readonly dayLow: Fixed12;
  readonly dayDrawdown: number;
  readonly figures: NavFigures;
  readonly phase: Phase;
  readonly barMs: number;
};

/**
 * NAV per unit of an engine that was started with equity 1, rounded down to 12 decimals. Never negative: what is lost
 * beyond the last unit is borne by the house.
 * @throws RangeError when the equity is not finite, so that a fault of the engine never becomes a price.
 */
export const navOf = (equity: number): Fixed12 => fixed12FromNumber(Math.max(equity, 0));

/**
 * The cumulative figures per unit that explain `navOf(account.equity)`. What the house bears of a loss beyond the last
 * unit is taken out of the realised result, so that they add up to 0 then.
 */
export const figuresOf = (account: Account): NavFigures => ({
  realised: account.grossRealised + Math.max(0, -account.equity),
  unrealised: account.unrealised,
  fee: account.fees,
  spread: account.spread,
  slippage: account.slippage,
  financing: account.financing,
});

/** UTC day of a strike as a number; one at midnight belongs to the day that has just ended. */
export const dayOf = (at: number): number => Math.ceil(at / DAY_MS) - 1;

/** nav / peak − 1 as a double, ≤ 0 whenever nav ≤ peak. */
export function drawdownOf(nav: Fixed12, peak: Fixed12): number {
  return peak <= 0n ? 0 : Number(nav) / Number(peak) - 1;
}

const larger = (a: Fixed12, b: Fixed12): Fixed12 => (a > b ? a : b);
const smaller = (a: Fixed12, b: Fixed12): Fixed12 => (a < b ? a : b);

/**
 * The strike after `before` (null at the start of a portfolio, whose NAV is then 1.0). Peaks and drawdowns start anew
 * with a phase, from the last NAV of the phase before.
 */
export function nextStrike(
  before: Strike | null,
  account: Account,
  bar: { end: number; barMs: number; phase: Phase },
): Strike {
  const nav = navOf(account.equity);
  const running = before !== null && before.phase === bar.phase;
  const peak = larger(running ? before.peak : (before?.nav ?? FIXED12_ONE), nav);
  const sameDay = before !== null && dayOf(before.at) === dayOf(bar.end);
  const dayPeak = sameDay ? larger(before.dayPeak, nav) : nav;
  return {
    seq: (before?.seq ?? 0) + 1,
    at: bar.end,
    nav,
    peak,
    maxDrawdown: Math.min(running ? before.maxDrawdown : 0, drawdownOf(nav, peak)),
    dayPeak,
    dayLow: sameDay ? smaller(before.dayLow, nav) : nav,
    dayDrawdown: Math.min(sameDay ? before.dayDrawdown : 0, drawdownOf(nav, dayPeak)),
    figures: figuresOf(account),
    phase: bar.phase,
    barMs: bar.barMs,
  };
}
