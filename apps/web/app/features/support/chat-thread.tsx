import type { SupportThread } from '@botdepot/contract';
import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '../../lib/live/now.ts';
import { Button } from '../../ui/form/button.tsx';
import { ChatBubble, TypingBubble } from './chat-bubble.tsx';
import { formatMessageTime } from './support-texts.ts';
import { threadEntries } from './thread.ts';

/** A short chat stands above the field, as the next message will. */
const ENTRIES = 'flex flex-col gap-3 min-h-full py-4 px-5 before:flex-1 [&>button]:self-center';
const EVENT = clsx(
  'flex items-center gap-3 text-xs text-muted text-center',
  'before:flex-1 before:border-t before:border-border',
  'after:flex-1 after:border-t after:border-border',
);

interface ChatThreadProps {
  /** Null before anything was said. */
  thread: SupportThread | null;
  /** The assistant is about to answer. */
  typing?: boolean | undefined;
  /** Greeting before the messages, or a hint. */
  before?: ReactNode;
  /** Messages on their way, quick replies. */
  after?: ReactNode;
  /** A change of it scrolls to the end: something of one's own was added, or could not be sent. */
  ownKey?: string | undefined;
  onEarlier?: (() => Promise<void>) | undefined;
}

/** Near enough to the end to be taken along when something is added. */
const NEAR_END_PX = 80;

/** The messages of a chat. New ones are announced, and seen as long as one has not scrolled back. */
export function ChatThread(props: ChatThreadProps) {
  const { thread, typing = false, before, after, ownKey = '', onEarlier } = props;
  const now = useNow(60_000);
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [loading, setLoading] = useState(false);
  const entries = thread ? threadEntries(thread) : [];
  const firstSeq = thread?.messages[0]?.seq;
  const lastSeq = thread?.messages.at(-1)?.seq;

  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read earlier keeps its place when more is put before it.
  useLayoutEffect(() => {
    const element = log.current;
    if (element && !atEnd.current) element.scrollTop += element.scrollHeight - height.current;
  }, [firstSeq]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one's own message is shown wherever one had scrolled to.
  useLayoutEffect(() => {
    atEnd.current = true;
  }, [ownKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added at the end moves the end.
  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    if (atEnd.current) element.scrollTop = element.scrollHeight;
    height.current = element.scrollHeight;
  }, [firstSeq, lastSeq, ownKey, typing, thread?.chat.status]);

  const onScroll = () => {
    const element = log.current;
    if (!element) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    height.current = element.scrollHeight;
  };
  const earlier = async () => {
    setLoading(true);
    await onEarlier?.().finally(() => setLoading(false));
  };

  return (
    // A log is announced as it grows.
    <div
      ref={log}
      className="flex-1 min-h-0 overflow-y-auto overscroll-contain focus-visible:-outline-offset-3"
      role="log"
      aria-label="Nachrichten"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
      tabIndex={0}
      onScroll={onScroll}
    >
      <div className={ENTRIES}>
        {onEarlier && firstSeq !== undefined && firstSeq > 1 && (
          <Button look="quiet" size="sm" pending={loading} onClick={() => void earlier()}>
            Frühere Nachrichten laden
          </Button>
        )}
        {before}
        {entries.map((entry) =>
          entry.kind === 'message' ? (
            <ChatBubble
              key={entry.key}
              message={entry.message}
              now={now}
              read={entry.message.seq <= (thread?.chat.adminReadSeq ?? 0)}
            />
          ) : (
            <p key={entry.key} className={EVENT}>
              {formatMessageTime(entry.at, now)} · {entry.text}
            </p>
          ),
        )}
        {after}
        {typing && <TypingBubble />}
      </div>
    </div>
  );
}
