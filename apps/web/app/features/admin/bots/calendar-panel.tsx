import { type CalendarEntry, EVENT_PERIODS } from '@botdepot/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { newKey } from '../../../lib/new-key.ts';
import { useNow } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { Segments } from '../../../ui/tabs.tsx';
import { pageOf, useUrlFilters } from '../use-url-filters.ts';
import classes from './bots.module.css';
import { type EventPeriod, useCalendar } from './bots.queries.ts';
import { calendarColumns } from './calendar-columns.tsx';
import { CancelEventDialog } from './cancel-event-dialog.tsx';
import { EventDialog } from './event-dialog.tsx';

/** As they stand in the address. */
const PERIODS: Record<EventPeriod, string> = {
  coming: 'kommende',
  past: 'vergangene',
  cancelled: 'abgesagte',
};
const PARAM = { period: 'zeitraum', page: 'seite' } as const;
const OPTIONS = [
  { value: 'coming', label: 'Kommende' },
  { value: 'past', label: 'Vergangene' },
  { value: 'cancelled', label: 'Abgesagte' },
] as const;
const NOTHING: Record<EventPeriod, { title: string; text: string }> = {
  coming: {
    title: 'Kein kommender Termin',
    text: 'Ohne Termin handelt der NewsBot nicht. Tragen Sie einen ein.',
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
  const [read, set] = useUrlFilters();
  const period = EVENT_PERIODS.find((one) => PERIODS[one] === read(PARAM.period)) ?? 'coming';
  const page = pageOf(read(PARAM.page));
  const { data, isError, isPlaceholderData, refetch } = useCalendar(period, page);
  const now = useNow(10_000);
  const [open, setOpen] = useState<{ subject: Open; key: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const show = (subject: Open) => {
    setOpen({ subject, key: newKey() });
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const { title, text } = NOTHING[period];
  return (
    <Panel
      title="Termine"
      note="Er handelt nur in diesen Fenstern."
      aside={
        <Button icon={IconPlus} onClick={() => show({ what: 'create' })}>
          Termin eintragen
        </Button>
      }
      flush
    >
      <div className={classes.filters}>
        <Segments<EventPeriod>
          label="Zeitraum"
          options={OPTIONS}
          value={period}
          onChange={(next) =>
            set({ [PARAM.period]: next === 'coming' ? null : PERIODS[next], [PARAM.page]: null })
          }
        />
      </div>
      {data && data.items.length > 0 ? (
        <div className={classes.list} data-period={period} aria-busy={isPlaceholderData || undefined}>
          <DataTable
            caption={`${OPTIONS.find(({ value }) => value === period)?.label} Termine`}
            columns={calendarColumns({
              period,
              now,
              onMove: (entry) => show({ what: 'move', entry }),
              onCancel: (entry) => show({ what: 'cancel', entry }),
            })}
            rows={data.items}
            rowKey={({ id }) => id}
          />
        </div>
      ) : data && data.total > 0 ? (
        <EmptyState
          title="So viele Seiten gibt es nicht"
          action={<Button onClick={() => set({ [PARAM.page]: null })}>Zur ersten Seite</Button>}
        >
          Die Liste ist inzwischen kürzer.
        </EmptyState>
      ) : data ? (
        <EmptyState title={title}>{text}</EmptyState>
      ) : isError ? (
        <EmptyState
          title="Nicht geladen"
          action={<Button onClick={() => void refetch()}>Erneut versuchen</Button>}
        >
          Der Kalender konnte nicht geladen werden. Es wurde nichts verändert.
        </EmptyState>
      ) : (
        <RowsSkeleton count={6} />
      )}
      {data && data.total > data.pageSize && (
        <Pager
          page={data.page}
          pageSize={data.pageSize}
          total={data.total}
          noun="Termine"
          onPage={(next) => set({ [PARAM.page]: next === 1 ? null : String(next) })}
        />
      )}
      {open &&
        // A new key is a new dialog: without what was typed before.
        (open.subject.what === 'cancel' ? (
          <CancelEventDialog key={open.key} opened={isOpen} entry={open.subject.entry} onClose={close} />
        ) : (
          <EventDialog
            key={open.key}
            opened={isOpen}
            before={open.subject.what === 'move' ? open.subject.entry : null}
            onClose={close}
          />
        ))}
    </Panel>
  );
}
