import { DAY_MS } from '../candles.ts';
import type { ProtectionLimits } from '../strategy.ts';

/** The parameters that every bot has for its protections; fractions, the cap a multiple of equity. */
interface ProtectionParameters {
  readonly maxDrawdown: number;
  readonly pauseDays: number;
  readonly maxDailyLoss: number;
  readonly grossCap: number;
}

export const protectionLimits = ({
  maxDrawdown,
  pauseDays,
  maxDailyLoss,
  grossCap,
}: ProtectionParameters): ProtectionLimits => ({
  maxDrawdown,
  pauseMs: pauseDays * DAY_MS,
  maxDailyLoss,
  maxGross: grossCap,
});

/** A benchmark is stopped by nothing; only its size is bounded. */
export const sizeLimitOnly = (maxGross: number): ProtectionLimits => ({
  maxDrawdown: 1,
  pauseMs: 0,
  maxDailyLoss: 1,
  maxGross,
});
