import { type CalendarEntry, DELETED_ACCOUNT } from '@botdepot/contract';
import { clsx } from 'clsx';
import { windowDay, windowTimes } from '../../../entities/bot/event-windows.ts';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/form/button.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import type { EventPeriod } from './bots.queries.ts';
import { decisionsText, originWord } from './event-window.ts';

/** As wide as „Arbeitsmarktbericht“. */
const NAME = clsx(
  'flex flex-wrap items-center gap-x-3 gap-y-1 max-w-[20rem] font-580 wrap-anywhere',
  'md:@max-[820.02px]:min-w-[8rem] md:@max-[600.02px]:min-w-[8.75rem]',
  'list:max-w-none',
);
export const PAUSE_STEP = clsx(
  'grid tabular-nums [&>span:first-child]:whitespace-nowrap',
  'md:@max-[820.02px]:[&>span:first-child]:whitespace-normal',
  'md:@max-[600.02px]:[&>span:first-child]:wrap-anywhere',
  'list:[&>span:first-child]:whitespace-normal list:[&>span:first-child]:wrap-anywhere',
);

interface CalendarColumns {
  period: EventPeriod;
  /** ms UTC */
  now: number;
  /** Whether it is in the field of this admin. */
  canChange: boolean;
  onMove: (entry: CalendarEntry) => void;
  onCancel: (entry: CalendarEntry) => void;
}

export function calendarColumns({
  period,
  now,
  canChange,
  onMove,
  onCancel,
}: CalendarColumns): Column<CalendarEntry>[] {
  return [
    {
      key: 'name',
      head: 'Termin',
      list: 'title',
      cell: (entry) => (
        <span className={NAME}>
          <bdi>{entry.name}</bdi>
          {period === 'coming' && hasBegun(entry, now) && <StatusPill tone="done">Läuft</StatusPill>}
        </span>
      ),
    },
    {
      key: 'window',
      head: 'Fenster in Berlin',
      list: 'note',
      cell: (entry) => (
        <span className="grid tabular-nums [&>span]:whitespace-nowrap md:@max-[600.02px]:[&>span]:whitespace-normal">
          <span>{windowDay(entry)}</span>
          <span>{windowTimes(entry)}</span>
          <small data-room="narrow">{`Entscheidungen: ${decisionsText(entry)}`}</small>
        </span>
      ),
    },
    {
      key: 'decisions',
      head: 'Entscheidungen',
      list: 'wide',
      room: 'wide',
      cell: (entry) => (
        <div className="whitespace-nowrap tabular-nums md:@max-[820.02px]:whitespace-normal list:whitespace-normal list:wrap-anywhere">
          <span data-room="list">Entscheidungen: </span>
          {decisionsText(entry)}
          {entry.createdBy !== null && (
            <div data-room="list" className="muted">
              Eingetragen von <EmailAddress>{entry.createdBy}</EmailAddress>
            </div>
          )}
        </div>
      ),
    },
    period === 'cancelled'
      ? {
          key: 'cancelled',
          head: 'Abgesagt',
          list: 'actions',
          cell: ({ cancelledAt, cancelledBy, cancelReason }) => (
            <span className={PAUSE_STEP}>
              <span>
                <span data-room="list">Abgesagt </span>
                {cancelledAt !== null && `${formatDateTimeShort(cancelledAt)}, `}
                <EmailAddress>{cancelledBy ?? DELETED_ACCOUNT}</EmailAddress>
              </span>
              {cancelReason !== null && (
                <span className="max-w-[24rem] text-muted wrap-anywhere list:max-w-none">{cancelReason}</span>
              )}
            </span>
          ),
        }
      : {
          key: 'origin',
          head: 'Herkunft',
          list: 'amount-note',
          // What calls a coming one off says it.
          room: period === 'coming' ? 'wide' : undefined,
          cell: (entry) => (
            <span className={PAUSE_STEP}>
              <span>{originWord(entry)}</span>
              {entry.createdBy !== null && (
                <span className="max-w-[24rem] text-muted wrap-anywhere" data-room="table">
                  <EmailAddress>{entry.createdBy}</EmailAddress>
                </span>
              )}
            </span>
          ),
        },
    ...(period === 'coming' && canChange ? [actions(now, onMove, onCancel)] : []),
  ];
}

const hasBegun = ({ startsAt }: CalendarEntry, now: number) => Date.parse(startsAt) <= now;

/** What has begun stays as it is. */
const actions = (
  now: number,
  onMove: CalendarColumns['onMove'],
  onCancel: CalendarColumns['onCancel'],
): Column<CalendarEntry> => ({
  key: 'actions',
  head: <span className="vh">Ändern</span>,
  kind: 'amount',
  list: 'actions',
  cell: (entry) =>
    !hasBegun(entry, now) && (
      <span className="flex justify-end gap-2 md:@max-[820.02px]:flex-col list:*:flex-1">
        <Button look="quiet" size="sm" onClick={() => onMove(entry)}>
          Verschieben<span className="vh">{`: ${entry.name}`}</span>
        </Button>
        <Button look="quiet" size="sm" onClick={() => onCancel(entry)}>
          Absagen<span className="vh">{`: ${entry.name}`}</span>
        </Button>
      </span>
    ),
});
