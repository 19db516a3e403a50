import { isOpenChat } from '@botdepot/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConnectionState } from '../../lib/live/live.tsx';
import { toast } from '../../lib/page/toast.ts';
import { api, errorCode, errorText } from '../../lib/server/api.ts';
import { newKey } from '../../lib/server/use-command.ts';
import type { KeptWriting } from './kept-writing.ts';
import { createOutgoing, type Outgoing, type OutgoingMessage } from './outgoing.ts';
import { currentChatQuery, takeAnswer } from './support.queries.ts';

/** The chat could not even be started. */
class StartFailure extends Error {}

const reasonOf = (error: unknown) => (error instanceof StartFailure ? error.cause : error);

export interface UseOutgoing {
  messages: readonly OutgoingMessage[];
  send: (text: string) => void;
  retry: () => void;
  discard: (clientId: string) => void;
}

/** A socket that is open, or kept out, says nothing of whether a message gets through, so that is tried out. */
const TRY_AGAIN_MS = 5_000;

/**
 * Sends messages, and starts the chat with the first one. What did not reach the server goes out by itself as soon as it does;
 * what was refused is kept, and sent again by hand or when the live connection is back.
 * @param onChat Called with the chat that a message went to.
 * @param left What was on its way when the page was left; read once.
 */
export function useOutgoing(onChat: (id: string) => void, left: KeptWriting['outgoing']): UseOutgoing {
  const client = useQueryClient();
  const connection = useConnectionState();
  const [messages, setMessages] = useState<readonly OutgoingMessage[]>(() =>
    left.map((message) => ({ ...message, state: 'offline' })),
  );
  const latest = useRef(onChat);
  latest.current = onChat;
  const [outgoing] = useState<Outgoing>(() => {
    const openChat = async (): Promise<string> => {
      const current = client.getQueryData(currentChatQuery.queryKey)?.chat;
      if (current && isOpenChat(current.status)) return current.id;
      try {
        const chat = await api.support.startSupportChat();
        takeAnswer(client, chat);
        return chat.id;
      } catch (error) {
        throw new StartFailure('no chat', { cause: error });
      }
    };
    const deliver = async ({ clientId, text }: OutgoingMessage): Promise<void> => {
      const id = await openChat();
      const { chat, message } = await api.support.sendSupportMessage({ id, clientId, message: text });
      takeAnswer(client, chat, [message]);
      latest.current(id);
    };
    return createOutgoing({
      left,
      async send(message) {
        try {
          await deliver(message);
        } catch (error) {
          // The chat was ended elsewhere meanwhile: who writes on wants a new one.
          if (errorCode(error) !== 'SUPPORT_CHAT_RESOLVED') throw error;
          await client.fetchQuery({ ...currentChatQuery, staleTime: 0 });
          await deliver(message);
        }
      },
      onChange: setMessages,
      onRefusal(error, told) {
        console.error(reasonOf(error));
        // It stands at the message as well; trying again by itself should not bring a toast each time.
        if (!told)
          toast.error(
            'Fehler',
            error instanceof StartFailure
              ? 'Chat konnte nicht gestartet werden'
              : 'Nachricht konnte nicht gesendet werden',
          );
      },
      refusalOf: (error) => {
        const reason = reasonOf(error);
        return errorCode(reason) === undefined ? null : errorText(reason);
      },
    });
  });

  useEffect(() => {
    if (connection === 'open') outgoing.resume('by itself');
  }, [connection, outgoing]);
  const isOffline = messages.some(({ state }) => state === 'offline');
  useEffect(() => {
    if (!isOffline) return;
    const resume = () => outgoing.resume('by itself');
    const timer = setInterval(resume, TRY_AGAIN_MS);
    window.addEventListener('online', resume);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', resume);
    };
  }, [isOffline, outgoing]);

  return {
    messages,
    send: (text) => outgoing.add(newKey(), text),
    retry: () => outgoing.resume('by hand'),
    discard: outgoing.discard,
  };
}
