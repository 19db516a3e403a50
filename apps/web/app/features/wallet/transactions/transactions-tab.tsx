import { LIMITS, TRANSFER_TITLES } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BookingsTable } from '../../../entities/booking/bookings-table.tsx';
import { formatCount, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { type UrlStateOf, useUrlState } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconFileText, IconX } from '../../../ui/icon/icons.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { CsvButton } from '../../../ui/table/csv-button.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { transactionRows } from '../csv-rows.ts';
import { NoBookings, noMatchOf } from '../list-empty.tsx';
import { BOOKINGS, PLACES } from '../requests/address.ts';
import { WaitingFigure } from '../waiting-figure.tsx';
import { type BookingFilter, transactionSumQuery, transactionsQuery } from '../wallet.queries.ts';
import {
  BOOKING_PERIODS,
  daysOf,
  type ExactPeriod,
  exactPeriodText,
  readExactPeriod,
} from './booking-period.ts';
import { useOpenTransfer } from './open-transfer.tsx';
import { LISTED_KINDS } from './transaction-kinds.ts';

const CHOSEN_SUM = clsx(
  'flex flex-wrap items-baseline justify-end gap-x-3 gap-y-0 ml-auto text-right',
  '[&_small]:basis-full [&_small]:text-[12px]/4 [&_small]:text-muted [&_small]:tabular-nums',
);

const OPTIONS = LISTED_KINDS.map((value) => ({ value, label: TRANSFER_TITLES[value] }));
const NOUN = 'Buchungen';
/** Cannot be chosen here, only come with a link. */
const EXACT = { value: 'genau', label: 'Genauer Zeitraum' } as const;

/** Every booking of the customer, searched, filtered and paged in the address. */
export function TransactionsTab() {
  const list = useList(BOOKINGS, (asked) =>
    transactionsQuery({ ...bookingFilter(asked).filter, page: asked.page, pageSize: LIMITS.pageSize }),
  );
  const { value, set, isFiltered } = list;
  const { data, isPlaceholderData } = list.query;
  const { filter, exact } = bookingFilter(value);
  const { transfer: openId } = useUrlState(PLACES).value;
  const openTransfer = useOpenTransfer();

  // Nothing to filter and nothing to save.
  if (!isFiltered && data?.total === 0 && !isPlaceholderData) {
    return (
      <Panel label="Transaktionen" flush>
        <NoBookings />
      </Panel>
    );
  }

  return (
    <Panel label="Transaktionen" flush>
      <FilterBar className="items-center [&>:last-child]:ml-auto">
        <SearchField
          label="Buchungen suchen"
          placeholder="Vorgang oder Referenz"
          value={value.search}
          onSearch={(search) => set({ search })}
        />
        <FilterSelect
          label="Art der Buchung"
          allLabel="Alle Arten"
          options={OPTIONS}
          value={value.kind}
          onChange={(kind) => set({ kind })}
        />
        <FilterSelect
          label="Zeitraum"
          allLabel="Seit Beginn"
          options={exact ? [EXACT, ...BOOKING_PERIODS] : BOOKING_PERIODS}
          value={exact ? EXACT.value : value.period}
          onChange={(period) => period !== EXACT.value && set({ period, after: null, until: null })}
        />
        <div className="flex gap-2 max-md:*:flex-auto">
          <ButtonLink look="quiet" size="sm" icon={IconFileText} to={urls.statement}>
            Kontoauszug
          </ButtonLink>
          <CsvButton
            fileName="spielgeld-transaktionen.csv"
            label="Transaktionen"
            load={() => transactionRows(filter)}
          />
        </div>
      </FilterBar>
      {isFiltered && (
        <ChosenSum
          filter={filter}
          exact={exact}
          count={data?.total}
          onAnyTime={() => set({ after: null, until: null })}
        />
      )}
      <PagedRows
        list={list}
        noun={data?.total === 1 ? 'Buchung' : NOUN}
        expected={LIMITS.pageSize}
        none={null}
        {...noMatchOf(NOUN)}
        counted
      >
        {(items) => (
          <BookingsTable
            rows={items}
            complete={!isFiltered && items.length === data?.total}
            openId={openId}
            onOpen={openTransfer}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

/** What the list is asked for. A period of a link, to the millisecond, stands instead of one of the choice. */
function bookingFilter({ kind, search, period, after, until }: UrlStateOf<typeof BOOKINGS>): {
  filter: BookingFilter;
  exact: ExactPeriod | null;
} {
  const exact = readExactPeriod(after, until);
  const filter = {
    ...(kind && { kind }),
    ...(search && { search }),
    ...(period && !exact && daysOf(period, Date.now())),
    ...exact,
  };
  return { filter, exact };
}

interface ChosenSumProps {
  filter: BookingFilter;
  exact: ExactPeriod | null;
  /** Undefined as long as it is not known. */
  count: number | undefined;
  /** Takes the period away. */
  onAnyTime: () => void;
}

/** What a filter leaves: the period of a link, which can be taken away, and what its bookings moved together. */
function ChosenSum({ filter, exact, count, onAnyTime }: ChosenSumProps) {
  const { data, isError } = useQuery(transactionSumQuery(filter));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 min-h-14 py-1.5 px-(--pad) border-b border-border text-sm">
      {exact && (
        <Chip className="max-w-full py-1.5 whitespace-normal text-left" onClick={onAnyTime}>
          <span>{exactPeriodText(exact)}</span>
          <Icon as={IconX} size={16} />
          <span className="vh">, Zeitraum entfernen</span>
        </Chip>
      )}
      {!isError && count !== 0 && (
        <p className={CHOSEN_SUM}>
          {count === undefined
            ? 'Summe'
            : count === 1
              ? 'Summe, 1 Buchung'
              : `Summe, ${formatCount(count)} Buchungen`}
          {data ? <Amount value={fromWire(data.total)} signed unit={WALLET_UNIT} /> : <WaitingFigure />}
          {data && fromWire(data.reserved) !== 0n && (
            <small>
              {`verfügbar ${formatAmount(fromWire(data.available), { sign: 'always' })}, Reserve ${formatAmount(fromWire(data.reserved), { sign: 'always' })}`}
            </small>
          )}
        </p>
      )}
    </div>
  );
}
