import {
  AUDIT_LIMITS,
  type AuditChainState,
  type AuditEntry,
  type AuditFilter,
  auditActionText,
  auditSubjectText,
} from '@botdepot/contract';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import {
  formatClock,
  formatDate,
  formatDateTimeShort,
  formatDayMonthTime,
} from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { readUrl, useUrlState } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { OPENING, useTakeBack } from '../../../lib/url/way-back.ts';
import { Button } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState, NotLoaded } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { CsvButton, type CsvRows } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar, FilterSelect, UnreadFilters } from '../../../ui/table/filters.tsx';
import { PagerBar } from '../../../ui/table/pager.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { DayField } from '../day-field.tsx';
import { loadAuditRows, useAuditChain, useAuditEntries } from './audit.queries.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import {
  actorRoleText,
  actorText,
  checkedText,
  factsText,
  reasonText,
  subjectText,
  TOO_MANY,
} from './audit-facts.ts';
import {
  ACTIONS,
  ACTORS,
  AUDIT,
  type AuditChange,
  auditFilter,
  auditPlace,
  isReversed,
  SUBJECTS,
} from './audit-filter.ts';

const NO_FILTER = readUrl(AUDIT, new URLSearchParams());

/** Everything that anybody did, newest first, as it was sealed. */
export function AuditPage() {
  const { value, set, clear, isFiltered, ...url } = useUrlState(AUDIT);
  const takeBack = useTakeBack();
  const filter = auditFilter(value);
  const place = auditPlace(value);
  const list = useAuditEntries({ ...filter, ...place });
  const chain = useAuditChain();
  const openSeq = value.entry === null ? null : Number(value.entry);
  const items = list.data?.items ?? [];

  return (
    <>
      <PageHead title="Prüfspur" note={chain.data ? <ChainNote chain={chain.data} /> : '\u00a0'} />
      {chain.data?.checked?.ok === false && <BrokenChain runId={chain.data.checked.runId} />}
      <Panel label="Einträge der Prüfspur" flush>
        <Filters filter={filter} onChange={set} />
        <div role="status" className="not-empty:py-3 not-empty:px-(--pad)">
          <UnreadFilters {...url} />
        </div>
        {isReversed(filter) ? (
          <EmptyState
            title="Der Zeitraum ist umgekehrt"
            action={
              <Button onClick={() => set({ firstDay: value.lastDay, lastDay: value.firstDay })}>
                Tage tauschen
              </Button>
            }
          >
            „Von“ liegt nach „Bis“. So kann kein Eintrag gefunden werden.
          </EmptyState>
        ) : list.isPlaceholderData && items.length === 0 ? (
          <RowsSkeleton count={12} />
        ) : list.data?.tooMany ? (
          <EmptyState title={TOO_MANY.title}>{TOO_MANY.text}</EmptyState>
        ) : items.length > 0 ? (
          <div aria-busy={list.isPlaceholderData || undefined}>
            <AuditTable
              entries={items}
              openSeq={openSeq}
              onOpen={({ seq }) => set({ entry: String(seq) }, OPENING)}
            />
            {(list.data?.hasNewer || list.data?.hasOlder) && (
              <PagerBar label="Seiten der Prüfspur">
                <span>{place.before || place.after ? 'Ältere Einträge' : 'Neueste zuerst'}</span>
                <Button
                  look="quiet"
                  size="sm"
                  disabled={!list.data?.hasNewer}
                  onClick={() => set({ before: null, after: items[0]?.cursor ?? null })}
                >
                  Neuere
                </Button>
                <Button
                  look="quiet"
                  size="sm"
                  disabled={!list.data?.hasOlder}
                  onClick={() => set({ after: null, before: items.at(-1)?.cursor ?? null })}
                >
                  Ältere
                </Button>
              </PagerBar>
            )}
          </div>
        ) : list.data && (isFiltered || place.before || place.after) ? (
          <EmptyState title="Keine Treffer" action={<Button onClick={clear}>Filter aufheben</Button>}>
            Zu dieser Auswahl steht nichts in der Prüfspur.
          </EmptyState>
        ) : list.data ? (
          <EmptyState title="Noch kein Eintrag">
            Sobald jemand etwas tut, das Geld, Rechte oder Gespräche betrifft, steht es hier.
          </EmptyState>
        ) : list.isError ? (
          <NotLoaded onRetry={() => void list.refetch()}>
            Die Prüfspur konnte nicht geladen werden. Es wurde nichts verändert.
          </NotLoaded>
        ) : (
          <RowsSkeleton count={12} />
        )}
      </Panel>
      <AuditDrawer
        seq={openSeq}
        onClose={() => takeBack(() => set({ entry: null }, { replace: true }))}
        onFilter={(change) => set({ ...NO_FILTER, ...change }, { replace: true })}
      />
    </>
  );
}

function ChainNote({ chain }: { chain: AuditChainState }) {
  const text = checkedText(chain);
  return chain.checked ? (
    <Link className="link" to={urls.adminReconciliationRun(chain.checked.runId)}>
      {text}
    </Link>
  ) : (
    text
  );
}

function BrokenChain({ runId }: { runId: string }) {
  return (
    <div className="mb-(--gap)">
      <Notice kind="warning" title="Die Kette hat Abweichungen">
        <p>
          Was hier steht, ist nicht überall, was versiegelt wurde. Welche Zeilen es betrifft, sagt{' '}
          <Link className="link" to={urls.adminReconciliationRun(runId)}>
            der letzte Abgleich
          </Link>
          .
        </p>
      </Notice>
    </div>
  );
}

