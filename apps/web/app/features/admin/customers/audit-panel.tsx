import { clsx } from 'clsx';
import { formatDayMonthTime } from '../../../lib/format/dates.ts';
import { queries } from '../../../lib/server/api.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { auditLine } from './audit-line.ts';
import { customerAuditRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';

const LOG = clsx(
  'py-1 px-(--pad) [&>li]:grid [&>li]:grid-cols-[6.75rem_minmax(0,1fr)] [&>li]:gap-x-4 [&>li]:gap-y-0.5',
  '[&>li]:py-3 [&>li]:text-[14px]/5',
  '[&>li+li]:border-t [&>li+li]:border-border',
  '[&_time]:text-muted [&_time]:tabular-nums [&_time]:whitespace-nowrap',
  '[&_b]:block [&_b]:font-620 [&_span]:text-muted [&_span]:wrap-anywhere',
  'max-md:[&>li]:grid-cols-1',
);

const LIST = { page: pageNumber('pruefspur') };
const PAGE_SIZE = 8;

/** What was done to anything of the customer's, and what they did. */
export function AuditPanel({ customerId }: { customerId: string }) {
  const list = useList(LIST, ({ page }) =>
    queries.admin.listCustomerAudit.queryOptions({ input: { id: customerId, page, pageSize: PAGE_SIZE } }),
  );
  return (
    <CustomerPanel
      title="Prüfspur"
      list={list}
      noun="Einträge"
      none="Zu diesem Konto steht noch nichts in der Prüfspur."
      rows={4}
      csv={() => customerAuditRows(customerId)}
    >
      {(items) => (
        <ul className={LOG} aria-label="Prüfspur, neueste zuerst">
          {items.map((entry) => {
            const { title, note } = auditLine(entry);
            return (
              <li key={entry.seq}>
                <time dateTime={entry.at}>{formatDayMonthTime(entry.at)}</time>
                <p>
                  <b>{title}</b>
                  <span>{note}</span>
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </CustomerPanel>
  );
}
