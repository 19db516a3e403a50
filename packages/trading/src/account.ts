/**
 * What an account is worth and how it came about. All amounts are cumulative, in the account currency, and obey
 * `startingEquity + grossRealised + unrealised − fees − spread − slippage − financing = equity`
 * up to floating-point rounding (1e-9 relative). The breakdown of any period is the difference of two accounts.
 */
export interface Account {
  readonly equity: number;
  readonly grossRealised: number;
  readonly unrealised: number;
  readonly fees: number;
  readonly spread: number;
  readonly slippage: number;
  readonly financing: number;
  /** Σ |units × price|, the notional held; divide by equity for the leverage. */
  readonly grossExposure: number;
}

/** The cumulative part of an account that changes only by fills and financing. */
export type Totals = {
  grossRealised: number;
  fees: number;
  spread: number;
  slippage: number;
  financing: number;
};
