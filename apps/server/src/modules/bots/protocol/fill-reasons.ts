import type { FillReason } from '@botdepot/trading';

/** Why a fill happened, in one word or two, for a table. */
export const FILL_REASONS: Readonly<Record<FillReason, string>> = {
  entry: 'Einstieg',
  exit: 'Ausstieg',
  reverse: 'Richtungswechsel',
  rebalance: 'Anpassung',
  stop: 'Stopp',
  'scheduled-close': 'Geplantes Ende',
  'drawdown-stop': 'Rückgangsgrenze',
  'daily-loss': 'Tagesverlustgrenze',
  'operator-pause': 'Vom Betreiber angehalten',
  'leverage-cap': 'Hebelgrenze',
  settlement: 'Abrechnung',
  liquidation: 'Auflösung',
};
