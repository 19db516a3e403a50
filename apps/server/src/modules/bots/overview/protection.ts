import type { Protection } from '@botdepot/contract';
import type { EngineState, ProtectionLimits } from '@botdepot/trading';

/** Since when and why an operator holds a bot. */
export type OperatorPause = { readonly pausedAt: Date; readonly reason: string };

/**
 * What a bot's limits do right now.
 * @param equity of the bot at the newest tick, in the units of the engine's state. The engine looks at the close of a bar, so
 * between two bars the drawdown may stand beyond the limit without a stop.
 * @param now ms UTC. A pause that is over by then is none, though the engine ends it only with the next prices.
 * @param pause the operator's that lasts now. It counts from the moment it was entered, though the engine obeys at the next
 * close of a minute.
 */
export function describeProtection(
  { symbols, drawdown, dailyLoss, haltedSince }: EngineState,
  equity: number,
  { maxDrawdown }: Pick<ProtectionLimits, 'maxDrawdown'>,
  now: number,
  pause: OperatorPause | null = null,
): Protection {
  const { peakSince } = drawdown;
  const pausedUntil = stillUntil(now, drawdown.pausedUntil);
  const haltedUntil = stillUntil(now, dailyLoss?.haltedUntil ?? null);
  const peak = Math.max(drawdown.peak, equity);
  // A pause for the drawdown outlasts the day.
  const until = pausedUntil ?? haltedUntil;
  const limit =
    until === null
      ? ({ state: 'ready', cause: null, until: null } as const)
      : ({
          state: 'paused',
          cause: pausedUntil === null ? 'daily_loss' : 'drawdown',
          until: new Date(until).toISOString(),
        } as const);
  return {
    ...(pause ? ({ state: 'paused', cause: 'operator', until: null } as const) : limit),
    operator: pause && { since: pause.pausedAt.toISOString(), reason: pause.reason },
    drawdownFraction: peak > 0 ? equity / peak - 1 : 0,
    drawdownSince: peakSince === null ? null : new Date(peakSince).toISOString(),
    drawdownLimit: -maxDrawdown,
    staleSymbols: symbols.filter((_, index) => typeof haltedSince[index] === 'number'),
  };
}

/** Until when a limit keeps the bot out of its markets, or null once that is over. All in ms UTC. */
export const stillUntil = (now: number, until: number | null): number | null =>
  until !== null && until > now ? until : null;