interface FiltersProps {
  filter: AuditFilter;
  onChange: (change: AuditChange) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { query, action, subject, actor, firstDay, lastDay } = filter;
  const isPerson = actor !== undefined && !ACTORS.some(({ value }) => value === actor);
  const actors = isPerson ? [...ACTORS, { value: actor, label: 'Eine Person' }] : ACTORS;
  return (
    <FilterBar className="items-start [&>:last-child]:ml-auto max-md:*:flex-[1_1_100%] max-md:[&>:last-child]:ml-0">
      <SearchField
        label="Prüfspur durchsuchen"
        placeholder="E-Mail, Referenz, Grund"
        minLength={SEARCH_MIN_LENGTH}
        value={query ?? ''}
        onSearch={(text) => onChange({ query: text })}
      />
      <FilterSelect
        label="Vorgang"
        allLabel="Alle Vorgänge"
        options={ACTIONS}
        value={action ?? null}
        onChange={(value) => onChange({ action: value })}
      />
      <FilterSelect
        label="Art"
        allLabel="Alle Arten"
        options={SUBJECTS}
        value={subject ?? null}
        onChange={(value) => onChange({ subject: value })}
      />
      <FilterSelect<string>
        label="Wer"
        allLabel="Von allen"
        options={actors}
        value={actor ?? null}
        onChange={(value) => onChange({ actor: value })}
      />
      <DayField label="Von" value={firstDay} onChange={(value) => onChange({ firstDay: value })} />
      <DayField label="Bis" value={lastDay} onChange={(value) => onChange({ lastDay: value })} />
      <CsvButton fileName="pruefspur.csv" label="Prüfspur" load={() => auditRows(filter)} />
    </FilterBar>
  );
}

const HEAD = [
  'Nummer',
  'Zeit',
  'Vorgang',
  'Wer',
  'Kennung von wem',
  'Art',
  'Referenz',
  'Kennung',
  'Kunde',
  'Vorher',
  'Nachher',
  'Grund',
  'Anfrage',
  'Siegel',
];

/** The filtered rows as a table. What does not fit into one file is said, never left out silently. */
async function auditRows(filter: AuditFilter): Promise<CsvRows | null> {
  const loaded = await loadAuditRows(filter);
  if (!loaded) {
    toast.info('Keine Datei', TOO_MANY.text);
    return null;
  }
  const { rows, isCut } = loaded;
  if (isCut)
    toast.info(
      'Datei gekürzt',
      `Sie enthält die neuesten ${formatCount(AUDIT_LIMITS.exportRows)} Zeilen. Für ältere grenzen Sie bitte den Zeitraum ein.`,
    );
  return [HEAD, ...rows.map(csvRow)];
}

const csvRow = (entry: AuditEntry): string[] => [
  String(entry.seq),
  `${formatDate(entry.at)} ${formatClock(entry.at)}`,
  auditActionText(entry.action),
  actorText(entry),
  entry.actor?.userId ?? '',
  auditSubjectText(entry.subject),
  entry.reference ?? '',
  entry.subjectId,
  entry.owner?.email ?? '',
  factsText(entry.before, entry),
  factsText(entry.after, entry),
  entry.reasonErased ? 'gelöscht' : entry.reason === null ? '' : reasonText(entry.reason),
  entry.requestId ?? '',
  entry.sealed === null ? '' : String(entry.sealed),
];

/** One line, however long the address is; the drawer shows all of it. */
const PERSON = clsx(
  'block max-w-[clamp(14rem,26cqi,20rem)] overflow-clip text-ellipsis whitespace-nowrap',
  '@max-[830px]:max-w-[12rem] list:max-w-none list:whitespace-normal list:wrap-anywhere',
);

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    head: 'Zeit',
    kind: 'moment',
    list: 'hidden',
    cell: ({ at }) => <span className="nowrap">{formatDateTimeShort(at)}</span>,
  },
  {
    key: 'action',
    head: 'Vorgang',
    kind: 'primary',
    list: 'title',
    cell: ({ action }) => auditActionText(action),
  },
  {
    key: 'subject',
    head: 'Betrifft',
    list: 'note',
    cell: (entry) => (
      <span className={PERSON} title={entry.owner?.email}>
        {subjectText(entry)}
        {entry.owner && (
          // In the list of a phone whoever did it themselves stands there once.
          <small data-room={entry.owner.userId === entry.actor?.userId ? 'table' : undefined}>
            <EmailAddress>{entry.owner.email}</EmailAddress>
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'actor',
    head: 'Wer',
    list: 'wide',
    cell: (entry) => (
      <span className={PERSON} title={actorText(entry)}>
        {actorText(entry)}
        <small data-room="table">{actorRoleText(entry)}</small>
      </span>
    ),
  },
  {
    key: 'seal',
    head: 'Siegel',
    kind: 'amount',
    edge: true,
    list: 'amount-note',
    room: 'widest',
    // Where there is room for one of them it is the time.
    cell: ({ sealed, at }) => (
      <>
        <span data-room="list">{formatDayMonthTime(at)}</span>
        <span data-room="table">
          {sealed === null ? <span className="muted">offen</span> : formatCount(sealed)}
        </span>
      </>
    ),
  },
];

interface AuditTableProps {
  entries: readonly AuditEntry[];
  openSeq: number | null;
  onOpen: (entry: AuditEntry) => void;
}

function AuditTable({ entries, openSeq, onOpen }: AuditTableProps) {
  return (
    <DataTable
      caption="Prüfspur, neueste zuerst"
      needs="much"
      columns={COLUMNS}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      onOpen={onOpen}
      isCurrent={({ seq }) => seq === openSeq}
    />
  );
}
