import { BOT_TYPES, BOTS, LIMITS } from '@botdepot/contract';
import { useRef } from 'react';
import { queries } from '../../../lib/api.ts';
import { useNavs } from '../../../lib/live.tsx';
import { useMay } from '../../../lib/profile.ts';
import { oneOf, pageNumber, text } from '../../../lib/url-state.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { useList } from '../../../lib/use-list.ts';
import { ListCsvButton } from '../../../ui/csv-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import { SPLIT } from '../requests-tab.tsx';
import { SEARCH_MIN_LENGTH } from '../search-length.ts';
import { useSelection } from '../use-selection.ts';
import { InvestmentsTable } from './investments-table.tsx';
import { ReturnForm } from './return-form.tsx';
import { activeInvestmentRows, investmentFilter } from './returns.queries.ts';

const BOT_OPTIONS = BOT_TYPES.map((value) => ({ value, label: BOTS[value].name }));
const LIST = { query: text('suche'), botType: oneOf('bot', BOT_TYPES), page: pageNumber() };
const NOTHING = [] as const;

/** The tab „Bot Rendite Management“: the running investments of everybody, and returns booked by hand on them. */
export function ReturnManagement({ ownUserId }: { ownUserId: string }) {
  const list = useList(LIST, ({ page, ...filter }) =>
    queries.admin.listActiveInvestments.queryOptions({ input: { ...investmentFilter(filter), page } }),
  );
  const { value, set } = list;
  const { data, error } = list.query;
  useFailureToast(error, ADMIN_TOASTS.investmentsNotLoaded);
  const navs = useNavs();
  const selection = useSelection(data?.items ?? NOTHING, { limit: LIMITS.manualReturnsAtOnce });
  const percent = useRef<HTMLInputElement>(null);

  const canBook = useMay()('admin.applyReturn');
  const table = (
    <Panel
      flush
      title={<CountedTitle count={data?.total}>Aktive Anlagen</CountedTitle>}
      aside={
        <ListCsvButton
          total={data?.total}
          fileName="aktive-anlagen.csv"
          label="Aktive Anlagen"
          load={() => activeInvestmentRows(value)}
        />
      }
    >
      <FilterBar className="[&>:first-child]:flex-[1_1_14rem]">
        <SearchField
          minLength={SEARCH_MIN_LENGTH}
          label="Anlagen suchen"
          placeholder="E-Mail oder Kennung"
          value={value.query}
          onSearch={(query) => set({ query })}
        />
        <FilterSelect
          label="Bot"
          options={BOT_OPTIONS}
          value={value.botType}
          allLabel="Alle Bots"
          onChange={(botType) => set({ botType })}
        />
      </FilterBar>
      <PagedRows
        list={list}
        noun="Anlagen"
        expected={6}
        none={
          <EmptyState title="Keine aktive Anlage">
            Sobald ein Kunde einen Bot startet, steht seine Anlage hier.
          </EmptyState>
        }
        noMatch="Zu dieser Suche läuft keine Anlage. Beendete Anlagen stehen hier nicht."
      >
        {(items) => (
          <InvestmentsTable
            investments={items}
            navs={navs}
            selection={selection}
            canBook={canBook}
            ownUserId={ownUserId}
            onBook={() => percent.current?.focus()}
          />
        )}
      </PagedRows>
    </Panel>
  );
  if (!canBook) return table;
  return (
    <div className={SPLIT} data-list="narrow">
      {table}
      <div className="@container scroll-mt-21">
        <ReturnForm selection={selection} navs={navs} percentRef={percent} />
      </div>
    </div>
  );
}
