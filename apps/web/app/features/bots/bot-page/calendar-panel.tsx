import type { Bot, TradingEvent } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useState } from 'react';
import { windowText } from '../../../entities/bot/event-windows.ts';
import { useNow } from '../../../lib/now.ts';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { useTradingEvents } from '../bots.queries.ts';
import { nextWindowText, originText } from './event-texts.ts';

const LIST = clsx(
  '[&_li]:py-2 [&_li]:border-b [&_li]:border-b-border [&_li]:text-[14px]/5',
  '[&_li:last-child]:border-b-0',
);

const MINUTE_MS = 60_000;
const COMING_AT_FIRST = 4;
const PAST_SHOWN = 4;

/** For a bot that trades in certain windows only: the next one, those after it, and the last ones. */
export function CalendarPanel({ next }: { next: Bot['nextEvent'] }) {
  const now = useNow(MINUTE_MS);
  const { data: events } = useTradingEvents();
  const [all, setAll] = useState(false);
  return (
    <Panel flush title="Kalender" note="Er handelt nur in diesen Fenstern">
      <div className="grid grid-cols-1 gap-4 py-5 px-(--pad)">
        <p className="text-md font-semibold">{nextWindowText(next, now)}</p>
        {!events && <RowsSkeleton count={3} />}
        {events && events.coming.length > 0 && (
          <EventList
            label="Kommende Termine"
            events={all ? events.coming : events.coming.slice(0, COMING_AT_FIRST)}
          />
        )}
        {events && events.coming.length > COMING_AT_FIRST && (
          <button type="button" className="link-alone" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Weniger zeigen' : `Alle ${events.coming.length} Termine zeigen`}
          </button>
        )}
        {events && events.past.length > 0 && (
          <EventList label="Vergangene Termine" events={lastAndFirst(events.past)} />
        )}
      </div>
    </Panel>
  );
}

/** The first window of all stands at the end of the list. */
function lastAndFirst(past: readonly TradingEvent[]): readonly TradingEvent[] {
  return [...past.slice(0, PAST_SHOWN), ...past.slice(PAST_SHOWN).slice(-1)];
}

function EventList({ label, events }: { label: string; events: readonly TradingEvent[] }) {
  return (
    <section aria-label={label}>
      <h3 className="pb-0.5 text-[12px]/4.5 font-550 text-muted">{label}</h3>
      <ul className={LIST}>
        {events.map((event) => {
          const origin = originText(event);
          return (
            <li key={event.id}>
              <p>{event.name}</p>
              <p className="text-[12px]/4.5 text-muted tabular-nums">
                {windowText(event)}
                {origin && ` · ${origin}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
