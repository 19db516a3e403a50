import { DAY_MS } from './candles.ts';
import type { ProtectionLimits } from './strategy.ts';

/** The UTC day being watched, and the equity at the close of the last bar before it. */
export type DailyLossState = { day: number; openingEquity: number; haltedUntil: number | null };

export type DailyLossAct = 'none' | 'stopped' | 'resumed';

/**
 * Daily loss limit: at equity ≤ opening equity of the UTC day · (1 − maxDailyLoss) everything is sold at the next open
 * and nothing is bought before the next midnight after this bar. Where bars are whole days that is the day after, since
 * the loss is only known when its day is over. A gap between the day's last bar and the next open counts for the next
 * day, so the loss of a day can exceed the limit.
 *
 * Updates `state` in place and says what happened at this bar's close.
 *
 * @param before equity at the close of the bar before; @param end of this bar, ms UTC. A bar that ends at midnight
 * belongs to the day that is over.
 */
export function watchDailyLoss(
  state: DailyLossState,
  before: number,
  equity: number,
  end: number,
  limits: Pick<ProtectionLimits, 'maxDailyLoss'>,
): DailyLossAct {
  const day = Math.ceil(end / DAY_MS) - 1;
  if (day !== state.day) {
    state.day = day;
    state.openingEquity = before;
  }
  if (state.haltedUntil !== null) {
    if (end < state.haltedUntil) return 'none';
    state.haltedUntil = null;
    return 'resumed';
  }
  if (equity > state.openingEquity * (1 - limits.maxDailyLoss)) return 'none';
  state.haltedUntil = (Math.floor(end / DAY_MS) + 1) * DAY_MS;
  return 'stopped';
}
