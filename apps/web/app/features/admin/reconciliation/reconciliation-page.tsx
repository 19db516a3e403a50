import {
  RECONCILIATION_HOUR,
  type ReconciliationResult,
  type ReconciliationRun,
  type ReconciliationRunDetail,
} from '@botdepot/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatDateTime, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, NBSP } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText, queries } from '../../../lib/server/api.ts';
import { UUID, useCommand } from '../../../lib/server/use-command.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { matching, pageNumber, place } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconRefresh } from '../../../ui/icon/icons.ts';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState, NotLoaded } from '../../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { CountPill, StatusPill } from '../../../ui/state/status-pill.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows, type RowsOf } from '../../../ui/table/paged-rows.tsx';
import {
  comparedText,
  differenceText,
  RUN_STATUS,
  runDuration,
  sampleFacts,
  triggerText,
  violationsText,
} from './reconciliation-texts.ts';
import { ResultTables } from './result-tables.tsx';

const PROGRESS = clsx(
  'grid gap-1.5 flex-[1_1_14rem] text-sm text-muted',
  '[&_progress]:w-full [&_progress]:h-2 [&_progress]:border-0 [&_progress]:rounded-[4px]',
  '[&_progress]:overflow-hidden [&_progress]:appearance-none [&_progress]:bg-border',
  '[&_progress::-webkit-progress-bar]:bg-border [&_progress::-webkit-progress-value]:bg-primary',
  '[&_progress::-moz-progress-bar]:bg-primary',
);
const CASE = clsx(
  'py-3 border-t border-border [&:first-of-type]:border-t-0 [&:first-of-type]:pt-0',
  '[&_h3]:text-[15px]/5.5 [&_h3]:font-semibold',
  '[&>p]:text-[14px]/5 [&>p]:text-muted',
);

const RUNS = { id: place(matching('lauf', UUID)), page: pageNumber() };

/** Whether the books, the bots' record and the audit log are what they should be: the newest run, or one of before. */
export function ReconciliationPage() {
  const runs = useList(RUNS, ({ page }) => runsQuery(page));
  const newest = useQuery(runsQuery(1)).data?.items[0];
  const { value, set } = runs;
  const id = value.id ?? newest?.id ?? null;
  const run = useReconciliationRun(id);
  const canStart = useMay()('admin.startReconciliation');
  // Begins a run, or joins the one that is running.
  const start = useCommand('admin.startReconciliation', {
    onDone: () => set({ id: null, page: 1 }, { replace: true }),
    onFailed: (error) => toast.error('Fehler', errorText(error)),
  });
  const isRunning = newest?.status === 'running';

  return (
    <>
      <PageHead
        title="Abgleich"
        note={`Jede Nacht um ${RECONCILIATION_HOUR}${NBSP}Uhr von selbst`}
        actions={
          canStart && (
            <Button
              look="primary"
              icon={IconRefresh}
              pending={start.pending || isRunning}
              onClick={() => start.run({})}
            >
              {isRunning ? 'Prüfung läuft' : 'Jetzt prüfen'}
            </Button>
          )
        }
      />
      <div className="stack">
        {run.data && id !== null ? (
          <Run
            run={run.data}
            isNewest={run.data.id === newest?.id}
            onNewest={() => set({ id: null }, { replace: true })}
          />
        ) : runs.query.data?.total === 0 ? (
          <Panel label="Ergebnis" flush>
            <EmptyState title="Noch kein Lauf">
              Der erste beginnt in der kommenden Nacht, oder sobald Sie „Jetzt prüfen“ drücken.
            </EmptyState>
          </Panel>
        ) : runs.query.isError || run.isError ? (
          <Panel label="Ergebnis" flush>
            <NotLoaded
              onRetry={() => {
                void runs.query.refetch();
                if (id !== null) void run.refetch();
              }}
            >
              Der Abgleich konnte nicht geladen werden. An den Büchern ändert das nichts.
            </NotLoaded>
          </Panel>
        ) : (
          <Panel label="Ergebnis" flush>
            <RowsSkeleton count={10} />
          </Panel>
        )}
        <RunsPanel
          runs={runs}
          openId={run.data?.id ?? null}
          onOpen={(opened) => set({ id: opened }, { replace: true })}
        />
      </div>
    </>
  );
}

interface RunProps {
  run: ReconciliationRunDetail;
  isNewest: boolean;
  onNewest: () => void;
}

function Run({ run, isNewest, onNewest }: RunProps) {
  const { tone, text } = RUN_STATUS[run.status];
  return (
    <>
      <Panel
        title={isNewest ? 'Letzter Lauf' : `Lauf vom ${formatDateTime(run.startedAt)}`}
        aside={
          isNewest ? undefined : (
            <Button look="quiet" size="sm" onClick={onNewest}>
              Zum letzten Lauf
            </Button>
          )
        }
        flush
      >
        {/* Said once when it ends; the progress is no news. */}
        <div
          className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 px-(--pad) [&>p]:text-[14px]/5 [&>p]:text-muted"
          role="status"
        >
          <StatusPill tone={tone}>{text}</StatusPill>
          {run.status === 'running' ? <Progress run={run} /> : <p>{summaryText(run)}</p>}
        </div>
      </Panel>
      <Deviations run={run} />
      <ResultTables results={run.results} />
    </>
  );
}

