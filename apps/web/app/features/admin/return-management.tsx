import { BOT_TYPES, BOTS, type BotType, LIMITS } from '@botdepot/contract';
import { useRef } from 'react';
import { useNavs } from '../../lib/live.tsx';
import { pageOf, pageParam } from '../../lib/page-parameter.ts';
import { useMay } from '../../lib/profile.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListCsvButton } from '../../ui/csv-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './admin.module.css';
import { ADMIN_TOASTS } from './admin-texts.ts';
import { CountedTitle } from './counted-title.tsx';
import { InvestmentsTable } from './investments-table.tsx';
import { ReturnForm } from './return-form.tsx';
import returnClasses from './returns.module.css';
import { activeInvestmentRows, useActiveInvestments } from './returns.queries.ts';
import { SEARCH_MIN_LENGTH } from './search-length.ts';
import { useSelection } from './use-selection.ts';
import { NEW_STEP, useUrlFilters } from './use-url-filters.ts';

const BOT_OPTIONS = BOT_TYPES.map((value) => ({ value, label: BOTS[value].name }));
const PARAM = { query: 'suche', bot: 'bot', page: 'seite' } as const;
const NOTHING = [] as const;

/** The tab „Bot Rendite Management“: the running investments of everybody, and returns booked by hand on them. */
export function ReturnManagement({ ownUserId }: { ownUserId: string }) {
  const [read, setFilters] = useUrlFilters();
  const query = read(PARAM.query) ?? '';
  const botType = botOf(read(PARAM.bot));
  const page = pageOf(read(PARAM.page));
  const list = useActiveInvestments({ query, botType, page });
  useFailureToast(list.error, ADMIN_TOASTS.investmentsNotLoaded);
  const navs = useNavs();
  const selection = useSelection(list.data?.items ?? NOTHING, { limit: LIMITS.manualReturnsAtOnce });
  const percent = useRef<HTMLInputElement>(null);
  const isFiltered = query !== '' || botType !== null;

  const canBook = useMay()('admin.applyReturn');
  const table = (
    <Panel
      flush
      title={<CountedTitle count={list.data?.total}>Aktive Anlagen</CountedTitle>}
      aside={
        <ListCsvButton
          total={list.data?.total}
          fileName="aktive-anlagen.csv"
          label="Aktive Anlagen"
          load={() => activeInvestmentRows({ query, botType })}
        />
      }
    >
      <FilterBar className={returnClasses.filters}>
        <SearchField
          minLength={SEARCH_MIN_LENGTH}
          label="Anlagen suchen"
          placeholder="E-Mail oder Kennung"
          value={query}
          onSearch={(text) => setFilters({ [PARAM.query]: text, [PARAM.page]: null })}
        />
        <FilterSelect
          label="Bot"
          options={BOT_OPTIONS}
          value={botType}
          allLabel="Alle Bots"
          onChange={(bot) => setFilters({ [PARAM.bot]: bot, [PARAM.page]: null })}
        />
      </FilterBar>
      <PagedRows
        query={list}
        noun="Anlagen"
        expected={6}
        none={
          <EmptyState title="Keine aktive Anlage">
            Sobald ein Kunde einen Bot startet, steht seine Anlage hier.
          </EmptyState>
        }
        noMatch={
          isFiltered && {
            text: 'Zu dieser Suche läuft keine Anlage. Beendete Anlagen stehen hier nicht.',
            onClear: () => setFilters({ [PARAM.query]: null, [PARAM.bot]: null, [PARAM.page]: null }),
          }
        }
        onPage={(next) => setFilters({ [PARAM.page]: pageParam(next) }, NEW_STEP)}
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
    <div className={classes.split} data-list="narrow">
      {table}
      <div className={classes.section}>
        <ReturnForm selection={selection} navs={navs} percentRef={percent} />
      </div>
    </div>
  );
}

const botOf = (text: string | null): BotType | null => BOT_TYPES.find((type) => type === text) ?? null;
