import type { DeskChat, SupportMessage, SupportNote } from '@botdepot/contract';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import type { DeskThread } from './desk.queries.ts';
import classes from './desk-messages.module.css';
import { GIVEN_BY, REASONS, SENDER_WORDS, timeOfDay } from './desk-texts.ts';
import { timelineOf } from './desk-timeline.ts';

/** This close to the end is at the end. */
const END_PX = 40;

interface DeskMessagesProps {
  thread: DeskThread;
  notes: readonly SupportNote[];
  /** Then it is said: a chat without its notes would look as if nobody had noted anything. */
  notesFailed: boolean;
  ownUserId: string;
  onEarlier: () => Promise<void>;
  onRetryNotes: () => void;
}

/** The customer stands at the left, whoever answers at the right, notes across. What is new is announced. */
export function DeskMessages(props: DeskMessagesProps) {
  const { thread, notes, notesFailed, ownUserId, onEarlier, onRetryNotes } = props;
  const log = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const { chat, messages } = thread;
  const entries = timelineOf(chat, messages, notes);
  const firstSeq = messages[0]?.seq ?? 1;
  const lastKey = entries.at(-1)?.key;
  // Anyone who reads further up is left there.
  const isAtEnd = useRef(true);
  const before = useRef({ firstSeq, height: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new and earlier entries move the end.
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    if (firstSeq < before.current.firstSeq) box.scrollTop += box.scrollHeight - before.current.height;
    else if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    before.current = { firstSeq, height: box.scrollHeight };
  }, [firstSeq, lastKey, entries.length]);
  // The column grows and shrinks with the reply field below it.
  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const earlier = () => {
    setLoading(true);
    onEarlier()
      .catch((error: unknown) => console.error(error))
      .finally(() => setLoading(false));
  };
  return (
    <div
      ref={log}
      className={classes.log}
      role="log"
      aria-label="Nachrichten"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
      tabIndex={0}
      onScroll={({ currentTarget: box }) => {
        isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX;
      }}
    >
      {firstSeq > 1 && (
        <Button look="quiet" size="sm" pending={loading} onClick={earlier}>
          Frühere Nachrichten laden
        </Button>
      )}
      {notesFailed && (
        <p className={classes.event}>
          Die internen Notizen sind nicht geladen.{' '}
          <button type="button" className="link-alone" onClick={onRetryNotes}>
            Notizen laden
          </button>
        </p>
      )}
      {entries.length === 0 && <p className={classes.event}>Noch keine Nachricht</p>}
      {entries.map((entry) => {
        if (entry.kind === 'message') return <DeskMessage key={entry.key} message={entry.message} />;
        if (entry.kind === 'note')
          return <DeskNote key={entry.key} chatId={chat.id} note={entry.note} ownUserId={ownUserId} />;
        return (
          <p key={entry.key} className={classes.event}>
            {timeOfDay(entry.at)} · {eventText(entry.kind, chat)}
          </p>
        );
      })}
    </div>
  );
}

function eventText(kind: 'escalated' | 'resolved', { escalationReason }: DeskChat): string {
  if (kind === 'resolved') return 'gelöst';
  return escalationReason ? `eskaliert: ${REASONS[escalationReason]}` : 'eskaliert';
}

/** It is text and nothing else: an address in it is no link. */
function DeskMessage({ message }: { message: SupportMessage }) {
  const sender = SENDER_WORDS[message.senderType];
  return (
    <div className={classes.message} data-sender={message.senderType}>
      <p className={classes.sender}>
        {sender} · {timeOfDay(message.createdAt)}
      </p>
      <div className={classes.bubble}>
        <p className={classes.text}>{message.message}</p>
        {message.facts.length > 0 && (
          <Ledger
            caption={`Angaben ${GIVEN_BY[message.senderType]}`}
            compact
            lines={message.facts.map(({ label, value }) => ({ label, amount: value }))}
          />
        )}
      </div>
    </div>
  );
}

interface DeskNoteProps {
  chatId: string;
  note: SupportNote;
  ownUserId: string;
}

/** It looks like no message, so that nobody takes it for something the customer has read. */
function DeskNote({ chatId, note, ownUserId }: DeskNoteProps) {
  const [asked, setAsked] = useState(false);
  const { run, pending, error } = useCommand('supportDesk.deleteNote');
  const isOwn = note.author?.userId === ownUserId;
  const author = isOwn ? 'Ihnen' : (note.author?.email ?? 'einem früheren Mitglied des Teams');
  return (
    <div className={classes.note}>
      <p className={classes.sender}>
        <Icon as={IconLock} size={14} /> Interne Notiz von {author} · {timeOfDay(note.createdAt)}
      </p>
      <p className={classes.text}>{note.note}</p>
      {isOwn && (
        <p className={classes.noteActions}>
          {asked ? (
            <>
              <button
                type="button"
                className="link-alone"
                aria-busy={pending || undefined}
                onClick={() => run({ id: chatId, noteId: note.id })}
              >
                Endgültig löschen
              </button>
              <button type="button" className="link-alone" onClick={() => setAsked(false)}>
                Behalten
              </button>
            </>
          ) : (
            <button type="button" className="link-alone" onClick={() => setAsked(true)}>
              Notiz löschen
            </button>
          )}
        </p>
      )}
      {error ? <p role="alert">{errorText(error)}</p> : null}
    </div>
  );
}
