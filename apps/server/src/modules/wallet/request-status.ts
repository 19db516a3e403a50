import { canCancel, canDecide, DomainError, type RequestStatus } from '@botdepot/contract';

const STATUSES = { pending: 'In Prüfung', rejected: 'Abgelehnt', cancelled: 'Storniert' } as const;

/** What mails call the statuses, as the pages do. */
export const DEPOSIT_STATUSES: Record<RequestStatus, string> = { ...STATUSES, approved: 'Gutgeschrieben' };
export const WITHDRAWAL_STATUSES: Record<RequestStatus, string> = { ...STATUSES, approved: 'Ausgeführt' };

/** Deposits and withdrawals are decided once, while pending. */
export function assertDecidable(status: RequestStatus): void {
  if (!canDecide(status)) throw DomainError.of('ALREADY_DECIDED', { status });
}

/** The customer may take a request back while nobody has decided on it. */
export function assertCancellable(status: RequestStatus): void {
  if (!canCancel(status)) throw DomainError.of('ALREADY_DECIDED', { status });
}
