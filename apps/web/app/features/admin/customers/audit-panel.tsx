import { formatDayMonthTime } from '../../../lib/dates.ts';
import { usePageParameter } from '../../../lib/page-parameter.ts';
import { auditLine } from './audit-line.ts';
import { customerAuditRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';
import classes from './customers.module.css';
import { useCustomerAudit } from './customers.queries.ts';

const PAGE_SIZE = 8;

/** What was done to anything of the customer's, and what they did. */
export function AuditPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = usePageParameter('pruefspur');
  const query = useCustomerAudit({ id: customerId, page, pageSize: PAGE_SIZE });
  return (
    <CustomerPanel
      title="Prüfspur"
      query={query}
      noun="Einträge"
      none="Zu diesem Konto steht noch nichts in der Prüfspur."
      rows={4}
      onPage={setPage}
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
