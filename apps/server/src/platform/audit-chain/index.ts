export { auditGenesis } from './audit-line.ts';
export { type AuditSealer, createAuditSealer } from './audit-sealer.ts';
export { type AuditDeviation, type AuditVerdict, verifyAuditChain } from './verify-audit-chain.ts';
