import { DAY_MS, MINUTE_MS } from '@botdepot/trading';

export type CreditBudget = {
  /** Credits that may be spent now. */
  available(nowMs: number): number;
  spend(credits: number, nowMs: number): void;
};

/**
 * Credits per calendar minute and per UTC day, as providers count them. What an earlier process has spent is not known;
 * the provider's own refusal tells then.
 */
export function createCreditBudget(limits: { perMinute: number; perDay: number }): CreditBudget {
  const windows = [
    { lengthMs: MINUTE_MS, limit: limits.perMinute, window: Number.NaN, spent: 0 },
    { lengthMs: DAY_MS, limit: limits.perDay, window: Number.NaN, spent: 0 },
  ];
  function turn(nowMs: number): void {
    for (const known of windows) {
      const window = Math.floor(nowMs / known.lengthMs);
      if (window === known.window) continue;
      known.window = window;
      known.spent = 0;
    }
  }
  return {
    available(nowMs) {
      turn(nowMs);
      return Math.max(0, Math.min(...windows.map(({ limit, spent }) => limit - spent)));
    },
    spend(credits, nowMs) {
      turn(nowMs);
      for (const known of windows) known.spent += credits;
    },
  };
}
