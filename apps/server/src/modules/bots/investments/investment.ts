import {
  BOTS,
  type BotType,
  canStop,
  DomainError,
  type InvestmentStatus,
  STALE_PRICE_MS,
} from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import type { Work } from '../../../platform/work.ts';
import type { TradePrice } from './trade-price.store.ts';

export const investmentReference = (number: number): string => `B-${number}`;

/** Throws AMOUNT_BELOW_MINIMUM unless the amount reaches the bot's minimum of the catalogue. */
export function assertStartAmount(botType: BotType, amount: Micros): void {
  const { minimum } = BOTS[botType];
  if (amount < minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(minimum), unit: 'USDT' });
}

/** Throws INSUFFICIENT_WALLET_BALANCE, with both amounts, when the wallet does not cover a start. */
export function assertWalletCovers(available: Micros, required: Micros): void {
  if (required > available)
    throw DomainError.of('INSUFFICIENT_WALLET_BALANCE', {
      available: toWire(available),
      required: toWire(required),
    });
}

/** A bot is stopped once. */
export function assertStoppable(status: InvestmentStatus): void {
  if (!canStop(status)) throw DomainError.of('INVESTMENT_STOPPED');
}

/**
 * Whether a tick is young enough to book at, at most 2 s. One from later than the clocks of two replicas may differ was made
 * before the clock was set back, or by a leader whose clock was ahead, and stands still until time has caught up with it.
 */
export const isFresh = (tickAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - tickAt.getTime()) <= STALE_PRICE_MS;

/**
 * Throws PRICES_STALE unless units may be dealt in at this price, at this moment: a command may have waited for its locks, and the
 * tick may be the one from before. Every symbol behind it needs a fresh price, and a running series that is worth nothing
 * is a fault of prices or will be closed with the minute. The price of a closed series is final.
 */
export function assertDealable({ clock, nothingRuns }: Work, price: TradePrice, forfeits = false): void {
  if (price.closed || nothingRuns) return;
  const isFair = price.stale.length === 0 && price.nav > 0n;
  if (!isFresh(price.at, clock.now()) || !(isFair || forfeits)) throw DomainError.of('PRICES_STALE');
}

/**
 * When a manual return counts: now, but after what was booked on the investment before. Anyone who waited for its lock may
 * have begun before the one who had it, and its records must follow one another.
 */
export const returnedAt = (now: Date, { lastUpdated }: { lastUpdated: Date }): Date =>
  now > lastUpdated ? now : new Date(lastUpdated.getTime() + 1);

/** When a stop counts: now, but after the last manual return. */
export const stoppedAt = (now: Date, row: { startedAt: Date; lastUpdated: Date }): Date =>
  row.lastUpdated > row.startedAt ? returnedAt(now, row) : now;

/**
 * `daily_return_rate` at a start, a fraction, as the specification says: fixed for SmartBot, random below 0.07 for
 * TurboBot and between 0.4 and 1.0 for NewsBot. It is stored, moves no money and is never displayed.
 * @param random in [0, 1).
 */
export function dailyReturnRate(botType: BotType, random: () => number = Math.random): number {
  switch (botType) {
    case 'smartbot':
      return 0.005;
    case 'turbobot':
      return random() * 0.07;
    case 'newsbot':
      return 0.4 + random() * 0.6;
  }
}
