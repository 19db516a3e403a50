import { LIMITS, type TransferKind } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { CsvButton } from '../../ui/csv-button.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { PARAM, usePageParam, useParam, useSetParams } from './address-params.ts';
import { transactionRows } from './csv-rows.ts';
import { NoBookings, NoMatch } from './list-empty.tsx';
import { useOpenTransfer } from './open-transfer.tsx';
import { LISTED_KINDS } from './transaction-texts.ts';
import { TransactionsTable } from './transactions-table.tsx';
import classes from './wallet.module.css';
import { transactionsQuery } from './wallet.queries.ts';
import { TRANSFER_TITLES } from './wallet-texts.ts';

const OPTIONS = LISTED_KINDS.map((value) => ({ value, label: TRANSFER_TITLES[value] }));
const NOUN = 'Buchungen';

/** Every booking of the customer, filtered and paged in the address. */
export function TransactionsTab() {
  const kind = useKindParam();
  const page = usePageParam();
  const openId = useParam(PARAM.transfer);
  const setParams = useSetParams();
  const openTransfer = useOpenTransfer();
  const { data, isPlaceholderData } = useQuery(
    transactionsQuery({ page, pageSize: LIMITS.pageSize, kind: kind ?? undefined }),
  );

  // Nothing to filter and nothing to save.
  if (kind === null && data?.total === 0) {
    return (
      <Panel label="Transaktionen" flush>
        <NoBookings />
      </Panel>
    );
  }

  return (
    <Panel label="Transaktionen" flush>
      <div className={classes.filters}>
        <FilterSelect
          label="Art der Buchung"
          allLabel="Alle Arten"
          options={OPTIONS}
          value={kind}
          onChange={(value) => setParams({ [PARAM.kind]: value, [PARAM.page]: null })}
        />
        <CsvButton
          fileName="spielgeld-transaktionen.csv"
          label="Transaktionen"
          load={() => transactionRows({ kind: kind ?? undefined })}
        />
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData || undefined}>
          <TransactionsTable
            rows={data.items}
            complete={kind === null && data.items.length > 0 && data.items.length === data.total}
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

function useKindParam(): TransferKind | null {
  const text = useParam(PARAM.kind);
  return LISTED_KINDS.find((kind) => kind === text) ?? null;
}
