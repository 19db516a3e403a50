import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { CsvButton, type CsvRows } from '../../ui/csv-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CountPill } from '../../ui/status-pill.tsx';
import classes from './admin.module.css';
import { type Decision, REQUEST_WORDS } from './admin-texts.ts';
import type { OpenRequest } from './open-request.ts';
import { type QueueRows, queueColumns } from './queue/queue-columns.tsx';
import { SelectionBar } from './queue/selection-bar.tsx';

interface RequestQueueProps extends QueueRows {
  /** Links lead here. */
  id: string;
  currentId: string | undefined;
  isFiltered: boolean;
  onClearFilter: () => void;
  onOpen: (request: OpenRequest) => void;
  onDecideAll: (decision: Decision) => void;
  onChooseAll: () => void;
  loadingAll: boolean;
  onPage: (page: number) => void;
  loadCsv: () => Promise<CsvRows>;
  /** Loading failed and there is nothing older to show. */
  onRetry?: (() => void) | undefined;
}

export function RequestQueue(props: RequestQueueProps) {
  const { kind, requests, selection, currentId, onOpen, onPage, onRetry } = props;
  const words = REQUEST_WORDS[kind];
  const now = useNow(30_000);
  return (
    <div id={props.id} className={classes.section}>
      <Panel
        flush
        title={
          <span className={classes.title}>
            {words.queue}
            {requests && requests.total > 0 && <CountPill count={requests.total} />}
          </span>
        }
        aside={
          requests &&
          requests.total > 0 && (
            <CsvButton
              fileName={kind === 'deposit' ? 'offene-einzahlungen.csv' : 'offene-auszahlungen.csv'}
              label={words.queue}
              load={props.loadCsv}
            />
          )
        }
      >
        {requests ? (
          <DataTable
            caption={words.queue}
            columns={queueColumns(props, now)}
            rows={requests.items}
            rowKey={(request) => request.id}
            onOpen={onOpen}
            isSelected={(request) => selection.has(request.id)}
            isCurrent={(request) => request.id === currentId}
            footLabel={props.isFiltered ? 'Alle Treffer' : 'Alle offenen'}
            empty={<Empty {...props} />}
          />
        ) : onRetry ? (
          <EmptyState title="Nicht geladen" action={<Button onClick={onRetry}>Erneut versuchen</Button>}>
            Die Liste konnte nicht geladen werden. Es wurde nichts verändert.
          </EmptyState>
        ) : (
          <RowsSkeleton count={3} />
        )}
        {requests && requests.total > requests.pageSize && (
          <Pager
            page={requests.page}
            pageSize={requests.pageSize}
            total={requests.total}
            noun={words.queue}
            onPage={onPage}
          />
        )}
        {selection.rows.length > 0 && (
          <SelectionBar
            selection={selection}
            total={requests?.total ?? 0}
            loadingAll={props.loadingAll}
            onChooseAll={props.onChooseAll}
            onDecide={props.onDecideAll}
          />
        )}
      </Panel>
    </div>
  );
}

function Empty({ kind, isFiltered, onClearFilter }: RequestQueueProps) {
  if (!isFiltered) return <EmptyState title="Alles entschieden">{REQUEST_WORDS[kind].noneOpen}</EmptyState>;
  return (
    <EmptyState title="Keine Treffer" action={<Button onClick={onClearFilter}>Filter aufheben</Button>}>
      {`${REQUEST_WORDS[kind].queue}, auf die der Filter passt, gibt es nicht.`}
    </EmptyState>
  );
}
