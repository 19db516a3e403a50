import { MEASURED_AFTER_DAYS, type Measurement } from '@botdepot/contract';
import { fixed12ToText } from '@botdepot/money';
import { DAY_MS, maximumDrawdown } from '@botdepot/trading';
import { drawdownOf } from '../portfolio/strike.ts';
import type { BotState } from './bot-state.store.ts';

/**
 * Return and drawdown of the live strikes so far, whatever their number; null before the first. The demo's history is
 * not part of it: the record begins with the NAV at which the bot went live.
 */
export function recordOf({ portfolio, strike, dayCloses }: BotState): Measurement | null {
  const { liveSince, liveNav } = portfolio;
  if (strike?.phase !== 'live' || liveSince === null || liveNav === null) return null;
  return {
    from: liveSince.toISOString(),
    to: new Date(strike.at).toISOString(),
    days: (strike.at - liveSince.getTime()) / DAY_MS,
    // The same quotient as a drawdown's, here against the first NAV instead of the highest.
    returnFraction: drawdownOf(strike.nav, liveNav),
    maxDrawdownFraction: strike.maxDrawdown,
    dailyDrawdownFraction: maximumDrawdown(Number(fixed12ToText(liveNav)), dayCloses)?.depth ?? null,
  };
}

/** „Gemessen“ is said from day 30 of live trading on, not before. */
export const measuredOf = (record: Measurement | null): Measurement | null =>
  record !== null && record.days >= MEASURED_AFTER_DAYS ? record : null;
