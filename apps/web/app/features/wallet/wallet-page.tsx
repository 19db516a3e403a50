import { LIMITS, type RequestKind, type Wallet } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../lib/format/numbers.ts';
import { useUrlState } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { TabLinks } from '../../ui/form/tabs.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { ENTRY_ICONS } from '../../ui/icon/entry-icon.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { RecordList } from '../../ui/table/record-list.tsx';
import { pendingItem, RecentTransactions } from './recent-transactions.tsx';
import { PLACES, type WalletView, walletUrl } from './requests/address.ts';
import { RequestDetails } from './requests/request-details.tsx';
import { RequestHistory } from './requests/request-history.tsx';
import { OpenTransfer } from './transactions/open-transfer.tsx';
import { TransactionsTab } from './transactions/transactions-tab.tsx';
import { WaitingFigure } from './waiting-figure.tsx';
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
        { ...tab('einzahlungen', 'Einzahlungen'), reminder: wallet?.pendingDeposits },
        { ...tab('auszahlungen', 'Auszahlungen'), reminder: wallet?.pendingWithdrawals },
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

/** Two account sheets in one box, divided by a rule. */
const SHEETS = clsx(
  'grid grid-cols-2 mb-8 bg-surface border border-border rounded-box',
  '[&>table]:w-auto [&>table]:mx-(--pad) [&>table]:mt-5 [&>table]:mb-(--pad)',
  '[&>table+table]:relative [&>table+table]:before:absolute [&>table+table]:before:-top-5',
  '[&>table+table]:before:-bottom-(--pad) [&>table+table]:before:-left-(--pad)',
  '[&>table+table]:before:border-l [&>table+table]:before:border-l-border',
  'max-md:grid-cols-1 max-md:mb-4 max-md:[&>table]:mt-3 max-md:[&>table]:mb-4',
  'max-md:[&>table+table]:before:-top-3 max-md:[&>table+table]:before:-right-(--pad)',
  'max-md:[&>table+table]:before:bottom-auto max-md:[&>table+table]:before:border-l-0',
  'max-md:[&>table+table]:before:border-t max-md:[&>table+table]:before:border-t-border',
);

/** All active investments at the newest prices. */
interface LiveInBots {
  value: Micros;
  count: number;
}

/** What is in the wallet, and what it and the bots make together: two sheets, each closed by its sum. */
function BalanceSheets({ inBots }: { inBots: LiveInBots | undefined }) {
  const { data: wallet } = useQuery(walletQuery());
  const figures = wallet && figuresOf(wallet, inBots);
  const transactions = walletUrl('transaktionen');
  const figure = (field: keyof Figures, opens?: { to: string; opensLabel: string }): ReactNode =>
    figures ? <Amount value={figures[field]} {...opens} /> : <WaitingFigure />;

  return (
    <section className={SHEETS} aria-label="Kontostand" aria-busy={!wallet || undefined}>
      <Ledger
        caption="Guthaben"
        head={{ label: 'Guthaben', amount: WALLET_UNIT }}
        lines={[
          {
            label: 'Verfügbar',
            amount: figure('available', { to: transactions, opensLabel: 'Buchungen ansehen' }),
          },
          {
            label: 'Reserviert',
            note: wallet ? reservedNote(wallet) : '\u00a0',
            amount: figure('reserved', {
              to: walletUrl('auszahlungen', { status: wallet?.pendingWithdrawals ? 'pending' : null }),
              opensLabel: 'Auszahlungen ansehen',
            }),
          },
        ]}
        total={{
          label: 'Wallet',
          amount: figure('balance', { to: transactions, opensLabel: 'Buchungen ansehen' }),
        }}
      />
      <Ledger
        caption="Vermögen"
        head={{ label: 'Vermögen', amount: WALLET_UNIT }}
        lines={[
          {
            label: 'Wallet',
            amount: figure('balance', { to: transactions, opensLabel: 'Buchungen ansehen' }),
          },
          {
            label: 'In Bots angelegt',
            note: wallet ? activeText(wallet.activeBots) : '\u00a0',
            amount: figure('inBots', { to: urls.bots, opensLabel: 'Bots ansehen' }),
          },
          // Also without any: a line that came with the answer would push down what stands below.
          {
            label: 'In eigenen Bots',
            note: wallet ? activeText(wallet.activeOwnBots) : '\u00a0',
            amount: figure('inOwnBots', { to: urls.ownBots, opensLabel: 'Eigene Bots ansehen' }),
          },
          ...(figures && figures.inOrders > 0n
            ? [
                {
                  label: 'In Auftrag',
                  note: 'für eigene Bots, die gleich beginnen',
                  amount: figure('inOrders', { to: urls.ownBots, opensLabel: 'Eigene Bots ansehen' }),
                },
              ]
            : []),
        ]}
        total={{
          label: 'Gesamt',
          amount: figure('total', { to: urls.dashboard, opensLabel: 'Verlauf ansehen' }),
        }}
      />
    </section>
  );
}

interface Figures {
  available: Micros;
  reserved: Micros;
  balance: Micros;
  inBots: Micros;
  inOwnBots: Micros;
  inOrders: Micros;
  total: Micros;
}

/**
 * The total is the sum of what is shown above it, at whatever moment the bots were valued. The list of investments is another
 * answer than the wallet: while the two name different numbers of them, after a start or a stop, the wallet's own figure stands.
 */
function figuresOf(wallet: Wallet, live: LiveInBots | undefined): Figures {
  const balance = fromWire(wallet.usdBalance);
  const inBots = live?.count === wallet.activeBots ? live.value : fromWire(wallet.inBots);
  const [inOwnBots, inOrders] = [fromWire(wallet.inOwnBots), fromWire(wallet.inOrders)];
  return {
    available: fromWire(wallet.available),
    reserved: fromWire(wallet.usdLockedBalance),
    balance,
    inBots,
    inOwnBots,
    inOrders,
    total: balance + inBots + inOwnBots + inOrders,
  };
}

function reservedNote({ pendingWithdrawals }: Wallet): string {
  if (pendingWithdrawals === 0) return 'keine Auszahlung in Prüfung';
  return pendingWithdrawals === 1
    ? '1 Auszahlung in Prüfung'
    : `${pendingWithdrawals} Auszahlungen in Prüfung`;
}

function activeText(bots: number): string {
  if (bots === 0) return 'kein aktiver Bot';
  return bots === 1 ? '1 aktiver Bot' : `${bots} aktive Bots`;
}
