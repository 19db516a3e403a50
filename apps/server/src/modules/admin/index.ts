export { adminRouter } from './admin.router.ts';
export { exportApprovals } from './four-eyes/approval-requests.ts';
export {
  closeApprovals,
  endLapsedApprovals,
  listOpenApprovals,
  lockOpenApprovals,
} from './four-eyes/decide-approval.ts';
export { RECONCILIATION_CHECKS, RuleNotCheckedError, runChecks } from './reconciliation/checks.ts';
export {
  createReconciliationRunner,
  type ReconciliationRunner,
} from './reconciliation/reconciliation-runner.ts';
export { type ReplicaFacts, readFigures } from './system.ts';
