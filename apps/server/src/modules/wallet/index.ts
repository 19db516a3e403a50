export { claimRequest, endClaim, readClaims, releaseRequest } from './claims/claim-request.ts';
export { deleteExpiredClaims } from './claims/request-claims.store.ts';
export { closeWallet, listOpenRequests, lockOpenRequests, readWalletClosing } from './close-wallet.ts';
export { correctWallet } from './corrections/correct-wallet.ts';
export { readCorrectionNumbers } from './corrections/correction.store.ts';
export { correctionReference } from './corrections/correction.ts';
export { approveDeposit, cancelDeposit, rejectDeposit } from './deposits/decide-deposit.ts';
export { listDecidedDeposits, listDeposits, lockDeposit, presentDeposit } from './deposits/deposit.store.ts';
export { type LateDeposit, listLateDeposits } from './deposits/list-late-deposits.ts';
export { requestDeposit } from './deposits/request-deposit.ts';
export { exportBalances, exportDeposits, exportTransactions, exportWithdrawals } from './export-wallet.ts';
export { findOwners } from './find-owners.ts';
export {
  assertMaySecond,
  assertOnePersonIsEnough,
  assertStillAdmin,
  checkFourEyes,
  ensureFourEyes,
  hasSecond,
  readFourEyes,
  thresholdInForce,
  whyOff,
  writeThreshold,
} from './four-eyes/four-eyes.ts';
export { lockWallet, openPoolAccount, openWallet, readBalances } from './ledger/ledger.store.ts';
export { HOUSE_ACCOUNTS } from './ledger/ledger.ts';
export { OverdrawnError, postTransfer } from './ledger/post-transfer.ts';
export {
  type Invariant,
  LEDGER_INVARIANTS,
  measureInvariant,
  VIOLATIONS_COUNTED,
  verifyInvariants,
} from './ledger/verify-ledger.ts';
export {
  findFirstBooking,
  readWalletMovements,
  type WalletMovement,
  type WalletMovements,
} from './ledger/wallet-movements.store.ts';
export {
  countTakenBackHeld,
  findSharers,
  readAddressUse,
  readRequestHistories,
  sumDeposits,
  sumWithdrawals,
} from './payout-history.store.ts';
export { ownAddress } from './play-money-address.ts';
export { checkWallet, summarizeWallets } from './read-customer-wallets.store.ts';
export { assertDecidedTogether } from './standing.ts';
export { findTransfer, listTransactions } from './transactions.store.ts';
export { type InvestedAmount, walletRouter } from './wallet.router.ts';
export {
  listPendingDeposits,
  listPendingWithdrawals,
  type PendingFilter,
  type Queue,
  sumPendingDeposits,
  sumPendingWithdrawals,
  sumWallets,
} from './wallet-admin.store.ts';
export { approveWithdrawal, cancelWithdrawal, rejectWithdrawal } from './withdrawals/decide-withdrawal.ts';
export { endHold, holdWithdrawals } from './withdrawals/hold-withdrawals.ts';
export { requestWithdrawal } from './withdrawals/request-withdrawal.ts';
export {
  findWithdrawal,
  listDecidedWithdrawals,
  listWithdrawals,
  lockWithdrawal,
  presentWithdrawal,
} from './withdrawals/withdrawal.store.ts';
