import { type Approval, type ApprovalKind, type ApprovalStatus, germanMessage } from '@botdepot/contract';
import { allPages } from '../../../lib/all-pages.ts';
import { api } from '../../../lib/api.ts';
import { csvAmount } from '../../../lib/csv.ts';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import type { CsvRows } from '../../../ui/csv-button.tsx';
import { KIND_WORDS, STATUS_WORDS, subjectText } from './approval-texts.ts';

const HEAD = [
  'Referenz',
  'Art',
  'Worum es geht',
  `Betrag ${WALLET_UNIT}`,
  'Stand',
  'Vorgelegt',
  'Von',
  'Grund',
  'Notiz',
  'Entschieden',
  'Entschieden von',
  'Dazu',
  'Kennung',
];

/** What waits, or what was decided and passes the filter: head and rows of all pages. */
export async function approvalRows(
  input: { state: 'open' } | { state: 'decided'; status: ApprovalStatus | null; kind: ApprovalKind | null },
): Promise<CsvRows> {
  const filter =
    input.state === 'open'
      ? input
      : {
          state: input.state,
          ...(input.status && { status: input.status }),
          ...(input.kind && { kind: input.kind }),
        };
  const items = await allPages((page) => api.admin.listApprovals({ ...filter, ...page }));
  return [HEAD, ...items.map(rowOf)];
}

const rowOf = (approval: Approval): string[] => [
  approval.reference,
  KIND_WORDS[approval.kind],
  subjectText(approval),
  approval.amountUsd === null ? '' : csvAmount(approval.amountUsd),
  STATUS_WORDS[approval.status].label,
  formatDateTimeShort(approval.requestedAt),
  approval.requestedBy.email,
  approval.reason ?? '',
  approval.requestNote ?? '',
  approval.status === 'pending' ? '' : formatDateTimeShort(approval.decidedAt ?? approval.expiresAt),
  approval.decidedBy?.email ?? '',
  approval.failure === null
    ? (approval.note ?? '')
    : germanMessage(approval.failure.code, approval.failure.data),
  approval.id,
];
