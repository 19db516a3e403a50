import type { Approval } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { breakBeforeAt } from '../../../lib/break-before-at.tsx';
import { formatDayMonthTime, formatElapsed } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { Amount } from '../../../ui/amount.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { KIND_WORDS, STATUS_WORDS, subjectOf, sumsOf } from './approval-texts.ts';

const SUB = 'block wrap-anywhere text-xs font-book text-muted';
const WHO = 'max-w-[14rem] @max-[700px]:max-w-[8.5rem] list:max-w-none';
/** Two large amounts leave room for the title. */
const EFFECT = 'list:whitespace-normal list:wrap-normal';

interface ApprovalsTableProps {
  caption: string;
  approvals: readonly Approval[];
  ownUserId: string;
  onOpen: (approval: Approval) => void;
  /** Whether who looks may approve what others have asked for. */
  mayApprove?: boolean | undefined;
  /** What became of it, instead of how long it waits. */
  decided?: boolean | undefined;
}

export function ApprovalsTable(props: ApprovalsTableProps) {
  const { caption, approvals, ownUserId, onOpen, mayApprove, decided } = props;
  const now = useNow(30_000);
  const columns: Column<Approval>[] = [
    {
      key: 'what',
      head: 'Vorlage',
      kind: 'primary',
      list: 'title',
      cell: (approval) => {
        const { what, whose } = subjectOf(approval);
        return (
          <span className="block max-w-[16rem] @max-[700px]:max-w-[14rem] list:max-w-none">
            {KIND_WORDS[approval.kind]}
            <span className={SUB}>
              {what === null ? approval.reference : `${approval.reference} · ${what}`}
            </span>
            {whose !== null && <span className={SUB}>{breakBeforeAt(whose)}</span>}
          </span>
        );
      },
    },
    decided
      ? {
          key: 'status',
          head: 'Stand',
          list: 'note',
          cell: (approval) => (
            <>
              <StatusPill tone={STATUS_WORDS[approval.status].tone}>
                {STATUS_WORDS[approval.status].label}
              </StatusPill>
              <span className={`${SUB} ${WHO}`}>
                {formatDayMonthTime(approval.decidedAt ?? approval.expiresAt)}
              </span>
              {approval.decidedBy && (
                <span className={`${SUB} ${WHO}`}>{breakBeforeAt(approval.decidedBy.email)}</span>
              )}
            </>
          ),
        }
      : {
          key: 'waits',
          head: 'Wartet',
          list: 'note',
          cell: (approval) => (
            <>
              <span className="nowrap">{formatElapsed(Date.parse(approval.requestedAt), now)}</span>
              <span className={`${SUB} ${WHO}`}>
                {approval.requestedBy.userId === ownUserId ? (
                  'von Ihnen vorgelegt'
                ) : mayApprove ? (
                  <>
                    <span className="font-620 text-text">wartet auf Sie</span>
                    {breakBeforeAt(`, von ${approval.requestedBy.email}`)}
                  </>
                ) : (
                  breakBeforeAt(`vorgelegt von ${approval.requestedBy.email}`)
                )}
              </span>
            </>
          ),
        },
    {
      key: 'amount',
      head: `Betrag, ${WALLET_UNIT}`,
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: (approval) => (
        <>
          {approval.amountUsd === null ? '–' : <Amount value={fromWire(approval.amountUsd)} />}
          <span className={`${SUB} ${EFFECT}`}>{effectText(approval)}</span>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={approvals}
      rowKey={(approval) => approval.id}
      onOpen={onOpen}
    />
  );
}

function effectText({ lines }: Approval): string {
  const sums = sumsOf(lines);
  return sums === null ? '' : `${formatAmount(sums.before)} → ${formatAmount(sums.after)}`;
}
