export { adminRouter } from './admin.router.ts';
export { endLapsedApprovals } from './four-eyes/decide-approval.ts';
export { closeApprovals, listOpenApprovals, lockOpenApprovals } from './four-eyes/end-approvals.ts';
export { exportApprovals } from './four-eyes/export-approvals.ts';
export { RECONCILIATION_CHECKS } from './reconciliation/checks.ts';
export {
  createReconciliationRunner,
  type ReconciliationRunner,
} from './reconciliation/reconciliation-runner.ts';
export { RuleNotCheckedError, runChecks } from './reconciliation/run-checks.ts';
export type { ReplicaFacts } from './system/read-system-state.ts';
