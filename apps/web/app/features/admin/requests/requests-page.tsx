import {
  REQUEST_EXPORT_ROWS,
  REQUEST_KINDS,
  REQUEST_STATUS_WORDS,
  REQUEST_STATUSES,
  type RequestRecord,
  type RequestRecordFilter,
} from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { Link } from 'react-router';
import { RequestStatusPill } from '../../../entities/request/money-request.tsx';
import { readAmountText } from '../../../lib/form/typed.ts';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { toast } from '../../../lib/page/toast.ts';
import { api, queries } from '../../../lib/server/api.ts';
import { UUID } from '../../../lib/server/use-command.ts';
import { allPages, useList } from '../../../lib/server/use-list.ts';
import {
  oneOf,
  pageNumber,
  text,
  type UrlState,
  type UrlStateOf,
  type UrlValue,
} from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { type CsvRows, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { REQUEST_WORDS, SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { day, isReversed } from '../audit/audit-filter.ts';
import { BookingDrawer } from '../customers/booking-drawer.tsx';
import { DayField } from '../day-field.tsx';
import { AmountFilter } from '../queue/queue-filter-bar.tsx';
import { queueUrl } from '../review/open-request.ts';

const PAGE_SIZE = 25;
const PLATFORM = 'plattform';

/** An admin by their id, or the installation. */
const decider: UrlValue<string | null> = {
  name: 'entschieden',
  read: (found) => (found !== null && (found === PLATFORM || UUID.test(found)) ? found : null),
  write: (value) => value,
  role: 'filter',
};

const LIST = {
  query: text('suche'),
  kind: oneOf('art', REQUEST_KINDS, { deposit: 'einzahlungen', withdrawal: 'auszahlungen' }),
  status: oneOf('stand', REQUEST_STATUSES),
  decidedBy: decider,
  firstDay: day('von'),
  lastDay: day('bis'),
  from: text('betrag-ab'),
  to: text('betrag-bis'),
  page: pageNumber(),
};
type Asked = UrlStateOf<typeof LIST>;

/** As the API takes it. What is no amount filters nothing, and its field says so. */
function filterOf(asked: Omit<Asked, 'page'>): RequestRecordFilter {
  const { query, kind, status, decidedBy, firstDay, lastDay, from, to } = asked;
  const amountFrom = readAmountText(from).amount;
  const amountTo = readAmountText(to).amount;
  return {
    ...(query.length >= SEARCH_MIN_LENGTH && { query }),
    ...(kind && { kind }),
    ...(status && { status }),
    ...(decidedBy && { decidedBy: decidedBy === PLATFORM ? 'platform' : decidedBy }),
    ...(firstDay && { firstDay }),
    ...(lastDay && { lastDay }),
    ...(amountFrom !== null && { amountFrom: toWire(amountFrom) }),
    ...(amountTo !== null && { amountTo: toWire(amountTo) }),
  };
}

const KINDS = [
  { value: 'deposit', label: 'Einzahlungen' },
  { value: 'withdrawal', label: 'Auszahlungen' },
] as const;
const STATUSES = [
  { value: 'pending', label: 'In Prüfung' },
  { value: 'approved', label: 'Genehmigt' },
  { value: 'rejected', label: 'Abgelehnt' },
  { value: 'cancelled', label: 'Storniert' },
] as const;

/** Every deposit and withdrawal there ever was, decided or not, newest first. */
export function RequestsPage() {
  const list = useList(LIST, ({ page, ...chosen }) =>
    queries.admin.listRequests.queryOptions({ input: { ...filterOf(chosen), page, pageSize: PAGE_SIZE } }),
  );
  const { value, set } = list;
  const { data } = list.query;
  const [booking, open, close] = useOpening<RequestRecord>();
  return (
    <>
      <PageHead title="Alle Anträge" note="Einzahlungen und Auszahlungen, auch die entschiedenen" />
      <Panel label="Alle Anträge" flush>
        <Filters {...list} deciders={data?.deciders ?? []} total={data?.total} />
        {isReversed({ firstDay: value.firstDay ?? undefined, lastDay: value.lastDay ?? undefined }) ? (
          <EmptyState
            title="Der Zeitraum ist umgekehrt"
            action={
              <Button onClick={() => set({ firstDay: value.lastDay, lastDay: value.firstDay })}>
                Tage tauschen
              </Button>
            }
          >
            „Von“ liegt nach „Bis“. So kann kein Antrag gefunden werden.
          </EmptyState>
        ) : (
          <PagedRows
            list={list}
            noun={data?.total === 1 ? 'Antrag' : 'Anträge'}
            expected={10}
            none={<EmptyState title="Noch kein Antrag">Anträge erscheinen hier von selbst.</EmptyState>}
            noMatch="Anträge, auf die der Filter passt, gibt es nicht."
            failedTitle="Die Anträge konnten nicht geladen werden"
            counted
          >
            {(items) => (
              <DataTable
                caption="Alle Anträge, neueste zuerst"
                needs="much"
                columns={columnsOf(open)}
                rows={items}
                rowKey={({ id }) => id}
              />
            )}
          </PagedRows>
        )}
      </Panel>
      {booking && (
        <BookingDrawer
          customerId={booking.subject.userId}
          transferId={booking.subject.transferId ?? undefined}
          opened={booking.isOpen}
          onClose={close}
        />
      )}
    </>
  );
}

interface FiltersProps extends Pick<UrlState<Asked>, 'value' | 'set'> {
  deciders: readonly { userId: string; email: string }[];
  total: number | undefined;
}

function Filters({ value, set, deciders, total }: FiltersProps) {
  const { decidedBy } = value;
  const people = deciders.map(({ userId, email }) => ({ value: userId, label: email }));
  const isKnown = decidedBy === null || [PLATFORM, ...people.map((one) => one.value)].includes(decidedBy);
  return (
    <FilterBar className="items-start [&>:last-child]:ml-auto max-md:*:flex-[1_1_100%] max-md:[&>:last-child]:ml-0">
      <SearchField
        label="Anträge suchen"
        placeholder="E-Mail, Kennung oder Referenz"
        minLength={SEARCH_MIN_LENGTH}
        value={value.query}
        onSearch={(query) => set({ query })}
      />
      <FilterSelect
        label="Art"
        allLabel="Alle Arten"
        options={KINDS}
        value={value.kind}
        onChange={(kind) => set({ kind })}
      />
      <FilterSelect
        label="Stand"
        allLabel="Jeder Stand"
        options={STATUSES}
        value={value.status}
        onChange={(status) => set({ status })}
      />
      <FilterSelect<string>
        label="Wer entschieden hat"
        allLabel="Von allen entschieden"
        options={[
          { value: PLATFORM, label: 'Plattform' },
          ...people,
          ...(isKnown ? [] : [{ value: decidedBy, label: 'Eine Person' }]),
        ]}
        value={decidedBy}
        onChange={(person) => set({ decidedBy: person })}
      />
      <DayField label="Von" value={value.firstDay ?? undefined} onChange={(firstDay) => set({ firstDay })} />
      <DayField label="Bis" value={value.lastDay ?? undefined} onChange={(lastDay) => set({ lastDay })} />
      <AmountFilter
        from={value.from}
        to={value.to}
        onFrom={(from) => set({ from })}
        onTo={(to) => set({ to })}
      />
      <ListCsvButton
        total={total}
        fileName="antraege.csv"
        label="Alle Anträge"
        load={() => csvRows(filterOf(value), total ?? 0)}
      />
    </FilterBar>
  );
}

const deciderText = ({ decidedBy, granted, status }: RequestRecord): string =>
  decidedBy?.email ?? (granted ? 'Plattform' : status === 'cancelled' ? 'Kunde' : '');

const columnsOf = (open: (request: RequestRecord) => void): readonly Column<RequestRecord>[] => [
  {
    key: 'date',
    head: 'Beantragt',
    kind: 'moment',
    list: 'note',
    cell: ({ createdAt }) => <span className="nowrap">{formatDateTimeShort(createdAt)}</span>,
  },
  {
    key: 'reference',
    head: 'Antrag',
    list: 'title',
    cell: ({ kind, reference, cryptoCurrency, notes }) => (
      <>
        <b className="font-580 nowrap">{reference}</b>
        <small className="nowrap">{`${REQUEST_WORDS[kind].noun} in ${cryptoCurrency}`}</small>
        {notes && <small className="max-w-[20rem] wrap-anywhere">{notes}</small>}
      </>
    ),
  },
  {
    key: 'customer',
    head: 'Kunde',
    list: 'wide',
    cell: ({ userId, email }) => (
      <Link className="link inline-block min-w-36 wrap-anywhere" to={urls.adminCustomer(userId)}>
        <EmailAddress>{email}</EmailAddress>
      </Link>
    ),
  },
  {
    key: 'status',
    head: 'Stand',
    list: 'amount-note',
    cell: ({ kind, status }) => <RequestStatusPill kind={kind} status={status} />,
  },
  {
    key: 'decided',
    head: 'Entschieden',
    list: 'actions',
    cell: (request) =>
      request.decidedAt !== null && (
        <span className="block wrap-anywhere">
          {deciderText(request)}
          <small className="nowrap">{formatDateTimeShort(request.decidedAt)}</small>
        </span>
      ),
  },
  {
    key: 'amount',
    head: `Betrag, ${REQUEST_UNIT}`,
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: (request) => (
      <Amount
        value={fromWire(request.amountUsd)}
        tone={request.status === 'approved' ? 'plain' : 'muted'}
        {...(request.status === 'pending'
          ? { to: queueUrl(request), opensLabel: 'Antrag' }
          : request.transferId !== null && { onOpen: () => open(request), opensLabel: 'Buchung' })}
      />
    ),
  },
];

/** What the filter finds as a table. More than fits into one file is no file, never half of one. */
async function csvRows(filter: RequestRecordFilter, total: number): Promise<CsvRows | null> {
  if (total > REQUEST_EXPORT_ROWS) {
    toast.info(
      'Keine Datei',
      `Der Filter findet ${formatCount(total)} Anträge. In eine Datei passen ${formatCount(REQUEST_EXPORT_ROWS)}: Bitte grenzen Sie den Zeitraum ein.`,
    );
    return null;
  }
  const rows = await allPages((page) => api.admin.listRequests({ ...filter, ...page }));
  return [
    [
      'Beantragt',
      'Art',
      'Referenz',
      'E-Mail',
      `Betrag ${REQUEST_UNIT}`,
      'Währung',
      'Stand',
      'Entschieden',
      'Entschieden von',
      'Grund',
      'Kennung',
    ],
    ...rows.map((row) => [
      formatDateTimeShort(row.createdAt),
      REQUEST_WORDS[row.kind].noun,
      row.reference,
      row.email,
      csvAmount(row.amountUsd),
      row.cryptoCurrency,
      REQUEST_STATUS_WORDS[row.kind][row.status],
      row.decidedAt === null ? '' : formatDateTimeShort(row.decidedAt),
      deciderText(row),
      row.notes ?? '',
      row.id,
    ]),
  ];
}
