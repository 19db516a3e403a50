import { type AuditEntry, auditActionText } from '@botdepot/contract';
import { clsx } from 'clsx';
import { formatDateTimeShort, formatDayMonthTime } from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { actorRoleText, actorText, subjectText } from './audit-texts.ts';

/** One line, however long the address is; the drawer shows all of it. */
const PERSON = clsx(
  'block max-w-[clamp(14rem,26cqi,20rem)] overflow-clip text-ellipsis whitespace-nowrap',
  '@max-[830px]:max-w-[12rem] list:max-w-none list:whitespace-normal list:wrap-anywhere',
);

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    head: 'Zeit',
    kind: 'moment',
    list: 'hidden',
    cell: ({ at }) => <span className="nowrap">{formatDateTimeShort(at)}</span>,
  },
  {
    key: 'action',
    head: 'Vorgang',
    kind: 'primary',
    list: 'title',
    cell: ({ action }) => auditActionText(action),
  },
  {
    key: 'subject',
    head: 'Betrifft',
    list: 'note',
    cell: (entry) => (
      <span className={PERSON} title={entry.owner?.email}>
        {subjectText(entry)}
        {entry.owner && (
          // In the list of a phone whoever did it themselves stands there once.
          <small data-room={entry.owner.userId === entry.actor?.userId ? 'table' : undefined}>
            <EmailAddress>{entry.owner.email}</EmailAddress>
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'actor',
    head: 'Wer',
    list: 'wide',
    cell: (entry) => (
      <span className={PERSON} title={actorText(entry)}>
        {actorText(entry)}
        <small data-room="table">{actorRoleText(entry)}</small>
      </span>
    ),
  },
  {
    key: 'seal',
    head: 'Siegel',
    kind: 'amount',
    edge: true,
    list: 'amount-note',
    room: 'widest',
    // Where there is room for one of them it is the time.
    cell: ({ sealed, at }) => (
      <>
        <span data-room="list">{formatDayMonthTime(at)}</span>
        <span data-room="table">
          {sealed === null ? <span className="muted">offen</span> : formatCount(sealed)}
        </span>
      </>
    ),
  },
];

interface AuditTableProps {
  entries: readonly AuditEntry[];
  openSeq: number | null;
  onOpen: (entry: AuditEntry) => void;
}

export function AuditTable({ entries, openSeq, onOpen }: AuditTableProps) {
  return (
    <DataTable
      caption="Prüfspur, neueste zuerst"
      needs="much"
      columns={COLUMNS}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      onOpen={onOpen}
      isCurrent={({ seq }) => seq === openSeq}
    />
  );
}
