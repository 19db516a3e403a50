import { StatusPill } from '../../ui/status-pill.tsx';
import type { MoneyRequest } from './money-request.ts';
import { REQUEST_WORDS, STATUS_TONES } from './wallet-texts.ts';

export function RequestStatusPill({ kind, status }: Pick<MoneyRequest, 'kind' | 'status'>) {
  return <StatusPill tone={STATUS_TONES[status]}>{REQUEST_WORDS[kind].statuses[status]}</StatusPill>;
}
