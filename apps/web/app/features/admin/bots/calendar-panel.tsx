import { type CalendarEntry, EVENT_PERIODS, isolated } from '@botdepot/contract';
import { windowText } from '../../../entities/bot/event-windows.ts';
import { useNow } from '../../../lib/live/now.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { oneOfElse, order, pageNumber, useUrlState } from '../../../lib/url/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { IconPlus } from '../../../ui/icon/icons.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { calendarQuery, type EventPeriod } from './bots.queries.ts';
import { calendarColumns } from './calendar-columns.tsx';
import { EventDialog } from './event-dialog.tsx';
import { decisionsText, originWord } from './event-window.ts';

/** As they stand in the address. */
const PERIODS: Record<EventPeriod, string> = {
  coming: 'kommende',
  past: 'vergangene',
  cancelled: 'abgesagte',
};
const LIST = { period: order(oneOfElse('zeitraum', EVENT_PERIODS, 'coming', PERIODS)), page: pageNumber() };
const OPTIONS = [
  { value: 'coming', label: 'Kommende' },
  { value: 'past', label: 'Vergangene' },
  { value: 'cancelled', label: 'Abgesagte' },
] as const;
const NOTHING: Record<EventPeriod, { title: string; text: string }> = {
  coming: {
    title: 'Kein kommender Termin',
    text: 'Ohne Termin handelt der NewsBot nicht.',
  },
  past: { title: 'Noch kein vergangener Termin', text: 'Was vorbei ist, steht hier und bleibt, wie es war.' },
  cancelled: {
    title: 'Kein abgesagter Termin',
    text: 'Abgesagte Termine bleiben hier mit ihrem Grund stehen.',
  },
};

type Open = { what: 'create' } | { what: 'move' | 'cancel'; entry: CalendarEntry };

/** The windows in which NewsBot trades: what comes, what was, what was called off; and the way to keep them up to date. */
export function CalendarPanel() {
  const { value, set } = useUrlState(LIST);
  const { period } = value;
  const canChange = useMay()('admin.createTradingEvent');
  const [open, show, close] = useOpening<Open>();
  return (
    <Panel
      title="Termine"
      note="Er handelt nur in diesen Fenstern."
      aside={
        canChange && (
          <Button icon={IconPlus} onClick={() => show({ what: 'create' })}>
            Termin eintragen
          </Button>
        )
      }
      flush
    >
      <FilterBar>
        <Segments<EventPeriod>
          label="Zeitraum"
          options={OPTIONS}
          value={period}
          onChange={(next) => set({ period: next })}
        />
      </FilterBar>
      {/* Another list: no row of one period stands in the other while it is on its way. */}
      <CalendarRows key={period} canChange={canChange} onOpen={show} />
      {open &&
        (open.subject.what === 'cancel' ? (
          <CancelEventDialog key={open.key} opened={open.isOpen} entry={open.subject.entry} onClose={close} />
        ) : (
          <EventDialog
            key={open.key}
            opened={open.isOpen}
            before={open.subject.what === 'move' ? open.subject.entry : null}
            onClose={close}
          />
        ))}
    </Panel>
  );
}

interface CalendarRowsProps {
  canChange: boolean;
  onOpen: (what: Open) => void;
}

function CalendarRows({ canChange, onOpen }: CalendarRowsProps) {
  const list = useList(LIST, ({ period: chosen, page }) => calendarQuery(chosen, page));
  const { period } = list.value;
  const now = useNow(10_000);
  const { title, text } = NOTHING[period];
  return (
    <PagedRows
      list={list}
      noun="Termine"
      expected={6}
      none={<EmptyState title={title}>{text}</EmptyState>}
      failedTitle="Der Kalender konnte nicht geladen werden"
    >
      {(items) => (
        <div
          className="@container md:@max-[600.02px]:data-[period=coming]:[&_:is(th,td):last-child]:pr-2"
          data-period={period}
        >
          <DataTable
            caption={`${OPTIONS.find(({ value }) => value === period)?.label} Termine`}
            needs="little"
            columns={calendarColumns({
              period,
              now,
              canChange,
              onMove: (entry) => onOpen({ what: 'move', entry }),
              onCancel: (entry) => onOpen({ what: 'cancel', entry }),
            })}
            rows={items}
            rowKey={({ id }) => id}
          />
        </div>
      )}
    </PagedRows>
  );
}

interface CancelEventDialogProps {
  opened: boolean;
  entry: CalendarEntry;
  onClose: () => void;
}

function CancelEventDialog({ opened, entry, onClose }: CancelEventDialogProps) {
  const { run, error, refused, pending } = useCommand('admin.cancelTradingEvent', {
    failed: { title: ADMIN_TOASTS.failed, text: 'Der Termin wurde nicht abgesagt' },
    onDone: () => {
      toast.success('Termin abgesagt', `${isolated(entry.name)}, ${windowText(entry)}`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Termin absagen"
      confirmLabel="Termin absagen"
      // „Abbrechen“ and „Absagen“ side by side would be one word too alike.
      cancelLabel="Zurück"
      isFinal={refused}
      pending={pending}
      label="Grund, für die Prüfspur"
      rows={2}
      effects="Der NewsBot handelt in diesem Fenster nicht, und Kunden sehen es nicht mehr. Unter „Abgesagte“ bleibt der Termin mit Ihrem Grund stehen; wieder aufnehmen lässt er sich nur als neuer Termin."
      refusal={error === null ? null : errorText(error)}
      onConfirm={(reason) => run({ id: entry.id, reason })}
    >
      <KeyValues
        facts={[
          { label: 'Termin', value: entry.name },
          { label: 'Fenster', value: windowText(entry) },
          { label: 'Entscheidungen', value: decisionsText(entry) },
          { label: 'Herkunft', value: originWord(entry) },
        ]}
      />
    </ReasonDialog>
  );
}
