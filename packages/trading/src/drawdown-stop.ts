import type { ProtectionLimits } from './strategy.ts';

/** The peak is the highest equity at the close of a bar since the start or since the last pause ended. */
export type DrawdownState = {
  peak: number;
  /** End of that pause (ms UTC); null where there was none. */
  peakSince: number | null;
  pausedFrom: number | null;
  pausedUntil: number | null;
};

export type DrawdownAct = 'none' | 'stopped' | 'resumed';

/**
 * Maximum-drawdown stop with cooldown: at equity ≤ peak·(1 − maxDrawdown) the pause begins; when it is over the peak
 * starts anew at the equity of that moment, or the bot could never trade again. Losses of several such periods add up:
 * the rule does not bound the total drawdown. The bots' limits and pauses are the study's (decisions 0012 and 0013).
 *
 * Updates `state` in place and says what happened at this bar's close.
 */
export function watchDrawdown(
  state: DrawdownState,
  equity: number,
  time: number,
  limits: Pick<ProtectionLimits, 'maxDrawdown' | 'pauseMs'>,
): DrawdownAct {
  if (state.pausedUntil !== null) {
    if (time < state.pausedUntil) return 'none';
    state.peak = equity;
    state.peakSince = time;
    state.pausedFrom = null;
    state.pausedUntil = null;
    return 'resumed';
  }
  if (equity > state.peak) state.peak = equity;
  if (equity > state.peak * (1 - limits.maxDrawdown)) return 'none';
  state.pausedFrom = time;
  state.pausedUntil = time + limits.pauseMs;
  return 'stopped';
}
