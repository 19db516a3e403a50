import { LIMITS, TRANSFER_TITLES } from '@botdepot/contract';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { PARAM, usePageParam, useParam, useSetParams } from './address-params.ts';
import { BOOKING_PERIODS } from './booking-period.ts';
import { ChosenSum } from './chosen-sum.tsx';
import { transactionRows } from './csv-rows.ts';
import { NoBookings, useNoMatch } from './list-empty.tsx';
import { useOpenTransfer } from './open-transfer.tsx';
import { LISTED_KINDS } from './transaction-kinds.ts';
import { TransactionsTable } from './transactions-table.tsx';
import { useBookingFilter } from './use-booking-filter.ts';
import classes from './wallet.module.css';
import { transactionsQuery } from './wallet.queries.ts';

const OPTIONS = LISTED_KINDS.map((value) => ({ value, label: TRANSFER_TITLES[value] }));
const NOUN = 'Buchungen';
/** Cannot be chosen here, only come with a link. */
const EXACT = { value: 'genau', label: 'Genauer Zeitraum' } as const;

/** Every booking of the customer, searched, filtered and paged in the address. */
export function TransactionsTab() {
  const { filter, kind, period, exact, search, isFiltered } = useBookingFilter();
  const page = usePageParam();
  const openId = useParam(PARAM.transfer);
  const setParams = useSetParams();
  const openTransfer = useOpenTransfer();
  const transactions = useQuery(transactionsQuery({ ...filter, page, pageSize: LIMITS.pageSize }));
  const { data } = transactions;
  const noMatch = useNoMatch(NOUN);

  // Nothing to filter and nothing to save.
  if (!isFiltered && data?.total === 0) {
    return (
      <Panel label="Transaktionen" flush>
        <NoBookings />
      </Panel>
    );
  }

  return (
    <Panel label="Transaktionen" flush>
      <FilterBar className={classes.filters}>
        <SearchField
          label="Buchungen suchen"
          placeholder="Vorgang oder Referenz"
          value={search}
          onSearch={(text) => setParams({ [PARAM.search]: text, [PARAM.page]: null }, { replace: true })}
        />
        <FilterSelect
          label="Art der Buchung"
          allLabel="Alle Arten"
          options={OPTIONS}
          value={kind}
          onChange={(value) => setParams({ [PARAM.kind]: value, [PARAM.page]: null })}
        />
        <FilterSelect
          label="Zeitraum"
          allLabel="Seit Beginn"
          options={exact ? [EXACT, ...BOOKING_PERIODS] : BOOKING_PERIODS}
          value={exact ? EXACT.value : period}
          onChange={(value) =>
            value !== EXACT.value &&
            setParams({ [PARAM.period]: value, [PARAM.after]: null, [PARAM.until]: null, [PARAM.page]: null })
          }
        />
        <div className={classes.exports}>
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
      {isFiltered && <ChosenSum filter={filter} exact={exact} count={data?.total} />}
      <PagedRows
        query={transactions}
        noun={data?.total === 1 ? 'Buchung' : NOUN}
        expected={LIMITS.pageSize}
        none={null}
        noMatch={noMatch}
        counted
        onPage={(next) => setParams({ [PARAM.page]: next === 1 ? null : String(next) })}
      >
        {(items) => (
          <TransactionsTable
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
