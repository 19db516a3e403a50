import { type CalendarEntry, DELETED_ACCOUNT } from '@botdepot/contract';
import { windowDay, windowTimes } from '../../../entities/bot/event-windows.ts';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import classes from './bots.module.css';
import type { EventPeriod } from './bots.queries.ts';
import { decisionsText, originWord } from './calendar-texts.ts';

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
        <span className={classes.name}>
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
        <span className={classes.window}>
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
        <div className={classes.decisions}>
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
            <span className={classes.step}>
              <span>
                <span data-room="list">Abgesagt </span>
                {cancelledAt !== null && `${formatDateTimeShort(cancelledAt)}, `}
                <EmailAddress>{cancelledBy ?? DELETED_ACCOUNT}</EmailAddress>
              </span>
              {cancelReason !== null && <span className={classes.reason}>{cancelReason}</span>}
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
            <span className={classes.step}>
              <span>{originWord(entry)}</span>
              {entry.createdBy !== null && (
                <span className={classes.by} data-room="table">
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
      <span className={classes.actions}>
        <Button look="quiet" size="sm" onClick={() => onMove(entry)}>
          Verschieben<span className="vh">{`: ${entry.name}`}</span>
        </Button>
        <Button look="quiet" size="sm" onClick={() => onCancel(entry)}>
          Absagen<span className="vh">{`: ${entry.name}`}</span>
        </Button>
      </span>
    ),
});
