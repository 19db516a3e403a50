import { FACTS, type CustomerFacts as Facts } from '@botdepot/contract';
import { fromWire, inUsd, inUsdt } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime, formatRoughlyElapsed } from '../../lib/format/dates.ts';
import { formatCount, NBSP } from '../../lib/format/numbers.ts';
import { useNow } from '../../lib/live/now.ts';
import { queries } from '../../lib/server/api.ts';
import { urls } from '../../lib/url/urls.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconAlertTriangle } from '../../ui/icon/icons.ts';
import { EmailAddress } from '../../ui/sheet/email-address.tsx';
import { type KeyValue, KeyValues } from '../../ui/sheet/key-values.tsx';
import { LoadFailure } from '../../ui/state/load-failure.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { CUSTOMER_SECTIONS } from './admin-texts.ts';
import { isYoungAccount } from './queue/stands-out.ts';

/** One below the other they can still be told apart by a finger. */
const COLUMNS = clsx(
  'grid grid-cols-1 gap-3 [&_small]:block [&_small]:text-[12px]/4 [&_small]:font-book',
  '[&_small]:text-muted [&_small:has(a)]:leading-6',
);

interface CustomerFactsProps {
  userId: string;
  /** One of theirs: then its address is shown, and what is known of it. */
  withdrawalId?: string | undefined;
  /** What it is about, above. */
  lead?: readonly KeyValue[] | undefined;
  /** The page itself is about the customer: nothing leads there. */
  onOwnPage?: boolean | undefined;
}

/** What is to be known of a customer before their money moves: the same at every first and second decision. */
export function CustomerFacts({ userId, withdrawalId, lead = [], onOwnPage }: CustomerFactsProps) {
  const now = useNow(30_000);
  const { data, error, refetch } = useQuery(
    queries.admin.getCustomerFacts.queryOptions({
      input: { id: userId, ...(withdrawalId !== undefined && { withdrawalId }) },
    }),
  );
  return (
    <div className={COLUMNS}>
      {data?.lockedAt && !onOwnPage && (
        <Notice kind="warning" title={`Konto gesperrt seit ${formatDateTime(data.lockedAt)}`}>
          Grund: <bdi>{data.lockedReason}</bdi>
        </Notice>
      )}
      {data ? (
        <KeyValues
          facts={[
            ...(onOwnPage ? [] : [customerFact(data)]),
            ...lead,
            ...payoutFacts(data),
            ...moneyFacts(data, now),
          ]}
        />
      ) : (
        <>
          {lead.length > 0 && <KeyValues facts={lead} />}
          {error ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton count={withdrawalId === undefined ? 6 : 8} />
          )}
        </>
      )}
    </div>
  );
}

function customerFact({ userId, email, reference }: Facts): KeyValue {
  return {
    label: 'Kunde',
    value: (
      <>
        <Link className="link" to={urls.adminCustomer(userId)}>
          <EmailAddress>{email}</EmailAddress>
        </Link>
        <small>{reference}</small>
      </>
    ),
  };
}

/** Where the money is to go, and whether it has ever gone there. */
function payoutFacts({ withdrawal }: Facts): KeyValue[] {
  if (withdrawal === null) return [];
  const { address, cryptoCurrency, addressSince, askedBefore, paidBefore } = withdrawal;
  const since = `seit ${formatDate(addressSince)}`;
  return [
    {
      label: 'Auszahlungsadresse',
      value: (
        <>
          <span className="mono-address">{address}</span>
          <small>{`in ${cryptoCurrency}`}</small>
        </>
      ),
    },
    {
      label: 'Adresse hier bekannt',
      value:
        paidBefore > 0 ? (
          `${since}, ${formatCount(paidBefore)}-mal dorthin ausgezahlt`
        ) : (
          <Notable>
            {askedBefore > 0 ? `${since}, noch nie dorthin ausgezahlt` : 'Neu, noch nie dorthin ausgezahlt'}
          </Notable>
        ),
    },
  ];
}

