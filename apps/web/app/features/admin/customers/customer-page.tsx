import type { Customer, Installation } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { type QueryFilters, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { BookingsTable } from '../../../entities/booking/bookings-table.tsx';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format/dates.ts';
import { errorCode, errorText, queries } from '../../../lib/server/api.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { useScrollToHash } from '../../../lib/url/use-scroll-to-hash.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconAlertTriangle, IconCheck, IconMessage, IconPencil } from '../../../ui/icon/icons.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Bone, LedgerSkeleton, RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { CUSTOMER_SECTIONS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { STATUS_WORDS } from '../desk/desk-texts.ts';
import { OwnBotsList, sumOwnBots } from '../own-bots-list.tsx';
import { WealthLedger } from '../wealth-ledger.tsx';
import { AccessPanel } from './access-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { customerBookingRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { roleText } from './customer-words.ts';
import { useCustomer } from './customers.queries.ts';
import { HoldPayouts } from './hold-payouts.tsx';
import { InvestmentsPanel } from './investments-panel.tsx';
import { OpenRequestsPanel } from './open-requests-panel.tsx';
import { OpenedReference } from './opened-reference.tsx';
import { OwnBotsPanel } from './own-bots-panel.tsx';
import { DepositsPanel, WithdrawalsPanel } from './requests-panel.tsx';
import { useRunningSum } from './running-investments.ts';
import { SessionsPanel } from './sessions-panel.tsx';

const BACK = { to: urls.adminCustomers, label: 'Kunden' };

interface CustomerPageProps extends ViewFacts {
  customerId: string;
}

interface ViewFacts {
  ownUserId: string;
  installation: Pick<Installation, 'mail' | 'linksByMail' | 'demo'> | undefined;
}

