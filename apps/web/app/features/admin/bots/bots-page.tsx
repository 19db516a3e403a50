import { type AdminBot, BOT_TYPES, BOTS, type BotPause, ERRORS } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { ORPCError } from '@orpc/client';
import { clsx } from 'clsx';
import { useSearchParams } from 'react-router';
import { formatDateTime, formatElapsed } from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { type LiveStatus, useLiveStatus } from '../../../lib/live/live.tsx';
import { useNow } from '../../../lib/live/now.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText, queries } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { oneOf, pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { TabLinks } from '../../../ui/form/tabs.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { type KeyValue, KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState, NotLoaded } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { useWaitingPause } from '../four-eyes/four-eyes.queries.ts';
import { FourEyesNotice, WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { NOTE_TO_SECOND, useTeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from '../four-eyes/use-second-admin.ts';
import { HoldMoment } from '../hold-moment.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BotPanel } from './bot-panel.tsx';
import type { Surroundings } from './bot-state.ts';
import { useAdminBots, useNextWindow } from './bots.queries.ts';
import { CalendarPanel } from './calendar-panel.tsx';
import { type HoldStep, holdEffects } from './hold-effects.ts';

/** What the address calls the tabs beside the first. */
const VIEWS: Partial<Record<string, 'calendar' | 'pauses'>> = { kalender: 'calendar', eingriffe: 'pauses' };

/** Whether the bots trade, the windows in which NewsBot does, and when somebody stepped in. */
export function BotsPage() {
  const [parameters] = useSearchParams();
  const view = VIEWS[parameters.get('ansicht') ?? ''] ?? 'state';
  return (
    <>
      <PageHead title="Bots" note="Aktualisiert sich von selbst" />
      <TabLinks
        label="Bereiche"
        current={view}
        tabs={[
          { value: 'state', label: 'Zustand', to: urls.adminBots },
          { value: 'calendar', label: 'Kalender des NewsBot', to: urls.adminCalendar },
          { value: 'pauses', label: 'Eingriffe', to: urls.adminPauses },
        ]}
      />
      {view === 'calendar' ? <CalendarPanel /> : view === 'pauses' ? <PausesPanel /> : <BotsState />}
    </>
  );
}

/** A title of one word leaves the badge beside it more room. */
const CARDS = clsx(
  '[--title-room:5rem] grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-(--gap)',
  'items-start',
);

const TICKS: Record<LiveStatus['state'], Surroundings['ticks']> = {
  live: 'arriving',
  simulated: 'arriving',
  stale: 'late',
  connecting: 'unknown',
  disconnected: 'unknown',
};

/** The bots beside each other, each with the way to hold it or let it go on. */
function BotsState() {
  const { data, isError, refetch } = useAdminBots();
  const nextWindow = useNextWindow();
  const { state, staleMarkets } = useLiveStatus();
  const now = useNow(1_000);
  const [hold, show, close] = useOpening<{ bot: AdminBot; step: HoldStep }>();
  const canHold = useMay()('admin.pauseBot');

  if (!data && isError) {
    return (
      <Panel label="Zustand der Bots" flush>
        <NotLoaded onRetry={() => void refetch()}>
          Der Zustand der Bots konnte nicht geladen werden. An ihrem Handel ändert das nichts.
        </NotLoaded>
      </Panel>
    );
  }
  if (!data) {
    return (
      <div className={CARDS}>
        {BOT_TYPES.map((type) => (
          <Panel key={type} title={BOTS[type].name} flush>
            <RowsSkeleton count={10} />
          </Panel>
        ))}
      </div>
    );
  }
  const surroundings: Surroundings = {
    // With some markets only, each says it for itself.
    ticks: state === 'stale' && staleMarkets > 0 ? 'arriving' : TICKS[state],
    nextWindowAt: nextWindow && Date.parse(nextWindow.startsAt),
    now,
  };
  return (
    <>
      <div className={CARDS}>
        {data.items.map((bot) => (
          <BotPanel
            key={bot.botType}
            bot={bot}
            surroundings={surroundings}
            nextWindow={nextWindow}
            onHold={canHold ? (step) => show({ bot, step }) : undefined}
          />
        ))}
      </div>
      {hold && (
        <HoldDialog
          key={hold.key}
          opened={hold.isOpen}
          step={hold.subject.step}
          bot={data.items.find(({ botType }) => botType === hold.subject.bot.botType) ?? hold.subject.bot}
          onClose={close}
        />
      )}
    </>
  );
}

interface HoldDialogProps {
  opened: boolean;
  step: HoldStep;
  /** At every moment: somebody else may be faster while this is open. */
  bot: AdminBot;
  onClose: () => void;
}

/** The step before a bot is held or let go on: what happens then, whom it concerns, and why. */
function HoldDialog({ opened, step, bot, onClose }: HoldDialogProps) {
  const { botType, pause } = bot;
  const { name } = BOTS[botType];
  const command = useCommand(step === 'pause' ? 'admin.pauseBot' : 'admin.resumeBot', {
    failed: {
      title: ADMIN_TOASTS.failed,
      text: step === 'pause' ? 'Der Bot wurde nicht angehalten' : 'Der Bot wurde nicht fortgesetzt',
    },
    onDone: () => {
      if (step === 'pause') toast.success(`${name} angehalten`, 'Er verkauft alles zum nächsten Kurs.');
      else toast.success(`${name} fortgesetzt`, 'Er handelt ab seiner nächsten Entscheidung wieder.');
      onClose();
    },
  });
  const { error, pending } = command;
  // Letting it go sells nothing, so one is enough.
  const atStake = step === 'pause' ? fromWire(bot.investors.value) : null;
  const second = useSecondAdmin('pauses', atStake, error);
  const waiting = useWaitingPause(botType);
  const waits = step === 'pause' && waiting && !second.pending ? waiting : undefined;
  const note = useTeamNote(NOTE_TO_SECOND, { help: 'Was haben Sie geprüft? Kunden lesen das nicht.' });
  const lay = (reason: string) => {
    const text = note.take();
    if (text !== null) second.lay({ kind: 'bot_pause', input: { botType, reason }, note: text }, onClose);
  };
  const refused = second.needed ? second.refused || waits !== undefined : command.refused;
  // After a lost answer it may be one's own doing that shows; the same key finds out.
  const isOvertaken = !pending && !command.done && error === null && (step === 'pause') === (pause !== null);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={step === 'pause' ? `${name} anhalten` : `${name} fortsetzen`}
      confirmLabel={second.needed ? LAY_BEFORE : step === 'pause' ? `${name} anhalten` : `${name} fortsetzen`}
      isFinal={isOvertaken || refused}
      pending={pending || second.pending}
      label="Grund, sichtbar für die Kunden"
      help="Er steht auch in der Prüfspur. Bitte keine persönlichen Angaben."
      besides={second.needed && !refused && note.field(second.unknown)}
      effects={holdEffects(bot, step, {
        needsSecond: second.needed,
        ends: second.needed ? undefined : waits?.reference,
      })}
      refusal={error === null || second.needed ? null : refusalText(error)}
      onConfirm={(reason) => (second.needed ? lay(reason) : command.run({ botType, reason }))}
    >
      {isOvertaken && (
        <Notice kind="warning">
          {pause
            ? `${pause.pausedBy ?? 'Jemand anderes'} war schneller und hat den ${name} am ${formatDateTime(pause.pausedAt)} angehalten.`
            : `Jemand anderes war schneller und hat den ${name} schon fortgesetzt.`}
        </Notice>
      )}
      <KeyValues facts={factsOf(bot, step)} />
      {second.needed && waits ? (
        <WaitingNotice approval={waits} />
      ) : (
        <FourEyesNotice second={second} done="Angehalten" />
      )}
    </ReasonDialog>
  );
}

function factsOf({ pause, investors }: AdminBot, step: HoldStep): KeyValue[] {
  const { customers, investments, value } = investors;
  return [
    ...(step === 'resume' && pause
      ? [
          { label: 'Angehalten seit', value: formatDateTime(pause.pausedAt) },
          {
            label: 'Von',
            value: <span className="wrap-anywhere">{pause.pausedBy ?? 'einem gelöschten Konto'}</span>,
          },
          { label: 'Grund', value: <span className="wrap-anywhere">{pause.reason}</span> },
        ]
      : []),
    { label: 'Kunden', value: formatCount(customers) },
    {
      label: 'Anlagen',
      value: `${formatCount(investments)}, zusammen ${inUsdt(fromWire(value))}`,
    },
  ];
}

/** Who was faster, and when. */
function refusalText(error: unknown): string {
  const text = errorText(error);
  if (!(error instanceof ORPCError) || error.code !== 'BOT_PAUSED') return text;
  const data = ERRORS.BOT_PAUSED.data.safeParse(error.data);
  return data.success ? `${text} Das war am ${formatDateTime(data.data.at)}.` : text;
}

const LIST = { botType: oneOf('bot', BOT_TYPES), page: pageNumber() };
const BOT_OPTIONS = BOT_TYPES.map((value) => ({ value, label: BOTS[value].name }));

/** When bots were held, by whom and why, and when they went on. */
function PausesPanel() {
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
      <HoldMoment at={pausedAt} by={pausedBy} reason={reason} does="Angehalten" />
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
        <HoldMoment at={resumedAt} by={resumedBy} reason={resumeReason} does="Fortgesetzt" />
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
