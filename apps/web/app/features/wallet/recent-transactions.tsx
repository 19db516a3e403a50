import { REQUEST_STATUS_WORDS, type Transaction } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { transactionNote, transactionTitle } from '../../entities/booking/transaction-texts.ts';
import { formatDayMonthTime } from '../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../lib/format/numbers.ts';
import { EntryIcon } from '../../ui/icon/entry-icon.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { type RecordItem, RecordList } from '../../ui/table/record-list.tsx';
import { NoBookings } from './list-empty.tsx';
import { countsInWallet, type OwnRequest } from './requests/own-request.ts';
import { useOpenTransfer } from './transactions/open-transfer.tsx';
import { transactionIcon } from './transactions/transaction-kinds.ts';
import { transactionsQuery, useRequests } from './wallet.queries.ts';
import { WalletBoundary } from './wallet-boundary.tsx';
import { REQUEST_WORDS } from './wallet-texts.ts';

interface RecentTransactionsProps {
  count: number;
  /** Deposits in review as well, although nothing is booked yet. */
  withPendingDeposits?: boolean | undefined;
  /** What was available after each booking; a narrow column has no room for it. */
  withBalances?: boolean | undefined;
}

/** The newest bookings, for a `flush` panel on a page that contains `OpenTransfer`. */
export function RecentTransactions(props: RecentTransactionsProps) {
  return (
    <WalletBoundary bare>
      <RecentList {...props} />
    </WalletBoundary>
  );
}

function RecentList({ count, withPendingDeposits = false, withBalances = true }: RecentTransactionsProps) {
  const openTransfer = useOpenTransfer();
  const { data: transactions } = useQuery(transactionsQuery({ page: 1, pageSize: count }));
  const { data: deposits } = useRequests(
    'deposit',
    withPendingDeposits ? { page: 1, pageSize: count, status: 'pending' } : null,
  );
  if (!transactions || (withPendingDeposits && !deposits)) return <RowsSkeleton count={count} />;

  const items = [
    ...transactions.items.map((row) => ({
      at: row.createdAt,
      item: bookingItem(row, openTransfer, withBalances),
    })),
    ...(deposits?.items ?? []).map((row) => ({ at: row.createdAt, item: pendingItem(row) })),
  ];
  if (items.length === 0) return <NoBookings />;
  items.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return <RecordList label="Letzte Vorgänge" items={items.slice(0, count).map(({ item }) => item)} />;
}

function bookingItem(row: Transaction, open: (id: string) => void, withBalance: boolean): RecordItem {
  const amount = fromWire(row.amount);
  const note = transactionNote(row);
  return {
    id: row.id,
    icon: <EntryIcon kind={transactionIcon(row.kind)} />,
    title: transactionTitle(row),
    note: [formatDayMonthTime(row.createdAt), note].filter(Boolean).join(' · '),
    amount: <Amount value={amount} signed tone={amount === 0n ? 'muted' : 'plain'} />,
    amountNote: withBalance ? `danach ${formatAmount(fromWire(row.availableAfter))}` : undefined,
    onOpen: () => open(row.id),
  };
}

/** A request that still waits, as a line of a list. */
export function pendingItem(request: OwnRequest): RecordItem {
  const { kind, id, reference, createdAt, amount } = request;
  const { noun, opened, url } = REQUEST_WORDS[kind];
  return {
    id,
    icon: <EntryIcon kind={kind} />,
    title: `${noun} ${opened.toLowerCase()}`,
    note: `${formatDayMonthTime(createdAt)} · ${reference}`,
    amount: <Amount value={amount} tone={countsInWallet(request) ? 'plain' : 'muted'} unit={REQUEST_UNIT} />,
    amountNote: REQUEST_STATUS_WORDS[kind].pending,
    to: url(id),
  };
}
