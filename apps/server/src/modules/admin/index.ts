export { adminRouter } from './admin.router.ts';
export { endLapsedApprovals } from './four-eyes/decide-approval.ts';
export { closeApprovals, listOpenApprovals, lockOpenApprovals } from './four-eyes/end-approvals.ts';
export { LEDGER_CHECKS } from './reconciliation/checks.ts';
export {
  createReconciliationRunner,
  type ReconciliationRunner,
} from './reconciliation/reconciliation-runner.ts';
export type { ReplicaFacts } from './system/read-system-state.ts';
