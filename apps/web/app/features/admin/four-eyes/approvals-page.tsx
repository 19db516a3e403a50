import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalKind,
  type ApprovalStatus,
  type FourEyes,
  germanMessage,
} from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { formatDateTimeShort, formatDayMonthTime, formatElapsed } from '../../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { api, queries } from '../../../lib/server/api.ts';
import { allPages, useList } from '../../../lib/server/use-list.ts';
import { oneOf, pageNumber, place, text, useUrlState } from '../../../lib/url/url-state.ts';
import { OPENING, useTakeBack } from '../../../lib/url/way-back.ts';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { breakBeforeAt } from '../../../ui/sheet/email-address.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { type CsvRows, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { CountedTitle } from '../counted-title.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { KIND_WORDS, STATUS_WORDS, subjectOf, subjectText, sumsOf, thresholdText } from './approval-texts.ts';
import { openApprovalsQuery, useFourEyes } from './four-eyes.queries.ts';
import { ThresholdPanel } from './threshold-panel.tsx';

const PLACE = { id: place(text('vorlage')) };
const OPEN = { page: pageNumber('offene') };
const DECIDED = {
  status: oneOf('stand', APPROVAL_STATUSES),
  kind: oneOf('art', APPROVAL_KINDS),
  page: pageNumber(),
};
const STATUSES = APPROVAL_STATUSES.filter((status) => status !== 'pending').map((value) => ({
  value,
  label: STATUS_WORDS[value].label,
}));
const KINDS = APPROVAL_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }));

