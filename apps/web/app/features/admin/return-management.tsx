import { BOT_TYPES, BOTS, type BotType, LIMITS } from '@botdepot/contract';
import { useEffect, useRef } from 'react';
import { errorCode } from '../../lib/api.ts';
import { useNavs } from '../../lib/live.tsx';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CountPill } from '../../ui/status-pill.tsx';
import classes from './admin.module.css';
import { ADMIN_TOASTS } from './admin-texts.ts';
import { InvestmentsTable } from './investments-table.tsx';
import { ReturnForm } from './return-form.tsx';
import returnClasses from './returns.module.css';
import { useActiveInvestments } from './returns.queries.ts';
import { SEARCH_MIN_LENGTH } from './search-length.ts';
import { useSelection } from './use-selection.ts';
import { pageOf, useUrlFilters } from './use-url-filters.ts';

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
  useLoadingFailure(list.error);
  const navs = useNavs();
  const selection = useSelection(list.data?.items ?? NOTHING, { limit: LIMITS.manualReturnsAtOnce });
  const percent = useRef<HTMLInputElement>(null);
  const isFiltered = query !== '' || botType !== null;

  return (
    <div className={classes.split} data-list="narrow">
      <Panel
        flush
        title={
          <span className={classes.title}>
            Aktive Anlagen
            {list.data && list.data.total > 0 && <CountPill count={list.data.total} />}
          </span>
        }
      >
        <div className={returnClasses.filters}>
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
        </div>
        {list.data && list.data.total > 0 ? (
          <InvestmentsTable
            investments={list.data.items}
            navs={navs}
            selection={selection}
            ownUserId={ownUserId}
            onBook={() => percent.current?.focus()}
          />
        ) : list.data && isFiltered ? (
          <EmptyState
            title="Keine Treffer"
            action={
              <Button
                onClick={() => setFilters({ [PARAM.query]: null, [PARAM.bot]: null, [PARAM.page]: null })}
              >
                Filter aufheben
              </Button>
            }
          >
            Zu dieser Suche läuft keine Anlage. Beendete Anlagen stehen hier nicht.
          </EmptyState>
        ) : list.data ? (
          <EmptyState title="Keine aktive Anlage">
            Sobald ein Kunde einen Bot startet, steht seine Anlage hier.
          </EmptyState>
        ) : list.isError ? (
          <EmptyState
            title="Nicht geladen"
            action={<Button onClick={() => void list.refetch()}>Erneut versuchen</Button>}
          >
            Die Liste konnte nicht geladen werden. Es wurde nichts verändert.
          </EmptyState>
        ) : (
          <RowsSkeleton count={6} />
        )}
        {list.data && list.data.total > list.data.pageSize && (
          <Pager
            page={list.data.page}
            pageSize={list.data.pageSize}
            total={list.data.total}
            noun="Anlagen"
            onPage={(next) => setFilters({ [PARAM.page]: String(next) })}
          />
        )}
      </Panel>
      <div className={classes.section}>
        <ReturnForm selection={selection} navs={navs} percentRef={percent} />
      </div>
    </div>
  );
}

function useLoadingFailure(error: unknown) {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED';
  useEffect(() => {
    if (failed) toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.investmentsNotLoaded);
  }, [failed]);
}

const botOf = (text: string | null): BotType | null => BOT_TYPES.find((type) => type === text) ?? null;
