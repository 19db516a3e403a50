import { queries } from '../../../lib/api.ts';
import { formatDayMonthTime } from '../../../lib/dates.ts';
import { pageNumber } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { auditLine } from './audit-line.ts';
import { customerAuditRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';
import classes from './customers.module.css';

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
        <ul className={classes.log} aria-label="Prüfspur, neueste zuerst">
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
