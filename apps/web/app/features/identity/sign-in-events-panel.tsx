import { SIGN_IN_EVENT_WORDS, type SignInEvent } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import classes from './settings.module.css';

/** What happened at the doors of the account, so that its owner sees what somebody else did or tried. */
export function SignInEventsPanel() {
  const {
    data: events,
    error,
    refetch,
  } = useQuery({
    ...queries.identity.listSignInEvents.queryOptions(),
    // It happens elsewhere, and nothing tells this page.
    staleTime: 0,
  });
  return (
    <Panel
      title="Anmeldungen und Änderungen"
      note="Die letzten 50 Ereignisse der vergangenen 90 Tage, von der Adresse nur der Anfang. Was Sie nicht waren: Ändern Sie Ihr Passwort, und melden Sie alle anderen Geräte ab."
      flush
    >
      {events && (
        <ul aria-label="Anmeldungen und Änderungen">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {events?.length === 0 && (
        <p className={`${classes.padded} small muted`}>Noch ist nichts festgehalten.</p>
      )}
      {!events && !error && <RowsSkeleton count={3} />}
      {!events && error && (
        <div className={`${classes.padded} ${classes.text}`}>
          <FieldProblem>Die Ereignisse konnten nicht geladen werden.</FieldProblem>
          <div className={classes.actions}>
            <Button onClick={() => void refetch()}>Erneut versuchen</Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

function EventRow({ event }: { event: SignInEvent }) {
  const { kind, times, device, network } = event;
  return (
    <li className={classes.session}>
      <div className={classes.sessionText}>
        <b>
          {SIGN_IN_EVENT_WORDS[kind]}
          {times > 1 && ` (${times}-mal)`}
        </b>
        <span>{[device, network].filter(Boolean).join(' · ')}</span>
      </div>
      <time className={classes.when} dateTime={event.at}>
        {formatDateTime(event.at)}
      </time>
    </li>
  );
}
