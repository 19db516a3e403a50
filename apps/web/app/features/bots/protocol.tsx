import type { ProtocolEntry } from '@botdepot/contract';
import { useId, useState } from 'react';
import { berlin, formatDate, formatDateTime, formatTime } from '../../lib/dates.ts';
import classes from './protocol.module.css';

const SHOWN_AT_FIRST = 5;

/** What the bot did, did not do and why, newest first, by day. */
export function Protocol({ entries }: { entries: readonly ProtocolEntry[] }) {
  const [whole, setWhole] = useState(false);
  const headingId = useId();
  const shown = whole ? entries : entries.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby={headingId}>
      <h3 className={classes.heading} id={headingId}>
        Protokoll
      </h3>
      {entries.length === 0 && (
        <p className="small muted">Noch keine Einträge: Der Bot hat noch nichts entschieden.</p>
      )}
      <ProtocolDays entries={shown} />
      {entries.length > SHOWN_AT_FIRST && (
        <button type="button" className="link-alone" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Weniger zeigen' : `Alle ${entries.length} Einträge zeigen`}
        </button>
      )}
    </section>
  );
}

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
    const day = `${berlin(entry.at).format('dddd')}, ${formatDate(entry.at)}`;
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(entry);
    else days.push({ day, lines: [entry] });
  }
  return days;
}
