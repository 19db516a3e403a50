import { admin } from './admin.ts';
import { bots } from './bots.ts';
import { identity } from './identity.ts';
import { markets } from './markets.ts';
import { notifications } from './notifications.ts';
import { walletContract } from './wallet.ts';

/** Every operation of the platform. What is not here does not exist. */
export const contract = { identity, markets, wallet: walletContract, bots, notifications, admin };
export type Contract = typeof contract;

export type { AdminOverview, PendingDeposit, PendingWithdrawal } from './admin.ts';
export type {
  Bot,
  BotDetail,
  Investment,
  InvestmentDetail,
  InvestmentFill,
  Measurement,
  ProtocolEntry,
  TradingRecord,
} from './bots.ts';
export * from './catalogue.ts';
export * from './errors.de.ts';
export * from './errors.ts';
export type { Installation, Profile } from './identity.ts';
export * from './live.ts';
export type { MarketPrice } from './markets.ts';
export type { Notification } from './notifications.ts';
export * from './states.ts';
export type {
  AccountKind,
  Deposit,
  Transaction,
  Transfer,
  TransferKind,
  Wallet,
  Withdrawal,
} from './wallet.ts';
export { ACCOUNT_KINDS, TRANSFER_KINDS } from './wallet.ts';
