import { useNow } from '../../../lib/now.ts';
import { type CsvRows, ListCsvButton } from '../../../ui/csv-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PagedRows, type RowsOf } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import classes from '../admin.module.css';
import { type Decision, REQUEST_WORDS } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import type { OpenRequest } from '../review/open-request.ts';
import { type QueueRows, queueColumns } from './queue-columns.tsx';
import { SelectionBar } from './selection-bar.tsx';

interface RequestQueueProps extends QueueRows {
  list: RowsOf<OpenRequest>;
  /** Links lead here. */
  id: string;
  currentId: string | undefined;
  isFiltered: boolean;
  onOpen: (request: OpenRequest) => void;
  onDecideAll: (decision: Decision) => void;
  onChooseAll: () => void;
  loadingAll: boolean;
  loadCsv: () => Promise<CsvRows>;
}

export function RequestQueue(props: RequestQueueProps) {
  const { kind, list, requests, selection, currentId, onOpen } = props;
  const words = REQUEST_WORDS[kind];
  const now = useNow(30_000);
  return (
    <div id={props.id} className={classes.section}>
      <Panel
        flush
        title={<CountedTitle count={requests?.total}>{words.queue}</CountedTitle>}
        aside={
          <ListCsvButton
            total={requests?.total}
            fileName={kind === 'deposit' ? 'offene-einzahlungen.csv' : 'offene-auszahlungen.csv'}
            label={words.queue}
            load={props.loadCsv}
          />
        }
      >
        <PagedRows
          list={list}
          noun={words.counted}
          expected={3}
          none={<EmptyState title="Alles entschieden">{words.noneOpen}</EmptyState>}
          noMatch={`${words.queue}, auf die der Filter passt, gibt es nicht.`}
        >
          {(items) => (
            <DataTable
              caption={words.queue}
              needs="much"
              columns={queueColumns(props, now)}
              rows={items}
              rowKey={(request) => request.id}
              onOpen={onOpen}
              isSelected={(request) => selection.has(request.id)}
              isCurrent={(request) => request.id === currentId}
              footLabel={props.isFiltered ? 'Alle Treffer' : 'Alle offenen'}
            />
          )}
        </PagedRows>
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
