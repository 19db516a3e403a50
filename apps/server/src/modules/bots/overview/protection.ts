import type { Protection } from '@botdepot/contract';
import type { EngineState, ProtectionLimits } from '@botdepot/trading';

/**
 * What a bot's limits do right now.
 * @param equity of the bot at the newest tick, in the units of the engine's state. The engine looks at the close of a bar, so
 * between two bars the drawdown may stand beyond the limit without a stop.
 */
export function describeProtection(
  { symbols, drawdown, dailyLoss, haltedSince }: EngineState,
  equity: number,
  { maxDrawdown }: Pick<ProtectionLimits, 'maxDrawdown'>,
): Protection {
  const { pausedUntil } = drawdown;
  const haltedUntil = dailyLoss?.haltedUntil ?? null;
  const peak = Math.max(drawdown.peak, equity);
  // A pause for the drawdown outlasts the day.
  const until = pausedUntil ?? haltedUntil;
  return {
    state: until === null ? 'ready' : 'paused',
    cause: until === null ? null : pausedUntil === null ? 'daily_loss' : 'drawdown',
    until: until === null ? null : new Date(until).toISOString(),
    drawdownFraction: peak > 0 ? equity / peak - 1 : 0,
    drawdownLimit: -maxDrawdown,
    staleSymbols: symbols.filter((_, index) => typeof haltedSince[index] === 'number'),
  };
}
