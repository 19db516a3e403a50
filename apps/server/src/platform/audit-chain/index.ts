export { auditGenesis, createAuditSealer } from '../audit-chain.ts';
export { verifyAuditChain } from '../verify-audit-chain.ts';
