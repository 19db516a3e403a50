import type { BotType, ProtocolEntry } from '@botdepot/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { ProtocolDays } from '../../entities/bot/protocol-days.tsx';
import { urls } from '../../lib/urls.ts';
import classes from './protocol.module.css';

const SHOWN = 4;

/** The newest lines of what the bot did, did not do and why; the bot's own page has all of them. */
export function Protocol({ botType, entries }: { botType: BotType; entries: readonly ProtocolEntry[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 className={classes.heading} id={headingId}>
        Protokoll
      </h3>
      {entries.length === 0 ? (
        <p className="small muted">Noch keine Einträge: Der Bot hat noch nichts entschieden.</p>
      ) : (
        <>
          <ProtocolDays entries={entries.slice(0, SHOWN)} />
          <Link className="link-alone" to={urls.botProtocol(botType)}>
            Ganzes Protokoll
          </Link>
        </>
      )}
    </section>
  );
}