function Progress({ run: { checksDone, checksTotal } }: { run: ReconciliationRunDetail }) {
  const text = `${formatCount(checksDone)} von ${formatCount(checksTotal)} Regeln geprüft`;
  return (
    <div className={PROGRESS} aria-live="off">
      <progress value={checksDone} max={checksTotal} aria-label="Fortschritt der Prüfung" />
      <span>{text}</span>
    </div>
  );
}

function summaryText(run: ReconciliationRunDetail): string {
  const { checksDone, checksTotal, failedChecks, status } = run;
  const rules =
    status === 'aborted'
      ? `Nach ${formatCount(checksDone)} von ${formatCount(checksTotal)} Regeln abgebrochen; der Lauf sagt nichts aus.`
      : failedChecks === 0
        ? `Alle ${formatCount(checksTotal)} Regeln sind eingehalten.`
        : failedChecks === 1
          ? `Eine von ${formatCount(checksTotal)} Regeln ist verletzt.`
          : `${formatCount(failedChecks)} von ${formatCount(checksTotal)} Regeln sind verletzt.`;
  return `${rules} ${triggerText(run)}, ${formatDateTime(run.startedAt)}, Dauer ${runDuration(run)}.`;
}

const RUNNING_MS = 1_000;
/** Somebody else or the night may begin one. */
const RESTING_MS = 30_000;

const runsQuery = (page: number) =>
  queries.admin.listReconciliationRuns.queryOptions({
    input: { page },
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') ? RUNNING_MS : RESTING_MS,
  });

function useReconciliationRun(id: string | null) {
  return useQuery(
    queries.admin.getReconciliationRun.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_MS : false),
    }),
  );
}

const isRunning = (run: ReconciliationRunDetail | undefined) => run?.status === 'running';

/** What a run found, rule by rule, with the first of the rows that break it. Nothing when all is well. */
function Deviations({ run }: { run: ReconciliationRunDetail }) {
  const broken = run.results.filter(({ violations }) => violations > 0);
  if (broken.length === 0) return null;
  return (
    <Panel
      title={
        <span className="flex items-center gap-2.5">
          Abweichungen <CountPill count={broken.length} />
        </span>
      }
      note="Der Abgleich ändert nichts. Er zeigt, wo nachzusehen ist."
    >
      {broken.map((result) => (
        <BrokenRule key={result.name} result={result} />
      ))}
    </Panel>
  );
}

function BrokenRule({ result }: { result: ReconciliationResult }) {
  const { name, description, difference, sample } = result;
  const apart = difference === null ? '' : `, Differenz ${differenceText(difference)}\u00a0USDT`;
  return (
    <section className={CASE}>
      <h3>{description}</h3>
      <p>{`${comparedText(result)}, verletzt: ${violationsText(result)}${apart}.`}</p>
      {sample.map((row) => (
        <div key={JSON.stringify(row)} className="max-w-[38rem] mt-2 pl-3 border-l-2 border-border">
          <KeyValues facts={sampleFacts(name, row)} />
          {typeof row.user_id === 'string' && (
            <Link className="link small" to={urls.adminCustomer(row.user_id)}>
              Kunde öffnen
            </Link>
          )}
          {name === 'audit-chain' && typeof row.seq === 'number' && (
            <Link className="link small" to={urls.adminAuditEntry(row.seq)}>
              Eintrag öffnen
            </Link>
          )}
        </div>
      ))}
    </section>
  );
}

const PERSON = clsx(
  'block max-w-[20rem] overflow-clip text-ellipsis whitespace-nowrap',
  'max-md:max-w-none max-md:whitespace-normal max-md:wrap-anywhere',
);

const COLUMNS: Column<ReconciliationRun>[] = [
  {
    key: 'started',
    head: 'Beginn',
    kind: 'primary',
    list: 'title',
    cell: ({ startedAt }) => formatDateTimeShort(startedAt),
  },
  {
    key: 'trigger',
    head: 'Anlass',
    kind: 'muted',
    list: 'note',
    cell: (run) => <span className={PERSON}>{triggerText(run)}</span>,
  },
  {
    key: 'status',
    head: 'Ergebnis',
    list: 'wide',
    cell: ({ status }) => <StatusPill tone={RUN_STATUS[status].tone}>{RUN_STATUS[status].text}</StatusPill>,
  },
  {
    key: 'failed',
    head: 'Verletzt',
    kind: 'amount',
    list: 'hidden',
    cell: ({ failedChecks, checksTotal }) => `${formatCount(failedChecks)} von ${formatCount(checksTotal)}`,
  },
  {
    key: 'duration',
    head: 'Dauer',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: (run) => runDuration(run),
  },
];

interface RunsPanelProps {
  runs: RowsOf<ReconciliationRun>;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Earlier runs; each opens above. */
function RunsPanel({ runs, openId, onOpen }: RunsPanelProps) {
  // With nothing to show the panel above says why.
  const { data, error } = runs.query;
  if (data?.total === 0 || (error && !data)) return null;
  return (
    <Panel title="Läufe" flush>
      <PagedRows list={runs} noun="Läufe" expected={4} none={null}>
        {(items) => (
          <DataTable
            caption="Läufe des Abgleichs, neueste zuerst"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => {
              onOpen(id);
              window.scrollTo({ top: 0 });
            }}
            isCurrent={({ id }) => id === openId}
          />
        )}
      </PagedRows>
    </Panel>
  );
}
