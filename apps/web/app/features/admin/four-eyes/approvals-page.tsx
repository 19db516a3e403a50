import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalKind,
  type ApprovalStatus,
  type FourEyes,
} from '@botdepot/contract';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { CountPill } from '../../../ui/status-pill.tsx';
import { pageOf, useUrlFilters } from '../use-url-filters.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { KIND_WORDS, STATUS_WORDS, thresholdText } from './approval-texts.ts';
import { ApprovalsTable } from './approvals-table.tsx';
import classes from './four-eyes.module.css';
import { useDecidedApprovals, useFourEyes, useOpenApprovals } from './four-eyes.queries.ts';
import { ThresholdPanel } from './threshold-panel.tsx';

const PARAM = { id: 'vorlage', status: 'stand', kind: 'art', page: 'seite' } as const;
const STATUSES = APPROVAL_STATUSES.filter((status) => status !== 'pending').map((value) => ({
  value,
  label: STATUS_WORDS[value].label,
}));
const KINDS = APPROVAL_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }));

/** What waits for a second admin, what became of the rest, and the rule itself. */
export function ApprovalsPage({ ownUserId }: { ownUserId: string }) {
  const [read, set] = useUrlFilters();
  const fourEyes = useFourEyes();
  const open = (approval: Approval) => set({ [PARAM.id]: approval.id });
  return (
    <div className={classes.page}>
      <PageHead title="Freigaben" note={noteOf(fourEyes.data)} />
      <div className={classes.split}>
        <div className={classes.lists}>
          <OpenApprovals ownUserId={ownUserId} rule={fourEyes.data} onOpen={open} />
          <DecidedApprovals ownUserId={ownUserId} read={read} set={set} onOpen={open} />
        </div>
        <ThresholdPanel rule={fourEyes.data} error={fourEyes.error} onRetry={() => void fourEyes.refetch()} />
      </div>
      <ApprovalDialog id={read(PARAM.id)} ownUserId={ownUserId} onClose={() => set({ [PARAM.id]: null })} />
    </div>
  );
}

function noteOf(rule: FourEyes | undefined): string {
  if (!rule) return 'Vier Augen für große Beträge';
  return rule.active
    ? `Auszahlungen, Korrekturen und manuelle Renditen ${thresholdText(rule.thresholdUsd)} entscheiden zwei.`
    : 'Das Vier-Augen-Prinzip gilt gerade nicht.';
}

interface ListProps {
  ownUserId: string;
  onOpen: (approval: Approval) => void;
}

function OpenApprovals({ ownUserId, rule, onOpen }: ListProps & { rule: FourEyes | undefined }) {
  const { data, isError, refetch } = useOpenApprovals();
  return (
    <Panel
      flush
      title={
        <span className={classes.title}>
          Offen
          {data && data.total > 0 && <CountPill count={data.total} />}
        </span>
      }
    >
      {data && data.total > 0 ? (
        <ApprovalsTable
          caption="Offene Freigaben"
          approvals={data.items}
          ownUserId={ownUserId}
          onOpen={onOpen}
        />
      ) : data ? (
        <EmptyState title="Nichts wartet">
          {rule?.active === false
            ? 'Solange eine Person genügt, wird nichts vorgelegt.'
            : 'Was jemand zur Freigabe vorlegt, erscheint hier von selbst.'}
        </EmptyState>
      ) : isError ? (
        <NotLoaded onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={3} />
      )}
    </Panel>
  );
}

type Filters = ReturnType<typeof useUrlFilters>;

function DecidedApprovals({
  ownUserId,
  read,
  set,
  onOpen,
}: ListProps & { read: Filters[0]; set: Filters[1] }) {
  const status = oneOf<ApprovalStatus>(APPROVAL_STATUSES, read(PARAM.status));
  const kind = oneOf<ApprovalKind>(APPROVAL_KINDS, read(PARAM.kind));
  const { data, isError, refetch } = useDecidedApprovals({ status, kind, page: pageOf(read(PARAM.page)) });
  const isFiltered = status !== null || kind !== null;
  return (
    <Panel flush title="Entschieden">
      <div className={classes.filters}>
        <FilterSelect
          label="Stand"
          allLabel="Jeder Stand"
          options={STATUSES}
          value={status}
          onChange={(chosen) => set({ [PARAM.status]: chosen, [PARAM.page]: null })}
        />
        <FilterSelect
          label="Art"
          allLabel="Jede Art"
          options={KINDS}
          value={kind}
          onChange={(chosen) => set({ [PARAM.kind]: chosen, [PARAM.page]: null })}
        />
      </div>
      {data && data.items.length > 0 ? (
        <ApprovalsTable
          caption="Entschiedene Freigaben"
          approvals={data.items}
          ownUserId={ownUserId}
          onOpen={onOpen}
          decided
        />
      ) : data && isFiltered ? (
        <EmptyState
          title="Keine Treffer"
          action={
            <Button onClick={() => set({ [PARAM.status]: null, [PARAM.kind]: null, [PARAM.page]: null })}>
              Filter aufheben
            </Button>
          }
        >
          Freigaben, auf die der Filter passt, gibt es nicht.
        </EmptyState>
      ) : data ? (
        <EmptyState title="Noch nichts entschieden">
          Hier steht, worüber zwei entschieden haben und was daraus wurde.
        </EmptyState>
      ) : isError ? (
        <NotLoaded onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={4} />
      )}
      {data && data.total > data.pageSize && (
        <Pager
          page={data.page}
          pageSize={data.pageSize}
          total={data.total}
          noun="Freigaben"
          onPage={(page) => set({ [PARAM.page]: String(page) })}
        />
      )}
    </Panel>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState title="Nicht geladen" action={<Button onClick={onRetry}>Erneut versuchen</Button>}>
      Die Liste konnte nicht geladen werden. Es wurde nichts verändert.
    </EmptyState>
  );
}

function oneOf<V extends string>(values: readonly V[], text: string | null): V | null {
  return values.find((value) => value === text) ?? null;
}
