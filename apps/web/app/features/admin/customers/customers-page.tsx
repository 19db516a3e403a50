import { CUSTOMER_STATES, type CustomerEntry, ROLES } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { formatDate } from '../../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { api, queries } from '../../../lib/server/api.ts';
import { allPages, useList } from '../../../lib/server/use-list.ts';
import { oneOf, pageNumber, text, type UrlStateOf } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { CsvButton, type CsvRows } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { ROLE_WORDS, roleText, STATE_WORDS } from './customer-words.ts';

const LIST = {
  query: text('suche'),
  role: oneOf('rolle', ROLES),
  state: oneOf('zustand', CUSTOMER_STATES),
  page: pageNumber(),
};
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));
const STATE_OPTIONS = CUSTOMER_STATES.map((value) => ({ value, label: STATE_WORDS[value] }));
const SEARCHED =
  'Gesucht wird in E-Mail-Adressen, Namen, Kennungen und Referenzen wie E-1688, A-2041 oder B-3309.';

/** Everybody, newest first, or whoever is meant by part of an address, a name, an id or a reference. */
export function CustomersPage() {
  const list = useList(LIST, ({ page, ...chosen }) =>
    queries.admin.findCustomers.queryOptions({ input: { ...filterOf(chosen), page } }),
  );
  const { value, set } = list;
  const { total } = list.query.data ?? {};

  return (
    <>
      <PageHead title="Kunden" note="Alle Konten, auch die der Verwaltung" />
      <Panel label="Kunden" flush>
        <FilterBar className="[&>:last-child]:ml-auto">
          <SearchField
            label="Kunden suchen"
            placeholder="E-Mail, Name oder Kennung suchen"
            value={value.query}
            minLength={SEARCH_MIN_LENGTH}
            onSearch={(query) => set({ query })}
          />
          <FilterSelect
            label="Rolle"
            allLabel="Alle Rollen"
            options={ROLE_OPTIONS}
            value={value.role}
            onChange={(role) => set({ role })}
          />
          <FilterSelect
            label="Zustand"
            allLabel="Alle Zustände"
            options={STATE_OPTIONS}
            value={value.state}
            onChange={(state) => set({ state })}
          />
          <CsvButton fileName="kunden.csv" label="Kunden" load={() => customerRows(filterOf(value))} />
        </FilterBar>
        <PagedRows
          list={list}
          noun={total === 1 ? 'Konto' : 'Konten'}
          expected={10}
          none={<EmptyState title="Keine Treffer">{SEARCHED}</EmptyState>}
          noMatch={SEARCHED}
          failedTitle="Die Kunden konnten nicht geladen werden"
          counted
        >
          {(items) => (
            <DataTable
              caption={value.query ? 'Gefundene Konten' : 'Konten, neueste zuerst'}
              needs="little"
              columns={COLUMNS}
              rows={items}
              rowKey={({ userId }) => userId}
              rowTo={({ userId }) => urls.adminCustomer(userId)}
            />
          )}
        </PagedRows>
      </Panel>
    </>
  );
}

type Filter = Omit<UrlStateOf<typeof LIST>, 'page'>;

/** Too short a text searches for nothing. */
const filterOf = ({ query, role, state }: Filter) => ({
  ...(query.length >= SEARCH_MIN_LENGTH && { query }),
  ...(role && { role }),
  ...(state && { state }),
});

const COLUMNS: readonly Column<CustomerEntry>[] = [
  {
    key: 'customer',
    head: 'Kunde',
    kind: 'primary',
    list: 'title',
    cell: ({ name, email }) => (
      <span className="block max-w-[22rem] wrap-anywhere">
        <bdi>{name}</bdi>
        <small>
          <EmailAddress>{email}</EmailAddress>
        </small>
      </span>
    ),
  },
  {
    key: 'reference',
    head: 'Kennung',
    kind: 'muted',
    list: 'note',
    room: 'wide',
    cell: ({ reference, createdAt }) => (
      <>
        {reference}
        <span data-room="list"> · seit {formatDate(createdAt)}</span>
      </>
    ),
  },
  {
    key: 'since',
    head: 'Mitglied seit',
    kind: 'moment',
    list: 'hidden',
    room: 'wide',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    key: 'role',
    head: 'Rolle',
    list: 'hidden',
    room: 'wide',
    cell: roleText,
  },
  {
    key: 'state',
    head: 'Zustand',
    list: 'amount-note',
    cell: ({ lockedAt, pendingRequests }) =>
      lockedAt !== null ? (
        <StatusPill tone="refused">Gesperrt</StatusPill>
      ) : pendingRequests > 0 ? (
        <span className="nowrap">
          {pendingRequests === 1 ? '1 Antrag offen' : `${pendingRequests} Anträge offen`}
        </span>
      ) : null,
  },
  {
    key: 'wallet',
    head: `Wallet, ${WALLET_UNIT}`,
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ walletTotal }) => {
      const total = fromWire(walletTotal);
      return <Amount value={total} tone={total === 0n ? 'muted' : 'plain'} />;
    },
  },
];

async function customerRows(filter: ReturnType<typeof filterOf>): Promise<CsvRows> {
  const items = await allPages(
    (page) => api.admin.findCustomers({ ...filter, ...page }),
    ({ userId }) => userId,
  );
  return [
    [
      'Kennung',
      'Name',
      'E-Mail',
      'Rolle',
      'Zustand',
      'Mitglied seit',
      `Wallet ${WALLET_UNIT}`,
      'Offene Anträge',
      'Id',
    ],
    ...items.map((row) => [
      row.reference,
      row.name,
      row.email,
      roleText(row),
      STATE_WORDS[row.lockedAt === null ? 'open' : 'locked'],
      formatDate(row.createdAt),
      csvAmount(row.walletTotal),
      String(row.pendingRequests),
      row.userId,
    ]),
  ];
}
