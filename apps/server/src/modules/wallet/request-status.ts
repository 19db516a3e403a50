import {
  type AuditAction,
  type AuditFacts,
  canCancel,
  canDecide,
  DomainError,
  OPEN_REQUESTS_MAX,
  REQUEST_STATUS_WORDS,
  type RequestKind,
  type RequestStatus,
} from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { writeAudit } from '../../platform/audit.ts';
import type { Work } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { depositReference } from './deposits/deposit.ts';
import { withdrawalReference } from './withdrawals/withdrawal.ts';

/** What differs when the end of one is announced. */
const KINDS = {
  deposit: {
    event: 'deposit_decided',
    hint: 'deposits',
    referenceOf: depositReference,
  },
  withdrawal: {
    event: 'withdrawal_decided',
    hint: 'withdrawals',
    referenceOf: withdrawalReference,
  },
} as const;

type Decided = { status: RequestStatus; decidedAt: Date | null; decidedBy: string | null };

/** Deposits and withdrawals are decided once, while pending. To whoever comes later it says who was faster, and when. */
export async function assertUndecided({ tx, actor }: Work, row: Decided): Promise<void> {
  if (canDecide(row.status)) return;
  const faster =
    row.decidedBy === null || row.decidedBy === actor.userId ? null : await findUserById(tx, row.decidedBy);
  throw DomainError.of('ALREADY_DECIDED', {
    status: row.status,
    ...(row.decidedAt && { at: row.decidedAt.toISOString() }),
    ...(faster && { by: faster.name || faster.email }),
  });
}

/** Throws unless there is room for one more beside those that wait for a decision. */
export function assertRoomForAnother(kind: RequestKind, open: number): void {
  if (open >= OPEN_REQUESTS_MAX)
    throw DomainError.of('TOO_MANY_OPEN_REQUESTS', { kind, limit: String(OPEN_REQUESTS_MAX) });
}

/** The customer may take a request back while nobody has decided on it. */
export function assertCancellable(status: RequestStatus): void {
  if (!canCancel(status)) throw DomainError.of('ALREADY_DECIDED', { status });
}

/** Nobody decides on their own money, and nobody on what is decided already. */
export async function assertDecidable(work: Work, row: Decided & { userId: string }): Promise<void> {
  if (row.userId === work.actor.userId) throw DomainError.of('OWN_REQUEST');
  await assertUndecided(work, row);
}

/** What every end of a pending request leaves behind: an audit row, word to its owner, and hints to the pages that show it. */
export async function announceDecision(
  work: Work,
  kind: RequestKind,
  row: Decided & { id: string; number: number; userId: string; amountUsd: bigint; transferId: string | null },
  {
    action,
    reason,
    facts,
    ...told
  }: {
    action: AuditAction;
    reason?: string;
    /** What the audit log says beside the status. */
    facts?: AuditFacts;
    title: string;
    message: string;
    type: 'success' | 'error' | 'info';
  },
): Promise<void> {
  const { event, hint, referenceOf } = KINDS[kind];
  await writeAudit(work, {
    action,
    subject: kind,
    subjectId: row.id,
    before: { status: 'pending' },
    after: { status: row.status, transferId: row.transferId, ...facts },
    reason,
  });
  await notify(work, {
    event,
    userId: row.userId,
    subject: kind,
    subjectId: row.id,
    facts: [
      { label: 'Betrag', value: inUsd(row.amountUsd) },
      { label: 'Referenz', value: referenceOf(row.number) },
      { label: 'Status', value: REQUEST_STATUS_WORDS[kind][row.status] },
    ],
    ...told,
  });
  work.hintUser(row.userId, hint, 'wallet');
  work.hintAdmins(hint);
}
