import type { QuickReply, SupportThread } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConnectionState } from '../../lib/live/live.tsx';
import { errorText } from '../../lib/server/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { OutgoingBubble } from './chat-bubble.tsx';
import { ChatThread } from './chat-thread.tsx';
import type { OutgoingMessage } from './outgoing.ts';
import { loadEarlier, threadQuery, useMarkRead } from './support.queries.ts';
import { HUMAN_REPLY_TIME } from './support-texts.ts';
import type { UseOutgoing } from './use-outgoing.ts';

export const CHAT_LOG = 'flex-1 min-h-0 overflow-y-auto overscroll-contain focus-visible:-outline-offset-3';

/** Changes with every message on its way and with what becomes of it. */
const keyOf = ({ messages }: UseOutgoing) => messages.map(({ clientId, state }) => clientId + state).join();

const LOOK_FOR_ANSWER_MS = 3_000;
const LOOK_FOR_PLACE_MS = 30_000;

interface ConversationProps {
  chatId: string | null;
  quickReplies: readonly QuickReply[];
  /** The message after which they may be said; undefined before the first one. */
  repliesAfter: number | undefined;
  outgoing: UseOutgoing;
  onAsk: (message: string) => void;
}

/** What was said so far, or the greeting, and what is on its way. */
export function Conversation(props: ConversationProps) {
  const { chatId, quickReplies, outgoing, onAsk } = props;
  if (chatId !== null) return <OpenConversation {...props} chatId={chatId} />;
  return (
    <ChatThread
      thread={null}
      ownKey={keyOf(outgoing)}
      before={
        <div className="text-sm text-muted">
          <p className="mb-1 text-base font-bold text-text">Wobei können wir helfen?</p>
          <p>
            Der Assistent kennt Ihre Anträge und Bots und antwortet sofort. Auf Wunsch übernimmt ein Mensch,
            meist in {HUMAN_REPLY_TIME}.
          </p>
        </div>
      }
      after={
        <>
          <OnTheirWay outgoing={outgoing} messages={outgoing.messages} />
          {outgoing.messages.length === 0 && <QuickReplies replies={quickReplies} onAsk={onAsk} />}
        </>
      }
    />
  );
}

function OpenConversation(props: ConversationProps & { chatId: string }) {
  const { chatId, outgoing, quickReplies, repliesAfter, onAsk } = props;
  const client = useQueryClient();
  const thread = useQuery({
    ...threadQuery(client, chatId),
    // The hint of an answer may be lost; dots that wait for it look for themselves. Nobody tells that the line has moved on.
    refetchInterval: ({ state }) =>
      state.data?.chat.assistantTyping
        ? LOOK_FOR_ANSWER_MS
        : state.data?.chat.placeInLine
          ? LOOK_FOR_PLACE_MS
          : false,
  });
  useMarkRead(thread.data);
  const typing = useIsTyping(thread.data);
  const messages = useStillOnTheirWay(outgoing, thread.data);
  if (!thread.data) {
    if (!thread.error) {
      return (
        <div className={CHAT_LOG}>
          <RowsSkeleton count={4} />
        </div>
      );
    }
    return (
      <div className={CHAT_LOG}>
        <EmptyState
          title="Die Nachrichten konnten nicht geladen werden"
          action={<Button onClick={() => void thread.refetch()}>Erneut versuchen</Button>}
        >
          {errorText(thread.error)}
        </EmptyState>
      </div>
    );
  }
  const { data } = thread;
  const own = data.messages.filter(({ senderType }) => senderType === 'user');
  const last = data.messages.at(-1);
  const answered = last?.senderType !== 'user' && last?.seq === repliesAfter && messages.length === 0;
  return (
    <ChatThread
      thread={data}
      typing={typing}
      ownKey={`${own.length}/${keyOf(outgoing)}`}
      onEarlier={() => loadEarlier(client, data)}
      after={
        <>
          <OnTheirWay outgoing={outgoing} messages={messages} />
          {answered && !typing && <QuickReplies replies={quickReplies} onAsk={onAsk} />}
        </>
      }
    />
  );
}

/** Those that have not come back in the thread. One whose answer was lost has arrived all the same, and is done with. */
function useStillOnTheirWay(
  { messages, discard }: UseOutgoing,
  thread: SupportThread | undefined,
): readonly OutgoingMessage[] {
  const arrived = new Set(thread?.messages.map(({ clientId }) => clientId));
  const settled = messages.filter(({ clientId, state }) => arrived.has(clientId) && state !== 'sending');
  useEffect(() => {
    for (const { clientId } of settled) discard(clientId);
  }, [settled, discard]);
  return messages.filter(({ clientId }) => !arrived.has(clientId));
}

function OnTheirWay({ outgoing, messages }: { outgoing: UseOutgoing; messages: readonly OutgoingMessage[] }) {
  return messages.map((message) => (
    <OutgoingBubble
      key={message.clientId}
      message={message}
      onRetry={outgoing.retry}
      onDiscard={() => outgoing.discard(message.clientId)}
    />
  ));
}

function QuickReplies({
  replies,
  onAsk,
}: {
  replies: readonly QuickReply[];
  onAsk: (message: string) => void;
}) {
  if (replies.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Vorschläge">
      {replies.map(({ label, message }) => (
        <li key={label}>
          <Chip className="whitespace-normal text-left" onClick={() => onAsk(message)}>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** An answer that takes longer than this may still come, but nobody watches dots for it. */
const LONGEST_MS = 20_000;

/**
 * Whether the dots are shown: while an answer is due, for a while at most, and only with a connection, since without one nobody
 * knows whether it has come.
 */
function useIsTyping(thread: SupportThread | undefined): boolean {
  const connection = useConnectionState();
  const [givenUp, setGivenUp] = useState('');
  const due = thread?.chat.assistantTyping ? `${thread.chat.id}/${thread.chat.lastSeq}` : '';
  useEffect(() => {
    if (due === '') return;
    const timer = setTimeout(() => setGivenUp(due), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [due]);
  const away = connection === 'lost' || connection === 'refused';
  return due !== '' && due !== givenUp && !away;
}
