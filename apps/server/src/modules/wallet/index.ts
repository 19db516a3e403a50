export { listDeciders, listRequests } from './all-requests.ts';
export { claimRequest, deleteExpiredClaims, endClaim, readClaims, releaseRequest } from './claims.ts';
export { correctionReference, correctWallet, readCorrectionNumbers } from './corrections.ts';
export { checkWallet, findOwners, summarizeWallets, sumWallets } from './customer-wallets.ts';
export {
  approveDeposit,
  cancelDeposit,
  createWelcome,
  deleteOldWelcomes,
  findDeposit,
  type LateDeposit,
  listDecidedDeposits,
  listDeposits,
  listLateDeposits,
  lockDeposit,
  presentDeposit,
  rejectDeposit,
  requestDeposit,
} from './deposits.ts';
export {
  assertMaySecond,
  assertOnePersonIsEnough,
  assertStillAdmin,
  checkFourEyes,
  ensureFourEyes,
  hasSecond,
  needSecond,
  readFourEyes,
  thresholdInForce,
  whyOff,
  writeThreshold,
} from './four-eyes.ts';
export {
  findFirstBooking,
  HOUSE_ACCOUNTS,
  lockWallet,
  measureBookings,
  OverdrawnError,
  openPoolAccount,
  openWallet,
  postTransfer,
  readBalances,
  readWalletMovements,
  type WalletMovement,
  type WalletMovements,
} from './ledger.ts';
export {
  countTakenBackHeld,
  findSharers,
  readAddressUse,
  readRequestHistories,
  sumDeposits,
  sumWithdrawals,
} from './payout-history.ts';
export {
  listPendingDeposits,
  listPendingWithdrawals,
  type PendingFilter,
  type Queue,
  sumPendingDeposits,
  sumPendingWithdrawals,
} from './pending-requests.ts';
export { ownAddress } from './play-money-address.ts';
export { findTransfer, listTransactions } from './transactions.ts';
export {
  type Invariant,
  LEDGER_INVARIANTS,
  measureInvariant,
  VIOLATIONS_COUNTED,
  verifyInvariants,
} from './verify-ledger.ts';
export { type InvestedAmount, walletRouter } from './wallet.router.ts';
export {
  closeWallet,
  exportBalances,
  exportDeposits,
  exportTransactions,
  exportWithdrawals,
  listOpenRequests,
  lockOpenRequests,
  readWalletClosing,
} from './wallet-of-account.ts';
export {
  approveWithdrawal,
  assertDecidedTogether,
  cancelWithdrawal,
  endHold,
  findWithdrawal,
  holdWithdrawals,
  listDecidedWithdrawals,
  listWithdrawals,
  lockWithdrawal,
  presentWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
} from './withdrawals.ts';
