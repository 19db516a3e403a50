import { canCancel, canDecide, DomainError, type RequestStatus } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';

const STATUSES = { pending: 'In Prüfung', rejected: 'Abgelehnt', cancelled: 'Storniert' } as const;

/** What mails call the statuses, as the pages do. */
export const DEPOSIT_STATUSES: Record<RequestStatus, string> = { ...STATUSES, approved: 'Gutgeschrieben' };
export const WITHDRAWAL_STATUSES: Record<RequestStatus, string> = { ...STATUSES, approved: 'Ausgeführt' };

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

/** The customer may take a request back while nobody has decided on it. */
export function assertCancellable(status: RequestStatus): void {
  if (!canCancel(status)) throw DomainError.of('ALREADY_DECIDED', { status });
}