/** One person with everything that is theirs. */
export function CustomerPage({ customerId, ...facts }: CustomerPageProps) {
  const { data: customer, error, isFetching, refetch } = useCustomer(customerId);
  if (customer) return <CustomerView customer={customer} {...facts} />;
  if (!error) return <CustomerSkeleton />;
  const isUnknown = ['CUSTOMER_NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error) ?? '');
  return (
    <>
      <PageHead back={BACK} title={isUnknown ? 'Kunde nicht gefunden' : 'Kunde'} />
      <Panel label="Kunde">
        <EmptyState
          title={isUnknown ? 'Dieses Konto gibt es nicht' : 'Der Kunde konnte nicht geladen werden'}
          action={
            isUnknown ? (
              <ButtonLink to={urls.adminCustomers}>Kunden suchen</ButtonLink>
            ) : (
              <Button pending={isFetching} onClick={() => void refetch()}>
                Erneut versuchen
              </Button>
            )
          }
        >
          {isUnknown
            ? 'Vielleicht ist die Adresse unvollständig, oder das Konto wurde gelöscht.'
            : errorText(error)}
        </EmptyState>
      </Panel>
    </>
  );
}

function CustomerView({ customer, ownUserId, installation }: ViewFacts & { customer: Customer }) {
  const { userId } = customer;
  const isSelf = userId === ownUserId;
  const may = useMay();
  useScrollToHash(useAllLoaded());
  return (
    <>
      <OpenedReference customerId={userId} isSelf={isSelf} />
      <PageHead
        back={BACK}
        title={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="wrap-anywhere">{customer.name}</bdi>
            {customer.lockedAt !== null && <StatusPill tone="refused">Gesperrt</StatusPill>}
          </span>
        }
        note={
          <span className="wrap-anywhere">
            {[
              customer.email,
              roleText(customer),
              `Mitglied seit ${formatDate(customer.createdAt)}`,
              customer.reference,
            ].join(' · ')}
          </span>
        }
        actions={
          <>
            {may('admin.listCustomerChats') && <OpenChat customerId={userId} />}
            {!isSelf && may('admin.correctWallet') && (
              <ButtonLink
                look="bare"
                icon={IconPencil}
                to={urls.adminCorrection}
                state={{ email: customer.email }}
              >
                Wallet korrigieren
              </ButtonLink>
            )}
          </>
        }
      />
      {customer.lockedAt !== null && (
        <div className="mb-(--gap)">
          <Notice kind="warning" title={`Gesperrt seit ${formatDateTime(customer.lockedAt)}`}>
            <p className="wrap-anywhere">
              Grund: <bdi>{customer.lockedReason}</bdi>
            </p>
            <p>
              Eine Anmeldung ist nicht möglich. Laufende Bots handeln weiter. Ausgezahlt wird erst, wenn die
              Sperre aufgehoben ist oder zwei Personen ausdrücklich zustimmen.
            </p>
            {!isSelf && may('admin.holdCustomerWithdrawals') && <HoldPayouts customer={customer} />}
          </Notice>
        </div>
      )}
      <div className="grid-aside">
        <div className="stack">
          <OpenRequestsPanel customer={customer} ownUserId={ownUserId} />
          <Panel title="Vor einer Entscheidung">
            <CustomerFacts userId={userId} onOwnPage />
          </Panel>
          <Section name="bookings">
            <BookingsPanel customerId={userId} />
          </Section>
          <Section name="bots">
            <InvestmentsPanel customerId={userId} isSelf={isSelf} />
          </Section>
          <Section name="deposits">
            <DepositsPanel customerId={userId} />
          </Section>
          <Section name="withdrawals">
            <WithdrawalsPanel customerId={userId} />
          </Section>
          {may('admin.listCustomerAudit') && <AuditPanel customerId={userId} />}
        </div>
        <div className="stack">
          <WealthPanel customer={customer} />
          {/* What is known at once, then what comes later and is of another height: what can be pressed must not move. */}
          <SessionsPanel customer={customer} isSelf={isSelf} />
          <AccessPanel customer={customer} isSelf={isSelf} installation={installation} />
          <Section name="ownBots">
            <OwnBotsPanel customer={customer} isSelf={isSelf} />
          </Section>
          {may('admin.listCustomerChats') && (
            <Section name="chats">
              <ChatsPanel customerId={userId} />
            </Section>
          )}
        </div>
      </div>
    </>
  );
}

/** A part of the page that links lead to. */
function Section({ name, children }: { name: keyof typeof CUSTOMER_SECTIONS; children: ReactNode }) {
  return (
    <div id={CUSTOMER_SECTIONS[name]} className="scroll-mt-21">
      {children}
    </div>
  );
}

/** Whether everything has its first answer: from then on nothing of the page moves any more by loading. */
function useAllLoaded(): boolean {
  const client = useQueryClient();
  const [loaded, setLoaded] = useState(false);
  const waiting = useIsFetching(FIRST_ANSWERS);
  // The panels ask as soon as they are there, which is before this looks.
  useEffect(() => {
    if (waiting === 0 && client.isFetching(FIRST_ANSWERS) === 0) setLoaded(true);
  }, [client, waiting]);
  return loaded;
}

const FIRST_ANSWERS: QueryFilters = {
  queryKey: queries.admin.key(),
  predicate: ({ state }) => state.status === 'pending',
};

/** The newest chat; who never wrote has none to open. */
function OpenChat({ customerId }: { customerId: string }) {
  const { data } = useQuery(
    queries.admin.listCustomerChats.queryOptions({ input: { id: customerId, page: 1, pageSize: 3 } }),
  );
  const [newest] = data?.items ?? [];
  if (!newest) return null;
  return (
    <ButtonLink look="bare" icon={IconMessage} to={urls.adminChat(newest.id)}>
      Chat öffnen
    </ButtonLink>
  );
}

function CustomerSkeleton() {
  return (
    <>
      <PageHead back={BACK} title={<Bone width={220} height={24} />} note={<Bone width={320} />} />
      <div aria-busy>
        <div className="grid-aside">
          <div className="stack">
            <Panel title="Offen" flush>
              <RowsSkeleton count={1} />
            </Panel>
            <Panel title="Buchungen" flush>
              <RowsSkeleton count={6} />
            </Panel>
          </div>
          <div className="stack">
            <Panel title="Vermögen">
              <LedgerSkeleton lines={3} />
            </Panel>
            <Panel title="Sitzungen" flush>
              <RowsSkeleton count={2} />
            </Panel>
          </div>
        </div>
      </div>
    </>
  );
}

/** What the customer has, and whether the balances are what their entries add up to. */
function WealthPanel({ customer }: { customer: Customer }) {
  const { check, userId } = customer;
  // As in the list of the bots; beyond its first page only the server knows the sum.
  const inBots = useRunningSum(userId)?.value ?? fromWire(customer.inBots);
  return (
    <Panel title="Vermögen">
      <WealthLedger
        caption="Vermögen"
        customerId={userId}
        available={fromWire(customer.available)}
        reserved={fromWire(customer.reserved)}
        inBots={inBots}
        inOwnBots={sumOwnBots(customer.ownBots)}
      />
      {customer.ownBots.length > 0 && (
        <div className="pt-4 [&>h3]:mb-2 [&>h3]:text-[14px]/5 [&>h3]:font-bold">
          <h3>Eigene Bots</h3>
          <OwnBotsList bots={customer.ownBots} />
        </div>
      )}
      <p
        className="flex gap-1.5 pt-3 text-[12px]/4.5 text-muted [&_svg]:flex-none data-broken:font-620 data-broken:text-text"
        data-broken={check.ok ? undefined : true}
      >
        <Icon as={check.ok ? IconCheck : IconAlertTriangle} size={16} stroke={1.8} />
        <span>
          {check.ok
            ? `Summe der Einträge = Saldo, geprüft ${formatTime(check.at)}`
            : `Die Einträge ergeben verfügbar ${shown(check.availableEntries)} und reserviert ${shown(check.reservedEntries)}. Das ist nicht der Saldo. Geprüft ${formatTime(check.at)}`}
        </span>
      </p>
    </Panel>
  );
}

const shown = (wire: string) => formatAmount(fromWire(wire), { exact: true });

const BOOKINGS = { page: pageNumber('buchungen') };
const BOOKINGS_SHOWN = 8;

/** The customer's ledger; a row opens its booking. */
function BookingsPanel({ customerId }: { customerId: string }) {
  const [booking, open, close] = useOpening<string>();
  const list = useList(BOOKINGS, ({ page }) =>
    queries.admin.listCustomerTransactions.queryOptions({
      input: { id: customerId, page, pageSize: BOOKINGS_SHOWN },
    }),
  );
  return (
    <>
      <CustomerPanel
        title="Buchungen"
        list={list}
        noun="Buchungen"
        none="Auf diesem Wallet wurde noch nichts gebucht."
        rows={6}
        csv={() => customerBookingRows(customerId)}
      >
        {(items) => (
          <BookingsTable rows={items} openId={booking?.isOpen ? booking.subject : null} onOpen={open} />
        )}
      </CustomerPanel>
      <BookingDrawer
        customerId={customerId}
        transferId={booking?.subject}
        opened={booking?.isOpen ?? false}
        onClose={close}
      />
    </>
  );
}

const CHATS = { page: pageNumber('chats') };
const CHATS_SHOWN = 3;

/** Each leads to the desk, where it is open. */
function ChatsPanel({ customerId }: { customerId: string }) {
  const list = useList(CHATS, ({ page }) =>
    queries.admin.listCustomerChats.queryOptions({ input: { id: customerId, page, pageSize: CHATS_SHOWN } }),
  );
  return (
    <CustomerPanel title="Chats" list={list} noun="Chats" none="Es gibt noch keinen Chat." rows={1}>
      {(items) => (
        <ul
          className="[&>li+li]:border-t [&>li+li]:border-border [&_small]:block [&_small]:text-[12px]/4 [&_small]:text-muted"
          aria-label="Chats, neueste zuerst"
        >
          {items.map(({ id, status, lastMessage, lastMessageAt, lastSeq }) => (
            <li key={id} className="relative grid justify-items-start gap-2 py-4 px-(--pad) text-sm">
              <StatusPill tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</StatusPill>
              <Link
                className="text-inherit wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-4"
                to={urls.adminChat(id)}
              >
                {lastMessage === null ? 'Noch keine Nachricht' : `„${lastMessage}“`}
              </Link>
              <small>
                {formatDateTime(lastMessageAt)} · {lastSeq === 1 ? '1 Nachricht' : `${lastSeq} Nachrichten`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </CustomerPanel>
  );
}
