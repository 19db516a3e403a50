import { LIMITS } from '@botdepot/contract';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TRANSFER_TITLES } from '../../lib/transaction-titles.ts';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { PARAM, usePageParam, useParam, useSetParams } from './address-params.ts';
import { BOOKING_PERIODS, daysOf } from './booking-period.ts';
import { transactionRows } from './csv-rows.ts';
import { NoBookings, NoMatch } from './list-empty.tsx';
import { useOpenTransfer } from './open-transfer.tsx';
import { LISTED_KINDS } from './transaction-texts.ts';
import { TransactionsTable } from './transactions-table.tsx';
import classes from './wallet.module.css';
import { transactionsQuery } from './wallet.queries.ts';

const OPTIONS = LISTED_KINDS.map((value) => ({ value, label: TRANSFER_TITLES[value] }));
const NOUN = 'Buchungen';
const SEARCH_LENGTH = 100;

/** Every booking of the customer, searched, filtered and paged in the address. */
export function TransactionsTab() {
  const { filter, kind, period, search } = useBookingFilter();
  const page = usePageParam();
  const openId = useParam(PARAM.transfer);
  const setParams = useSetParams();
  const openTransfer = useOpenTransfer();
  const { data, isPlaceholderData } = useQuery(
    transactionsQuery({ ...filter, page, pageSize: LIMITS.pageSize }),
  );
  const isFiltered = kind !== null || period !== null || search !== '';

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
      <div className={classes.filters}>
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
          options={BOOKING_PERIODS}
          value={period}
          onChange={(value) => setParams({ [PARAM.period]: value, [PARAM.page]: null })}
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
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData || undefined}>
          <TransactionsTable
            rows={data.items}
            complete={!isFiltered && data.items.length > 0 && data.items.length === data.total}
            openId={openId}
            onOpen={openTransfer}
            empty={<NoMatch beyondEnd={data.total > 0} noun={NOUN} />}
          />
          {data.total > 0 && (
            <Pager
              page={page}
              pageSize={data.pageSize}
              total={data.total}
              noun={data.total === 1 ? 'Buchung' : NOUN}
              onPage={(next) => setParams({ [PARAM.page]: next === 1 ? null : String(next) })}
            />
          )}
        </div>
      ) : (
        <RowsSkeleton count={LIMITS.pageSize} />
      )}
    </Panel>
  );
}

/** What the address asks for. Whatever is no kind and no period there is none. */
function useBookingFilter() {
  const kindText = useParam(PARAM.kind);
  const periodText = useParam(PARAM.period);
  const search = useParam(PARAM.search)?.trim().slice(0, SEARCH_LENGTH) ?? '';
  const kind = LISTED_KINDS.find((one) => one === kindText) ?? null;
  const period = BOOKING_PERIODS.find(({ value }) => value === periodText)?.value ?? null;
  const filter = {
    ...(kind && { kind }),
    ...(search && { search }),
    ...(period && daysOf(period, Date.now())),
  };
  return { filter, kind, period, search };
}
