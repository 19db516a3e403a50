export { approveDeposit, cancelDeposit, rejectDeposit } from './deposits/decide-deposit.ts';
export { requestDeposit } from './deposits/request-deposit.ts';
export { lockWallet, openPoolAccount, openWallet, readBalances } from './ledger/ledger.store.ts';
export { HOUSE_ACCOUNTS, type TransferDraft } from './ledger/ledger.ts';
export { OverdrawnError, type Posted, postTransfer } from './ledger/post-transfer.ts';
export {
  type Invariant,
  type InvariantResult,
  LEDGER_INVARIANTS,
  verifyInvariants,
} from './ledger/verify-ledger.ts';
export { ownAddress } from './play-money-address.ts';
export { type InvestedAmount, walletRouter } from './wallet.router.ts';
export {
  listPendingDeposits,
  listPendingWithdrawals,
  type Queue,
  sumPendingDeposits,
  sumPendingWithdrawals,
} from './wallet-admin.store.ts';
export { approveWithdrawal, cancelWithdrawal, rejectWithdrawal } from './withdrawals/decide-withdrawal.ts';
export { requestWithdrawal } from './withdrawals/request-withdrawal.ts';
