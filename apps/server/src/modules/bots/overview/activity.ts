import type { EngineState } from '@botdepot/trading';
import { counted, formatMoment, formatPercent, formatTime } from '../protocol/german.ts';

/**
 * What a bot does right now, in one or two German sentences made from its state.
 * @param exposure Σ |position| as a fraction of equity. @param nextDecisionAt ms UTC.
 */
export function describeActivity(state: EngineState, exposure: number, nextDecisionAt: number): string {
  const held = state.broker.positions.filter(({ units }) => units !== 0).length;
  const holdings =
    held === 0
      ? 'Hält keine Positionen, alles in Geld.'
      : `Hält ${counted(held, 'Position', 'Positionen')}, ${formatPercent(exposure, 0)} angelegt.`;
  const { pausedUntil } = state.drawdown;
  if (pausedUntil !== null)
    return `Pausiert bis ${formatMoment(pausedUntil)}, weil der Rückgang die Grenze erreicht hat. ${holdings}`;
  return `${holdings} Nächste Entscheidung um ${formatTime(nextDecisionAt)}\u00a0Uhr.`;
}
