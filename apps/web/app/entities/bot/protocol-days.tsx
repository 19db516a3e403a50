import type { ProtocolEntry } from '@botdepot/contract';
import { clsx } from 'clsx';
import { formatDate, formatDateTime, formatTime, formatWeekday } from '../../lib/format/dates.ts';

const LINES = clsx(
  '[&>li]:grid [&>li]:grid-cols-[3.5rem_minmax(0,1fr)] [&>li]:py-2.5 [&>li]:border-b',
  '[&>li]:border-border [&>li]:text-[14px]/5',
  '[&_time]:text-muted [&_time]:tabular-nums',
);

/** Lines under the day they happened on. */
export function ProtocolDays({ entries }: { entries: readonly ProtocolEntry[] }) {
  return (
    <>
      {byDay(entries).map(({ day, lines }) => (
        <section key={day} aria-label={day}>
          <p className="pt-3 pb-1 border-b border-border text-[12px]/4.5 font-550 text-muted [section>&]:first:pt-2">
            {day}
          </p>
          <ul className={LINES}>
            {lines.map((entry) => (
              <li key={entry.id}>
                <time dateTime={entry.at}>{formatTime(entry.at)}</time>
                <div>
                  <p className="font-semibold">{entry.title}</p>
                  <p className="text-muted">{entry.text}</p>
                  {entry.until !== null && (
                    <p className="text-muted">{`Gilt bis ${formatDateTime(entry.until)}.`}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Neighbouring lines of one Berlin day, in their order. */
function byDay(entries: readonly ProtocolEntry[]): { day: string; lines: ProtocolEntry[] }[] {
  const days: { day: string; lines: ProtocolEntry[] }[] = [];
  for (const entry of entries) {
    const day = `${formatWeekday(entry.at)}, ${formatDate(entry.at)}`;
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(entry);
    else days.push({ day, lines: [entry] });
  }
  return days;
}
