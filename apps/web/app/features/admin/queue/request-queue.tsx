import { LIMITS, type RequestKind } from '@botdepot/contract';
import { inUsd, toWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { allPages } from '../../../lib/server/use-list.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { type CsvRows, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows, type RowsOf } from '../../../ui/table/paged-rows.tsx';
import { loadQueue } from '../admin.queries.ts';
import { type Decision, REQUEST_WORDS } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import { type OpenRequest, otherHolder, sumOf } from '../review/open-request.ts';
import type { Selection } from '../use-selection.ts';
import { type QueueRows, queueColumns } from './queue-columns.tsx';
import type { QueueFilter } from './use-queue-filters.ts';

/** In sight however long the list is: what is chosen may stand far above. */
const BAR = clsx(
  'sticky bottom-0 z-10 max-md:bottom-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))]',
  'flex flex-wrap items-center gap-x-4 gap-y-2 py-3 px-(--pad) border-t border-border',
  'rounded-[0_0_var(--radius)_var(--radius)] bg-primary-soft text-[14px]',
  '[&_strong]:font-semibold',
);
/** How many and how much stand in one line, what can be done below. */
const CHOSEN = clsx(
  'flex flex-wrap items-center gap-x-2 gap-y-1 mr-auto',
  'max-md:contents max-md:[&>strong]:flex-[1_0_45%] max-md:[&>button]:order-1',
  'max-md:[&>button]:flex-[1_1_40%]',
);

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
  /** What the file is filtered by. */
  filter: QueueFilter;
}

export function RequestQueue(props: RequestQueueProps) {
  const { kind, list, requests, selection, currentId, onOpen } = props;
  const words = REQUEST_WORDS[kind];
  const now = useNow(30_000);
  return (
    <div
      id={props.id}
      // Keys bring rows to above the bar of the selection.
      className={clsx('@container scroll-mt-21', selection.rows.length > 0 && '[&_button]:scroll-mb-20')}
    >
      <Panel
        flush
        title={<CountedTitle count={requests?.total}>{words.queue}</CountedTitle>}
        aside={
          <ListCsvButton
            total={requests?.total}
            fileName={kind === 'deposit' ? 'offene-einzahlungen.csv' : 'offene-auszahlungen.csv'}
            label={words.queue}
            load={() => csvRows(kind, props.filter)}
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
            ownUserId={props.ownUserId}
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

interface SelectionBarProps {
  selection: Selection<OpenRequest>;
  ownUserId: string;
  /** How many there are on all pages of the list. */
  total: number;
  loadingAll: boolean;
  onChooseAll: () => void;
  onDecide: (decision: Decision) => void;
}

/** What is chosen, on other pages too, and what can be done with it. */
function SelectionBar(props: SelectionBarProps) {
  const { selection, ownUserId, total, loadingAll, onChooseAll, onDecide } = props;
  const { rows } = selection;
  // What somebody else works on is not decided with them.
  const free = rows.filter((request) => otherHolder(request, ownUserId) === null);
  const held = rows.length - free.length;
  const sum = sumOf(free);
  const most = Math.min(total, LIMITS.decisionsAtOnce);
  return (
    <div className={BAR}>
      <div className={CHOSEN}>
        <strong role="status">
          {`${formatCount(rows.length)} ausgewählt`}
          {held > 0 && `, davon ${formatCount(held)} in Bearbeitung`}
        </strong>
        {rows.length < most && (
          <Button size="sm" look="quiet" pending={loadingAll} onClick={onChooseAll}>
            {most < total ? `Die ersten ${formatCount(most)} wählen` : `Alle ${formatCount(most)} wählen`}
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={selection.clear} aria-keyshortcuts="Escape">
          Aufheben
        </Button>
      </div>
      <span className="text-[16px] font-bold tabular-nums">
        <Amount value={sum} unit={REQUEST_UNIT} />
      </span>
      <div className="flex flex-wrap gap-2 max-md:order-2 max-md:flex-[1_1_100%] max-md:[&>button]:flex-[1_1_100%]">
        <Button size="sm" disabled={free.length === 0} onClick={() => onDecide('reject')}>
          Ablehnen<span className="vh">: Auswahl</span>
        </Button>
        <Button size="sm" look="primary" disabled={free.length === 0} onClick={() => onDecide('approve')}>
          {`${inUsd(sum)} genehmigen`}
        </Button>
      </div>
    </div>
  );
}

const ADDRESS: Record<RequestKind, string> = {
  deposit: 'Einzahlungsadresse',
  withdrawal: 'Auszahlungsadresse',
};

/** Head and rows of everything that the filter finds. */
async function csvRows(kind: RequestKind, filter: QueueFilter): Promise<CsvRows> {
  const rows = await allPages((page) => loadQueue(kind, { ...filter, ...page }));
  const isPayout = kind === 'withdrawal';
  return [
    [
      'Referenz',
      'E-Mail',
      `Betrag ${REQUEST_UNIT}`,
      ...(isPayout ? [`Wallet danach ${WALLET_UNIT}`] : []),
      'Währung',
      ADDRESS[kind],
      'Erstellt',
      'Kennung',
    ],
    ...rows.map((row) => [
      row.reference,
      row.email,
      csvAmount(toWire(row.amount)),
      ...(isPayout ? [csvAmount(toWire(row.walletAfter))] : []),
      row.currency,
      row.address,
      formatDateTimeShort(row.createdAt),
      row.id,
    ]),
  ];
}
