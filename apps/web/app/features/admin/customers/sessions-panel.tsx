import { type Customer, type CustomerSession, deviceName } from '@botdepot/contract';
import { useRef, useState } from 'react';
import { formatDate, formatDateTime } from '../../../lib/format/dates.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { CountedTitle } from '../counted-title.tsx';
import { useTakeCustomer } from './customers.queries.ts';

/** Where the person is signed in. Ended sessions are gone at once, wherever they are open. */
export function SessionsPanel({ customer, isSelf }: { customer: Customer; isSelf: boolean }) {
  const { sessions } = customer;
  const canEnd = useMay()('admin.endCustomerSessions') && !isSelf;
  const take = useTakeCustomer();
  const { run, error, refused, pending, input, forget } = useCommand('admin.endCustomerSessions', {
    onDone: (changed, { sessionId }) => {
      take(changed);
      setAsksForAll(false);
      setDone(sessionId === undefined ? 'Alle Sitzungen sind beendet.' : 'Die Sitzung ist beendet.');
      // The button that had the focus is gone with its session.
      requestAnimationFrame(() => answer.current?.focus());
    },
  });
  const [asksForAll, setAsksForAll] = useState(false);
  const [done, setDone] = useState<string>();
  const answer = useRef<HTMLParagraphElement>(null);
  const meant = input && (input.sessionId ?? 'all');
  const pendingId = pending ? meant : null;
  const failure = error ? <FieldProblem>{errorText(error)}</FieldProblem> : null;
  const isFinal = meant === 'all' && refused;

  const end = (sessionId?: string) => {
    if (pending) return;
    setDone(undefined);
    forget();
    run({ id: customer.userId, ...(sessionId !== undefined && { sessionId }) });
  };

  return (
    <Panel
      title={<CountedTitle count={sessions.length}>Sitzungen</CountedTitle>}
      flush
      foot={
        canEnd &&
        sessions.length > 1 && (
          <Button pending={pendingId === 'all'} onClick={() => setAsksForAll(true)}>
            Alle beenden
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="py-4 px-(--pad) text-sm text-muted">Nirgends angemeldet.</p>
      ) : (
        <ul
          className="[&>li+li]:border-t [&>li+li]:border-border [&_small]:block [&_small]:text-[12px]/4 [&_small]:text-muted"
          aria-label="Sitzungen, neueste zuerst"
        >
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={!canEnd ? undefined : () => end(session.id)}
              pending={pendingId === session.id}
            />
          ))}
        </ul>
      )}
      {done && (
        <p ref={answer} className="py-4 px-(--pad) text-sm text-muted" role="status" tabIndex={-1}>
          {done}
        </p>
      )}
      {failure && meant !== 'all' && <div className="py-4 px-(--pad) text-sm text-muted">{failure}</div>}
      <ConfirmDialog
        opened={asksForAll}
        onClose={() => {
          setAsksForAll(false);
          // Said where it was asked; the next time begins anew.
          if (meant === 'all') forget();
        }}
        title="Alle Sitzungen beenden"
        confirmLabel={`${sessions.length} Sitzungen beenden`}
        cancelLabel={isFinal ? 'Schließen' : undefined}
        pending={pendingId === 'all'}
        confirmDisabled={isFinal}
        onConfirm={() => end()}
      >
        <p>
          {customer.email} ist dann überall abgemeldet und kann sich gleich wieder anmelden. Wer sich nicht
          mehr anmelden soll, wird gesperrt.
        </p>
        {meant === 'all' && failure}
      </ConfirmDialog>
    </Panel>
  );
}

interface SessionRowProps {
  session: CustomerSession;
  /** Absent where one looks at oneself, or may not end it. */
  onEnd: (() => void) | undefined;
  pending: boolean;
}

function SessionRow({ session, onEnd, pending }: SessionRowProps) {
  const device = deviceName(session.userAgent);
  const since = formatDateTime(session.createdAt);
  return (
    <li className="flex items-center justify-between gap-3 py-2 pr-[calc(var(--pad)_-_8px)] pl-(--pad) text-sm [&_b]:font-580">
      <p>
        <b>{device}</b>
        <small>
          seit {since} · zuletzt am {formatDate(session.seenAt)}
        </small>
      </p>
      {onEnd && (
        <Button
          look="quiet"
          size="sm"
          pending={pending}
          aria-label={`Beenden: ${device}, seit ${since}`}
          onClick={onEnd}
        >
          Beenden
        </Button>
      )}
    </li>
  );
}