/** What waits for a second admin, what became of the rest, and the rule itself. */
export function ApprovalsPage({ ownUserId }: { ownUserId: string }) {
  const { value, set } = useUrlState(PLACE);
  const fourEyes = useFourEyes();
  const takeBack = useTakeBack();
  const open = (approval: Approval) => set({ id: approval.id }, OPENING);
  return (
    <div className="@container">
      <PageHead title="Freigaben" note={noteOf(fourEyes.data)} />
      <div
        className="grid grid-cols-1 gap-(--gap) items-start @min-[940px]:grid-cols-[minmax(0,1fr)_19rem]"
        data-settles
      >
        <div className="stack">
          <OpenApprovals ownUserId={ownUserId} rule={fourEyes.data} onOpen={open} />
          <DecidedApprovals ownUserId={ownUserId} onOpen={open} />
        </div>
        <ThresholdPanel rule={fourEyes.data} error={fourEyes.error} onRetry={() => void fourEyes.refetch()} />
      </div>
      <ApprovalDialog
        id={value.id || null}
        ownUserId={ownUserId}
        onClose={() => takeBack(() => set({ id: '' }, { replace: true }))}
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

interface ListProps {
  ownUserId: string;
  onOpen: (approval: Approval) => void;
}

function OpenApprovals({ ownUserId, rule, onOpen }: ListProps & { rule: FourEyes | undefined }) {
  const list = useList(OPEN, ({ page }) => openApprovalsQuery(page));
  const total = list.query.data?.total;
  const mayApprove = rule?.admins.some(
    ({ userId, adminField, canAct, tooNew }) =>
      userId === ownUserId && adminField === 'all' && canAct && !tooNew,
  );
  return (
    <Panel
      flush
      title={<CountedTitle count={total}>Offen</CountedTitle>}
      aside={
        <ListCsvButton
          total={total}
          fileName="offene-freigaben.csv"
          label="Offene Freigaben"
          load={() => approvalRows({ state: 'open' })}
        />
      }
    >
      <PagedRows
        list={list}
        noun="Freigaben"
        expected={3}
        none={
          <EmptyState title="Nichts wartet">
            {rule?.active === false
              ? 'Solange eine Person genügt, wird nichts vorgelegt.'
              : 'Was jemand zur Freigabe vorlegt, erscheint hier von selbst.'}
          </EmptyState>
        }
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

function DecidedApprovals({ ownUserId, onOpen }: ListProps) {
  const list = useList(DECIDED, ({ status, kind, page }) =>
    queries.admin.listApprovals.queryOptions({
      input: { state: 'decided', page, ...(status && { status }), ...(kind && { kind }) },
    }),
  );
  const { status, kind } = list.value;
  return (
    <Panel
      flush
      title="Entschieden"
      aside={
        <ListCsvButton
          total={list.query.data?.total}
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
          onChange={(chosen) => list.set({ status: chosen })}
        />
        <FilterSelect
          label="Art"
          allLabel="Alle Arten"
          options={KINDS}
          value={kind}
          onChange={(chosen) => list.set({ kind: chosen })}
        />
      </FilterBar>
      <PagedRows
        list={list}
        noun="Freigaben"
        expected={4}
        none={
          <EmptyState title="Noch nichts entschieden">
            Hier steht, worüber zwei entschieden haben und was daraus wurde.
          </EmptyState>
        }
        noMatch="Freigaben, auf die der Filter passt, gibt es nicht."
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

const HEAD = [
  'Referenz',
  'Art',
  'Worum es geht',
  `Betrag ${WALLET_UNIT}`,
  'Stand',
  'Vorgelegt',
  'Von',
  'Grund',
  'Notiz',
  'Entschieden',
  'Entschieden von',
  'Dazu',
  'Kennung',
];

/** What waits, or what was decided and passes the filter: head and rows of all pages. */
async function approvalRows(
  input: { state: 'open' } | { state: 'decided'; status: ApprovalStatus | null; kind: ApprovalKind | null },
): Promise<CsvRows> {
  const filter =
    input.state === 'open'
      ? input
      : {
          state: input.state,
          ...(input.status && { status: input.status }),
          ...(input.kind && { kind: input.kind }),
        };
  const items = await allPages((page) => api.admin.listApprovals({ ...filter, ...page }));
  return [HEAD, ...items.map(rowOf)];
}

const rowOf = (approval: Approval): string[] => [
  approval.reference,
  KIND_WORDS[approval.kind],
  subjectText(approval),
  approval.amountUsd === null ? '' : csvAmount(approval.amountUsd),
  STATUS_WORDS[approval.status].label,
  formatDateTimeShort(approval.requestedAt),
  approval.requestedBy.email,
  approval.reason ?? '',
  approval.requestNote ?? '',
  approval.status === 'pending' ? '' : formatDateTimeShort(approval.decidedAt ?? approval.expiresAt),
  approval.decidedBy?.email ?? '',
  approval.failure === null
    ? (approval.note ?? '')
    : germanMessage(approval.failure.code, approval.failure.data),
  approval.id,
];

const SUB = 'block wrap-anywhere text-xs font-book text-muted';
const WHO = 'max-w-[14rem] @max-[700px]:max-w-[8.5rem] list:max-w-none';
/** Two large amounts leave room for the title. */
const EFFECT = 'list:whitespace-normal list:wrap-normal';

interface ApprovalsTableProps {
  caption: string;
  approvals: readonly Approval[];
  ownUserId: string;
  onOpen: (approval: Approval) => void;
  /** Whether who looks may approve what others have asked for. */
  mayApprove?: boolean | undefined;
  /** What became of it, instead of how long it waits. */
  decided?: boolean | undefined;
}

function ApprovalsTable(props: ApprovalsTableProps) {
  const { caption, approvals, ownUserId, onOpen, mayApprove, decided } = props;
  const now = useNow(30_000);
  const columns: Column<Approval>[] = [
    {
      key: 'what',
      head: 'Vorlage',
      kind: 'primary',
      list: 'title',
      cell: (approval) => {
        const { what, whose } = subjectOf(approval);
        return (
          <span className="block max-w-[16rem] @max-[700px]:max-w-[14rem] list:max-w-none">
            {KIND_WORDS[approval.kind]}
            <span className={SUB}>
              {what === null ? approval.reference : `${approval.reference} · ${what}`}
            </span>
            {whose !== null && <span className={SUB}>{breakBeforeAt(whose)}</span>}
          </span>
        );
      },
    },
    decided
      ? {
          key: 'status',
          head: 'Stand',
          list: 'note',
          cell: (approval) => (
            <>
              <StatusPill tone={STATUS_WORDS[approval.status].tone}>
                {STATUS_WORDS[approval.status].label}
              </StatusPill>
              <span className={`${SUB} ${WHO}`}>
                {formatDayMonthTime(approval.decidedAt ?? approval.expiresAt)}
              </span>
              {approval.decidedBy && (
                <span className={`${SUB} ${WHO}`}>{breakBeforeAt(approval.decidedBy.email)}</span>
              )}
            </>
          ),
        }
      : {
          key: 'waits',
          head: 'Wartet',
          list: 'note',
          cell: (approval) => (
            <>
              <span className="nowrap">{formatElapsed(Date.parse(approval.requestedAt), now)}</span>
              <span className={`${SUB} ${WHO}`}>
                {approval.requestedBy.userId === ownUserId ? (
                  'von Ihnen vorgelegt'
                ) : mayApprove ? (
                  <>
                    <span className="font-620 text-text">wartet auf Sie</span>
                    {breakBeforeAt(`, von ${approval.requestedBy.email}`)}
                  </>
                ) : (
                  breakBeforeAt(`vorgelegt von ${approval.requestedBy.email}`)
                )}
              </span>
            </>
          ),
        },
    {
      key: 'amount',
      head: `Betrag, ${WALLET_UNIT}`,
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: (approval) => (
        <>
          {approval.amountUsd === null ? '–' : <Amount value={fromWire(approval.amountUsd)} />}
          <span className={`${SUB} ${EFFECT}`}>{effectText(approval)}</span>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={approvals}
      rowKey={(approval) => approval.id}
      onOpen={onOpen}
    />
  );
}

function effectText({ lines }: Approval): string {
  const sums = sumsOf(lines);
  return sums === null ? '' : `${formatAmount(sums.before)} → ${formatAmount(sums.after)}`;
}
