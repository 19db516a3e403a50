/** Why a strategy wants to trade. */
export type TradeCause = 'entry' | 'exit' | 'reverse' | 'rebalance' | 'time';

/** Every reason; columns of fills hold the place in this list. */
export const FILL_REASONS = [
  'entry',
  'reverse',
  'exit',
  'rebalance',
  'stop',
  'scheduled-close',
  'drawdown-stop',
  'daily-loss',
  'operator-pause',
  'leverage-cap',
  'settlement',
  'liquidation',
  'target',
  'trailing',
  'time',
] as const;

/** Why the broker filled: an order of the strategy, or one of the rules that act on their own. */
export type FillReason = (typeof FILL_REASONS)[number];

/** Place of a reason in the list; a loop, because the runtime then compares addresses and not letters. */
export function placeOf(reason: FillReason): number {
  let place = 0;
  while (FILL_REASONS[place] !== reason) place++;
  return place;
}

/**
 * One execution with every cost part told apart. All amounts are in the account currency (USDT).
 *
 * The gross result is measured at the MID price, and half spread and slippage are booked as costs of their own; nothing
 * is counted twice. `fillPrice` is the price a customer would see on a confirmation: mid plus half spread plus slippage
 * when buying, minus both when selling.
 */
export interface Fill {
  /** ms UTC: start of the bar for fills at an open or by a stop inside the bar, its end for fills at a close. */
  readonly time: number;
  readonly symbol: string;
  readonly reason: FillReason;
  /** Number of the decision that placed the order; null for rules that act on their own. */
  readonly decision: number | null;
  /** Signed: positive bought, negative sold. */
  readonly units: number;
  readonly unitsAfter: number;
  readonly midPrice: number;
  readonly fillPrice: number;
  readonly fee: number;
  readonly spread: number;
  readonly slippage: number;
  /** The stop or trailing stop that was hit, price; null for fills of any other reason. A gap fills worse than this. */
  readonly stop: number | null;
  /** Financing accrued on this position since its previous fill. */
  readonly financing: number;
  /** Result of the units closed by this fill, at mid and before costs; 0 when it only opens or adds. */
  readonly grossRealised: number;
}
