import { LIMITS, type RequestKind } from '@botdepot/contract';
import { Link } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { pendingItem } from './recent-transactions.tsx';
import classes from './wallet.module.css';
import { useRequests } from './wallet.queries.ts';
import { REQUEST_WORDS } from './wallet-texts.ts';

const PENDING = { page: 1, pageSize: LIMITS.pageSize, status: 'pending' } as const;

/** What still waits for a decision. */
export function OpenRequests() {
  const { data: deposits } = useRequests('deposit', PENDING);
  const { data: withdrawals } = useRequests('withdrawal', PENDING);
  const items = [...(deposits?.items ?? []), ...(withdrawals?.items ?? [])]
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .map(pendingItem);
  return (
    <Panel title="In Prüfung" flush>
      {!deposits || !withdrawals ? (
        <RowsSkeleton count={2} />
      ) : items.length > 0 ? (
        <>
          <RecordList label="In Prüfung" items={items} />
          <More kind="deposit" count={deposits.total - deposits.items.length} />
          <More kind="withdrawal" count={withdrawals.total - withdrawals.items.length} />
        </>
      ) : (
        <p className={classes.nothing}>Keine Einzahlung und keine Auszahlung wartet auf eine Entscheidung.</p>
      )}
    </Panel>
  );
}

/** Those that the list has no room for. */
function More({ kind, count }: { kind: RequestKind; count: number }) {
  if (count <= 0) return null;
  const { noun, plural, pendingUrl } = REQUEST_WORDS[kind];
  return (
    <p className={classes.more}>
      <Link className="link-alone" to={pendingUrl}>
        {count === 1 ? `Eine weitere ${noun}` : `${count} weitere ${plural}`}
      </Link>
    </p>
  );
}
