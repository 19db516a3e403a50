import type { ProtocolEntry } from '@botdepot/contract';
import { formatDate, formatDateTime, formatTime, formatWeekday } from '../../lib/dates.ts';
import classes from './protocol-days.module.css';

/** Lines under the day they happened on. */
export function ProtocolDays({ entries }: { entries: readonly ProtocolEntry[] }) {
  return (
    <>
      {byDay(entries).map(({ day, lines }) => (
        <section key={day} aria-label={day}>
          <p className={classes.day}>{day}</p>
          <ul className={classes.lines}>
            {lines.map((entry) => (
              <li key={entry.id}>
                <time dateTime={entry.at}>{formatTime(entry.at)}</time>
                <div>
                  <p className={classes.title}>{entry.title}</p>
                  <p className={classes.text}>{entry.text}</p>
                  {entry.until !== null && (
                    <p className={classes.text}>{`Gilt bis ${formatDateTime(entry.until)}.`}</p>
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
