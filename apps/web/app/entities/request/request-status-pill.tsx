import { REQUEST_STATUS_WORDS, type RequestKind, type RequestStatus } from '@botdepot/contract';
import { StatusPill, type StatusTone } from '../../ui/state/status-pill.tsx';

const TONES: Record<RequestStatus, StatusTone> = {
  pending: 'pending',
  approved: 'done',
  rejected: 'refused',
  cancelled: 'cancelled',
};

/** What became of a deposit or withdrawal. */
export function RequestStatusPill({ kind, status }: { kind: RequestKind; status: RequestStatus }) {
  return <StatusPill tone={TONES[status]}>{REQUEST_STATUS_WORDS[kind][status]}</StatusPill>;
}
