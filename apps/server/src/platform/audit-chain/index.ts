export { auditGenesis } from './audit-line.ts';
export { createAuditSealer } from './audit-sealer.ts';
export { verifyAuditChain } from './verify-audit-chain.ts';