function moneyFacts(facts: Facts, now: number): KeyValue[] {
  const { memberSince, newDeviceAt, takenBackHeld, userId } = facts;
  const isYoung = isYoungAccount(memberSince, now);
  const age = `${formatDate(memberSince)} (${formatRoughlyElapsed(Date.parse(memberSince), now)})`;
  return [
    {
      label: facts.withdrawal === null ? 'Auszahlungsadressen auch bei' : 'Adresse auch bei',
      value: <Sharers {...facts} />,
    },
    { label: 'Konto seit', value: isYoung ? <Notable>{age}</Notable> : age },
    {
      label: 'Eingezahlt',
      value: <Booked {...facts.deposits} to={urls.adminCustomerPart(userId, CUSTOMER_SECTIONS.deposits)} />,
    },
    {
      label: 'Ausgezahlt',
      value: (
        <Booked {...facts.withdrawals} to={urls.adminCustomerPart(userId, CUSTOMER_SECTIONS.withdrawals)} />
      ),
    },
    ...(takenBackHeld > 0
      ? [
          {
            label: 'Zurückgenommen',
            value: (
              <Notable>
                {takenBackHeld === 1
                  ? '1 angehaltene Auszahlung'
                  : `${formatCount(takenBackHeld)} angehaltene Auszahlungen`}
              </Notable>
            ),
          },
        ]
      : []),
    { label: 'Von Hand gebucht', value: <Adjustments {...facts} /> },
    {
      label: 'Neues Gerät oder Netz',
      value:
        newDeviceAt === null ? (
          `keins in ${FACTS.newDeviceDays}${NBSP}Tagen`
        ) : (
          <Notable>{`seit ${formatDateTime(newDeviceAt)}`}</Notable>
        ),
    },
  ];
}

function Booked({ count, amountUsd, lastAt, to }: Facts['deposits'] & { to: string }) {
  if (count === 0 || lastAt === null) return 'noch nichts';
  return (
    <>
      <Link className="link" to={to}>
        {inUsd(fromWire(amountUsd))}
      </Link>
      <small>{`${formatCount(count)}-mal, zuletzt am ${formatDate(lastAt)}`}</small>
    </>
  );
}

function Adjustments({ adjustments, userId }: Facts) {
  const { count, newest } = adjustments;
  if (count === 0) return 'nichts';
  return (
    <>
      <Link className="link" to={urls.adminCustomerPart(userId, CUSTOMER_SECTIONS.bookings)}>
        {count === 1 ? '1 Buchung' : `${formatCount(count)} Buchungen`}
      </Link>
      {newest.map(({ transferId, reference, amountUsd, at }) => (
        <small key={transferId}>
          {`${reference ?? 'Korrektur'}: ${inUsdt(fromWire(amountUsd), { sign: 'always' })}, ${formatDate(at)}`}
        </small>
      ))}
    </>
  );
}

function Sharers({ sharedWith }: Facts) {
  const { count, first } = sharedWith;
  if (count === 0) return 'keinem anderen Kunden';
  const more = count - first.length;
  return (
    <>
      <Notable>{count === 1 ? '1 anderem Kunden' : `${formatCount(count)} anderen Kunden`}</Notable>
      {first.map(({ userId, reference, email }) => (
        <small key={userId}>
          <Link className="link" to={urls.adminCustomer(userId)}>
            <EmailAddress>{email}</EmailAddress>
          </Link>
          {` · ${reference}`}
        </small>
      ))}
      {more > 0 && <small>{`und ${formatCount(more)} weitere`}</small>}
    </>
  );
}

/** The sign beside it says the same without weight. */
const NOTABLE = '[&_svg]:inline-block [&_svg]:mr-1.5 [&_svg]:align-[-2px]';

/** What somebody who decides should stop at. */
export function Notable({ children }: { children: ReactNode }) {
  return (
    <span className={NOTABLE}>
      <Icon as={IconAlertTriangle} size={14} stroke={1.8} />
      {children}
    </span>
  );
}
