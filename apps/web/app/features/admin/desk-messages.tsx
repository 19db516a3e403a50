import type { SupportMessage } from '@botdepot/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatDayMonthTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import classes from './desk.module.css';
import type { DeskThread } from './desk.queries.ts';
import { SENDER_WORDS } from './desk-texts.ts';

/** This close to the end is at the end. */
const END_PX = 40;

/** The customer stands at the left, whoever answers at the right. New messages are announced. */
export function DeskMessages({ thread, onEarlier }: { thread: DeskThread; onEarlier: () => Promise<void> }) {
  const log = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const { messages } = thread;
  const firstSeq = messages[0]?.seq ?? 1;
  const lastSeq = messages.at(-1)?.seq;
  // Whoever reads further up is left there.
  const isAtEnd = useRef(true);
  const before = useRef({ firstSeq, height: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new and earlier messages move the end.
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    if (firstSeq < before.current.firstSeq) box.scrollTop += box.scrollHeight - before.current.height;
    else if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    before.current = { firstSeq, height: box.scrollHeight };
  }, [firstSeq, lastSeq]);
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
      {messages.map((message) => (
        <DeskMessage key={message.id} message={message} />
      ))}
    </div>
  );
}

/** It is text and nothing else: an address in it is no link. */
function DeskMessage({ message }: { message: SupportMessage }) {
  const sender = SENDER_WORDS[message.senderType];
  return (
    <div className={classes.message} data-sender={message.senderType}>
      <p className={classes.sender}>
        {sender} · {formatDayMonthTime(message.createdAt)}
      </p>
      <div className={classes.bubble}>
        <p className={classes.text}>{message.message}</p>
        {message.facts.length > 0 && (
          <Ledger
            caption={`Angaben von ${sender}`}
            compact
            lines={message.facts.map(({ label, value }) => ({ label, amount: value }))}
          />
        )}
      </div>
    </div>
  );
}
