import type { DeskChat, SupportMessage, SupportNote } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconLock } from '../../../ui/icon/icons.ts';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import type { DeskThread } from './desk.queries.ts';
import { GIVEN_BY, REASONS, SENDER_WORDS, timeOfDay } from './desk-texts.ts';
import { timelineOf } from './desk-timeline.ts';

const LOG = clsx(
  'flex flex-1 flex-col gap-3 min-h-[8rem] py-4 px-(--pad) overflow-y-auto overscroll-contain',
  'focus-visible:-outline-offset-3',
);
const EVENT = 'flex flex-wrap items-center justify-center gap-x-2 gap-y-0 text-xs text-center text-muted';
const SENDER = clsx(
  'mb-1 text-xs wrap-anywhere [&_svg]:align-[-2px]',
  "group-not-[[data-sender='user']]/message:text-right",
);
const BUBBLE = clsx(
  'w-fit max-w-full py-2.5 px-3.5 border border-border rounded-[10px] bg-surface',
  "group-not-[[data-sender='user']]/message:ml-auto group-not-[[data-sender='user']]/message:bg-bg",
  'group-data-[sender=admin]/message:border-transparent',
  'group-data-[sender=admin]/message:bg-primary-soft',
);
/** A dashed edge and a lock: it is no message. */
const NOTE = 'py-2.5 px-3.5 border border-dashed border-control rounded-[10px] bg-warn-soft text-sm';

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
      className={LOG}
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
        <p className={EVENT}>
          Die internen Notizen sind nicht geladen.{' '}
          <button type="button" className="link-alone" onClick={onRetryNotes}>
            Notizen laden
          </button>
        </p>
      )}
      {entries.length === 0 && <p className={EVENT}>Noch keine Nachricht</p>}
      {entries.map((entry) => {
        if (entry.kind === 'message') return <DeskMessage key={entry.key} message={entry.message} />;
        if (entry.kind === 'note')
          return <DeskNote key={entry.key} chatId={chat.id} note={entry.note} ownUserId={ownUserId} />;
        return (
          <p key={entry.key} className={EVENT}>
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
    <div
      className="group/message max-w-[86%] text-sm not-[[data-sender='user']]:self-end"
      data-sender={message.senderType}
    >
      <p className={`${SENDER} text-muted`}>
        {sender} · {timeOfDay(message.createdAt)}
      </p>
      <div className={BUBBLE}>
        <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
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
    <div className={NOTE}>
      <p className={`${SENDER} text-text`}>
        <Icon as={IconLock} size={14} /> Interne Notiz von {author} · {timeOfDay(note.createdAt)}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{note.note}</p>
      {isOwn && (
        <p className="flex gap-4 -mb-2">
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
