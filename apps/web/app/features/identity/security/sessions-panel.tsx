import { deviceName } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { SETTING_ROW, SETTING_TEXT } from '../account/setting-styles.ts';
import type { AuthFailure, AuthOutcome } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';
import { endOtherSessions, endSession, type OwnSession } from './security-api.ts';
import { sessionsQuery } from './sessions.query.ts';

/** Where one is signed in, and the way to end it. */
export function SessionsPanel() {
  const client = useQueryClient();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  /** The id of a session, or all others. */
  const [ending, setEnding] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [done, setDone] = useState<string>();
  const answer = useRef<HTMLParagraphElement>(null);
  const others = sessions?.filter((session) => !session.current).length ?? 0;

  const end = async (what: string, command: () => Promise<AuthOutcome>, said: string) => {
    if (ending !== undefined) return;
    setEnding(what);
    setFailure(undefined);
    setDone(undefined);
    const outcome = await command();
    // Gone already is what was asked for.
    const isGone = outcome.ok || outcome.code === 'NOT_FOUND';
    if (isGone) await client.invalidateQueries(sessionsQuery);
    setEnding(undefined);
    if (!isGone) return setFailure(outcome);
    // The button that had the focus is gone with its session; what takes it has to be there.
    flushSync(() => setDone(said));
    answer.current?.focus();
  };

  return (
    <Panel
      title="Aktive Sitzungen"
      note="Geräte, auf denen Sie angemeldet sind; nach spätestens 30 Tagen melden Sie sich neu an. Was Sie nicht kennen, melden Sie ab."
      flush
      foot={
        others > 1 && (
          <Button
            pending={ending === 'others'}
            onClick={() => end('others', endOtherSessions, 'Alle anderen Geräte sind abgemeldet.')}
          >
            Alle anderen abmelden
          </Button>
        )
      }
    >
      {sessions && (
        <ul aria-label="Aktive Sitzungen">
          {[...sessions].sort(currentFirst).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              pending={ending === session.id}
              onEnd={() => end(session.id, () => endSession(session.id), 'Das Gerät ist abgemeldet.')}
            />
          ))}
        </ul>
      )}
      {!sessions && !error && <RowsSkeleton count={2} />}
      {!sessions && error && (
        <div className="py-4 px-(--pad) grid grid-cols-1 gap-3 max-w-[60ch]">
          <FieldProblem>Die Sitzungen konnten nicht geladen werden.</FieldProblem>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button onClick={() => void refetch()}>Erneut versuchen</Button>
          </div>
        </div>
      )}
      {(failure || done) && (
        <div className="py-4 px-(--pad)">
          {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
          {done && (
            <p ref={answer} className="small" role="status" tabIndex={-1}>
              {done}
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

/** Then as they come: newest first. */
const currentFirst = (a: OwnSession, b: OwnSession) => Number(b.current) - Number(a.current);

interface SessionRowProps {
  session: OwnSession;
  pending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const device = deviceName(session.userAgent);
  const since = formatDateTime(session.createdAt);
  return (
    <li className={SETTING_ROW}>
      <div className={SETTING_TEXT}>
        <b>{device}</b>
        <span>Angemeldet seit {since}</span>
      </div>
      {session.current ? (
        <StatusPill tone="done">Diese Sitzung</StatusPill>
      ) : (
        <Button pending={pending} aria-label={`Abmelden: ${device}, seit ${since}`} onClick={onEnd}>
          Abmelden
        </Button>
      )}
    </li>
  );
}
