import type { BotDetail } from '@botdepot/contract';

export interface NavPoint {
  /** Epoch milliseconds. */
  at: number;
  value: number;
  /** Distance from the highest value shown so far, ≤ 0. */
  drawdown: number;
}

/**
 * The curve of a share's value. The record begins to count anew when the bot goes live, so a drawdown of the live part knows
 * nothing of the height before; in one curve over both it has to.
 */
export function navPoints(history: BotDetail['navHistory']): NavPoint[] {
  let peak = 0;
  return history.map(({ at, nav, drawdown }) => {
    const value = Number(nav);
    peak = Math.max(peak, value);
    // Between two points the value may have been higher; the server's own drawdown knows.
    return { at: Date.parse(at), value, drawdown: Math.min(drawdown, peak > 0 ? value / peak - 1 : 0) };
  });
}
