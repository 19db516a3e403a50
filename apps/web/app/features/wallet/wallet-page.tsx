import { LIMITS, type RequestKind } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/dates.ts';
import { WALLET_UNIT } from '../../lib/units.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ENTRY_ICONS } from '../../ui/entry-icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { PLACES, type WalletView, walletUrl } from './address.ts';
import { BalanceSheets, type LiveInBots } from './balance-sheets.tsx';
import { OpenTransfer } from './open-transfer.tsx';
import { pendingItem, RecentTransactions } from './recent-transactions.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestHistory } from './request-history.tsx';
import { TransactionsTab } from './transactions-tab.tsx';
import { useRequests, walletQuery } from './wallet.queries.ts';
import { WalletBoundary } from './wallet-boundary.tsx';
import { REQUEST_WORDS } from './wallet-texts.ts';

interface WalletPageProps {
  inBots?: LiveInBots | undefined;
}

export function WalletPage({ inBots }: WalletPageProps) {
  const { view } = useUrlState(PLACES).value;
  return (
    <>
      <PageHead
        title="Wallet"
        note={<AsOf />}
        actions={
          <>
            <ButtonLink to={urls.deposits} look="primary" icon={ENTRY_ICONS.deposit}>
              Einzahlen
            </ButtonLink>
            <ButtonLink to={urls.withdrawals} look="bare" icon={ENTRY_ICONS.withdrawal}>
              Auszahlen
            </ButtonLink>
          </>
        }
      />
      <WalletBoundary>
        <BalanceSheets inBots={inBots} />
        <WalletTabs view={view} />
        <ViewContent view={view} />
        <RequestDetails kind="deposit" />
        <RequestDetails kind="withdrawal" />
        <OpenTransfer />
      </WalletBoundary>
    </>
  );
}

/** Above the boundary, so the head stays when the figures fail to load. */
function AsOf() {
  const { dataUpdatedAt } = useQuery({ ...walletQuery(), throwOnError: false });
  const account = `${WALLET_UNIT}-Spielgeldkonto`;
  return dataUpdatedAt > 0 ? `${account} · Stand ${formatDateTime(dataUpdatedAt)}` : account;
}

function WalletTabs({ view }: { view: WalletView }) {
  const { data: wallet } = useQuery(walletQuery());
  const tab = (value: WalletView, label: string) => ({ value, label, to: walletUrl(value) });
  return (
    <TabLinks
      label="Ansichten des Wallets"
      current={view}
      tabs={[
        tab('uebersicht', 'Übersicht'),
        tab('transaktionen', 'Transaktionen'),
        { ...tab('einzahlungen', 'Einzahlungen'), count: wallet?.pendingDeposits },
        { ...tab('auszahlungen', 'Auszahlungen'), count: wallet?.pendingWithdrawals },
      ]}
    />
  );
}

function ViewContent({ view }: { view: WalletView }) {
  switch (view) {
    case 'transaktionen':
      return <TransactionsTab />;
    case 'einzahlungen':
      return (
        <RequestHistory
          kind="deposit"
          title="Einzahlungen"
          emptyText="Mit einer Einzahlung kommt Spielgeld in Ihr Wallet."
          emptyAction={<ButtonLink to={urls.deposits}>Einzahlen</ButtonLink>}
        />
      );
    case 'auszahlungen':
      return (
        <RequestHistory
          kind="withdrawal"
          title="Auszahlungen"
          emptyText="Auszahlen können Sie, was in Ihrem Wallet verfügbar ist."
          emptyAction={<ButtonLink to={urls.withdrawals}>Auszahlen</ButtonLink>}
        />
      );
    case 'uebersicht':
      return (
        <div className="grid-aside">
          <Panel
            title="Letzte Buchungen"
            flush
            aside={
              <Link className="link-alone" to={walletUrl('transaktionen')} preventScrollReset>
                Alle ansehen
              </Link>
            }
          >
            <RecentTransactions count={LIMITS.pageSize} />
          </Panel>
          <OpenRequests />
        </div>
      );
  }
}

const PENDING = { page: 1, pageSize: LIMITS.pageSize, status: 'pending' } as const;

/** What still waits for a decision. */
function OpenRequests() {
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
        <p className="text-sm text-muted px-(--pad) pt-5 pb-(--pad)">
          Keine Einzahlung und keine Auszahlung wartet auf eine Entscheidung.
        </p>
      )}
    </Panel>
  );
}

/** Those that the list has no room for. */
function More({ kind, count }: { kind: RequestKind; count: number }) {
  if (count <= 0) return null;
  const { noun, plural, pendingUrl } = REQUEST_WORDS[kind];
  return (
    <p className="py-1 px-(--pad) border-t border-border text-[14px]">
      <Link className="link-alone" to={pendingUrl}>
        {count === 1 ? `Eine weitere ${noun}` : `${count} weitere ${plural}`}
      </Link>
    </p>
  );
}
