import { BOT_TYPES, BOTS, type BotPause, DELETED_ACCOUNT } from '@botdepot/contract';
import { queries } from '../../../lib/api.ts';
import { formatDateTimeShort, formatElapsed } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { oneOf, pageNumber } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PAUSE_STEP } from './calendar-columns.tsx';

const LIST = { botType: oneOf('bot', BOT_TYPES), page: pageNumber() };
const BOT_OPTIONS = BOT_TYPES.map((value) => ({ value, label: BOTS[value].name }));

/** When bots were held, by whom and why, and when they went on. */
export function PausesPanel() {
  const list = useList(LIST, ({ page, botType }) =>
    queries.admin.listBotPauses.queryOptions({ input: { page, ...(botType && { botType }) } }),
  );
  const { botType } = list.value;
  const now = useNow(30_000);
  return (
    <Panel
      title="Eingriffe"
      note="Wann ein Bot angehalten war, und warum"
      aside={
        <FilterSelect
          label="Bot"
          allLabel="Alle Bots"
          options={BOT_OPTIONS}
          value={botType}
          onChange={(chosen) => list.set({ botType: chosen })}
        />
      }
      flush
    >
      <PagedRows
        list={list}
        noun="Eingriffe"
        expected={4}
        none={
          <EmptyState title="Noch kein Eingriff">
            Sobald jemand einen Bot anhält, steht hier, wann, von wem und warum.
          </EmptyState>
        }
        noMatch={botType ? `Den ${BOTS[botType].name} hat noch niemand angehalten.` : ''}
      >
        {(items) => (
          <div className="@container md:@max-[600.02px]:data-[period=coming]:[&_:is(th,td):last-child]:pr-2">
            <DataTable
              caption="Eingriffe, neueste zuerst"
              columns={columnsAt(now)}
              rows={items}
              rowKey={({ id }) => id}
            />
          </div>
        )}
      </PagedRows>
    </Panel>
  );
}

const columnsAt = (now: number): Column<BotPause>[] => [
  {
    key: 'bot',
    head: 'Bot',
    list: 'title',
    cell: ({ botType }) => <b className="font-580">{BOTS[botType].name}</b>,
  },
  {
    key: 'paused',
    head: 'Angehalten',
    list: 'note',
    cell: ({ pausedAt, pausedBy, reason }) => (
      <Step at={pausedAt} by={pausedBy} reason={reason} does="Angehalten" />
    ),
  },
  {
    key: 'resumed',
    head: 'Fortgesetzt',
    list: 'wide',
    cell: ({ resumedAt, resumedBy, resumeReason }) =>
      resumedAt === null ? (
        'Dauert an'
      ) : (
        <Step at={resumedAt} by={resumedBy} reason={resumeReason} does="Fortgesetzt" />
      ),
  },
  {
    key: 'duration',
    head: 'Dauer',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ pausedAt, resumedAt }) =>
      formatElapsed(Date.parse(pausedAt), resumedAt === null ? now : Date.parse(resumedAt)),
  },
];

interface StepProps {
  at: string;
  by: string | null;
  reason: string | null;
  /** Names the column on phones, where it has no head. */
  does: string;
}

function Step({ at, by, reason, does }: StepProps) {
  return (
    <span className={PAUSE_STEP}>
      <span>
        <span data-room="list">{`${does} `}</span>
        {`${formatDateTimeShort(at)}, ${by ?? DELETED_ACCOUNT}`}
      </span>
      {reason !== null && (
        <span className="max-w-[24rem] text-muted wrap-anywhere list:max-w-none">{reason}</span>
      )}
    </span>
  );
}
