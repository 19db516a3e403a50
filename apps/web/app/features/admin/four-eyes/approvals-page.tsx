import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalKind,
  type ApprovalStatus,
  type FourEyes,
} from '@botdepot/contract';
import { pageOf, pageParam } from '../../../lib/page-parameter.ts';
import { OPENING, useTakeBack } from '../../../lib/way-back.ts';
import { ListCsvButton } from '../../../ui/csv-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CountedTitle } from '../counted-title.tsx';
import { NEW_STEP, useUrlFilters } from '../use-url-filters.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { KIND_WORDS, STATUS_WORDS, thresholdText } from './approval-texts.ts';
import { approvalRows } from './approvals-csv.ts';
import { ApprovalsTable } from './approvals-table.tsx';
import classes from './four-eyes.module.css';
import { useDecidedApprovals, useFourEyes, useOpenApprovals } from './four-eyes.queries.ts';
import { ThresholdPanel } from './threshold-panel.tsx';

const PARAM = { id: 'vorlage', status: 'stand', kind: 'art', page: 'seite', openPage: 'offene' } as const;
const STATUSES = APPROVAL_STATUSES.filter((status) => status !== 'pending').map((value) => ({
  value,
  label: STATUS_WORDS[value].label,
}));
const KINDS = APPROVAL_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }));

/** What waits for a second admin, what became of the rest, and the rule itself. */
export function ApprovalsPage({ ownUserId }: { ownUserId: string }) {
  const [read, set] = useUrlFilters();
  const fourEyes = useFourEyes();
  const takeBack = useTakeBack();
  const open = (approval: Approval) => set({ [PARAM.id]: approval.id }, OPENING);
  return (
    <div className={classes.page}>
      <PageHead title="Freigaben" note={noteOf(fourEyes.data)} />
      <div className={classes.split} data-settles>
        <div className="stack">
          <OpenApprovals ownUserId={ownUserId} read={read} set={set} rule={fourEyes.data} onOpen={open} />
          <DecidedApprovals ownUserId={ownUserId} read={read} set={set} onOpen={open} />
        </div>
        <ThresholdPanel rule={fourEyes.data} error={fourEyes.error} onRetry={() => void fourEyes.refetch()} />
      </div>
      <ApprovalDialog
        id={read(PARAM.id)}
        ownUserId={ownUserId}
        onClose={() => takeBack(() => set({ [PARAM.id]: null }))}
      />
    </div>
  );
}

function noteOf(rule: FourEyes | undefined): string {
  if (!rule) return 'Vier Augen für große Beträge';
  return rule.active
    ? `Über Auszahlungen, Korrekturen, manuelle Renditen und das Anhalten von Bots mit Kundengeld ${thresholdText(rule.thresholdUsd)} entscheiden zwei Administratoren.`
    : 'Das Vier-Augen-Prinzip gilt gerade nicht.';
}

type Filters = ReturnType<typeof useUrlFilters>;

interface ListProps {
  ownUserId: string;
  read: Filters[0];
  set: Filters[1];
  onOpen: (approval: Approval) => void;
}

function OpenApprovals({ ownUserId, read, set, rule, onOpen }: ListProps & { rule: FourEyes | undefined }) {
  const approvals = useOpenApprovals(pageOf(read(PARAM.openPage)));
  const mayApprove = rule?.admins.some(
    ({ userId, adminField, canAct, tooNew }) =>
      userId === ownUserId && adminField === 'all' && canAct && !tooNew,
  );
  return (
    <Panel
      flush
      title={<CountedTitle count={approvals.data?.total}>Offen</CountedTitle>}
      aside={
        <ListCsvButton
          total={approvals.data?.total}
          fileName="offene-freigaben.csv"
          label="Offene Freigaben"
          load={() => approvalRows({ state: 'open' })}
        />
      }
    >
      <PagedRows
        query={approvals}
        noun="Freigaben"
        expected={3}
        none={
          <EmptyState title="Nichts wartet">
            {rule?.active === false
              ? 'Solange eine Person genügt, wird nichts vorgelegt.'
              : 'Was jemand zur Freigabe vorlegt, erscheint hier von selbst.'}
          </EmptyState>
        }
        onPage={(page) => set({ [PARAM.openPage]: pageParam(page) }, NEW_STEP)}
      >
        {(items) => (
          <ApprovalsTable
            caption="Offene Freigaben"
            approvals={items}
            ownUserId={ownUserId}
            mayApprove={mayApprove}
            onOpen={onOpen}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

function DecidedApprovals({ ownUserId, read, set, onOpen }: ListProps) {
  const status = oneOf<ApprovalStatus>(APPROVAL_STATUSES, read(PARAM.status));
  const kind = oneOf<ApprovalKind>(APPROVAL_KINDS, read(PARAM.kind));
  const approvals = useDecidedApprovals({ status, kind, page: pageOf(read(PARAM.page)) });
  return (
    <Panel
      flush
      title="Entschieden"
      aside={
        <ListCsvButton
          total={approvals.data?.total}
          fileName="freigaben.csv"
          label="Entschiedene Freigaben"
          load={() => approvalRows({ state: 'decided', status, kind })}
        />
      }
    >
      <FilterBar>
        <FilterSelect
          label="Stand"
          allLabel="Alle Stände"
          options={STATUSES}
          value={status}
          onChange={(chosen) => set({ [PARAM.status]: chosen, [PARAM.page]: null })}
        />
        <FilterSelect
          label="Art"
          allLabel="Alle Arten"
          options={KINDS}
          value={kind}
          onChange={(chosen) => set({ [PARAM.kind]: chosen, [PARAM.page]: null })}
        />
      </FilterBar>
      <PagedRows
        query={approvals}
        noun="Freigaben"
        expected={4}
        none={
          <EmptyState title="Noch nichts entschieden">
            Hier steht, worüber zwei entschieden haben und was daraus wurde.
          </EmptyState>
        }
        noMatch={
          (status !== null || kind !== null) && {
            text: 'Freigaben, auf die der Filter passt, gibt es nicht.',
            onClear: () => set({ [PARAM.status]: null, [PARAM.kind]: null, [PARAM.page]: null }),
          }
        }
        onPage={(page) => set({ [PARAM.page]: pageParam(page) }, NEW_STEP)}
      >
        {(items) => (
          <ApprovalsTable
            caption="Entschiedene Freigaben"
            approvals={items}
            ownUserId={ownUserId}
            onOpen={onOpen}
            decided
          />
        )}
      </PagedRows>
    </Panel>
  );
}

function oneOf<V extends string>(values: readonly V[], text: string | null): V | null {
  return values.find((value) => value === text) ?? null;
}
