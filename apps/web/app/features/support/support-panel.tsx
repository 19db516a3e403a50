import { aheadText, endsWithWindow, isOpenChat, SUPPORT_LIMITS, type SupportChat } from '@botdepot/contract';
import { FocusTrap } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { useConnectionState } from '../../lib/live/live.tsx';
import { useNow } from '../../lib/live/now.ts';
import { useIsPhone } from '../../lib/page/device.ts';
import { errorText } from '../../lib/server/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconClock, IconMinus, IconSend, IconX } from '../../ui/icon/icons.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { ChatWindow } from './chat-window.tsx';
import { CHAT_LOG, Conversation } from './conversation.tsx';
import { currentChatQuery, threadQuery } from './support.queries.ts';
import { formatMessageTime, HUMAN_REPLY_TIME, partnerOf, sendableText } from './support-texts.ts';
import { TranscriptButton } from './transcript-button.tsx';
import type { UseOutgoing } from './use-outgoing.ts';

const BANNER = clsx(
  'flex flex-none gap-2.5 px-5 pt-2.5 pb-0 border-b border-border bg-warn-soft text-sm',
  '[&>svg]:flex-none [&>svg]:mt-0.5 [&_strong]:font-semibold',
);
const FIELD = clsx(
  'flex-1 min-w-0 min-h-11 max-h-[10rem] py-[9px] px-3.5 border border-control rounded-control',
  'bg-surface text-text text-base resize-none [field-sizing:content]',
  'placeholder:text-muted placeholder:opacity-100',
);

interface SupportPanelProps {
  /** The chat on the screen; null for one that begins with the first message. */
  chatId: string | null;
  draft: string;
  onDraft: (text: string) => void;
  outgoing: UseOutgoing;
  /** Takes the window away; the chat goes on. */
  onMinimise: () => void;
  /** Takes the window away, and ends the chat if that is what closing means for it. */
  onClose: () => void;
  /** The customer has nothing more to ask. */
  onEnd: () => void;
  onNewChat: () => void;
}

/** The chat window: 25rem wide, on phones the whole page between the play-money bar and the bottom navigation. */
export function SupportPanel(props: SupportPanelProps) {
  const { chatId, draft, onDraft, outgoing, onMinimise, onClose, onEnd, onNewChat } = props;
  const phone = useIsPhone();
  const field = useRef<HTMLTextAreaElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const current = useQuery(currentChatQuery);
  const chat = useShownChat(chatId);
  const ended = chat !== null && !isOpenChat(chat.status);
  useEffect(() => {
    // On phones the focus would bring the keyboard over half of the chat.
    if (!phone) (field.current ?? close.current)?.focus();
  }, [phone]);
  useEffect(() => {
    // The field that had the focus is gone with the chat.
    if (ended && document.activeElement === document.body) close.current?.focus();
  }, [ended]);

  const send = (text: string) => {
    outgoing.send(text);
    field.current?.focus();
  };
  const endsChat = chat !== null && endsWithWindow(chat.status);
  return (
    <FocusTrap active={phone}>
      <ChatWindow
        modal={phone}
        partner={partnerOf(chat)}
        onEscape={onMinimise}
        buttons={
          <>
            {endsChat && <IconButton icon={IconMinus} label="Chat verkleinern" onClick={onMinimise} />}
            <IconButton
              ref={close}
              data-autofocus
              icon={IconX}
              label={endsChat ? 'Chat beenden und schließen' : 'Chat schließen'}
              onClick={onClose}
            />
          </>
        }
      >
        {chat?.status === 'escalated' && <WaitingBanner chat={chat} onEnd={onEnd} />}
        <ConnectionHint />
        {current.isPending ? (
          <div className={CHAT_LOG}>
            <RowsSkeleton count={4} />
          </div>
        ) : !current.data ? (
          <div className={CHAT_LOG}>
            <EmptyState
              title="Der Chat konnte nicht geladen werden"
              action={<Button onClick={() => void current.refetch()}>Erneut versuchen</Button>}
            >
              {errorText(current.error)}
            </EmptyState>
          </div>
        ) : (
          <Conversation
            chatId={chatId}
            quickReplies={ended ? [] : current.data.quickReplies}
            repliesAfter={current.data.messages.at(-1)?.seq}
            outgoing={outgoing}
            onAsk={send}
          />
        )}
        {ended ? (
          <div className="grid flex-none gap-2 p-3 border-t border-border">
            <Button look="primary" wide onClick={onNewChat}>
              Neuen Chat beginnen
            </Button>
            {current.data?.canSendTranscript && <TranscriptButton chatId={chat.id} />}
          </div>
        ) : (
          <ChatComposer draft={draft} onDraft={onDraft} onSend={send} fieldRef={field} />
        )}
      </ChatWindow>
    </FocusTrap>
  );
}

/** What is known of the chat on the screen, by the thread or by the launcher's question. */
function useShownChat(chatId: string | null): SupportChat | null {
  const current = useQuery(currentChatQuery).data?.chat ?? null;
  const thread =
    useQuery({ ...threadQuery(useQueryClient(), chatId ?? ''), enabled: false }).data?.chat ?? null;
  if (chatId === null) return null;
  return thread ?? (current?.id === chatId ? current : null);
}

function WaitingBanner({ chat, onEnd }: { chat: SupportChat; onEnd: () => void }) {
  const now = useNow(60_000);
  const [isAsking, setAsking] = useState(false);
  const waits = chat.firstHumanReplyAt === null;
  return (
    <div className={BANNER}>
      <Icon as={IconClock} size={16} />
      <div>
        {waits ? (
          <p>
            <strong>An unser Team übergeben.</strong>{' '}
            {chat.placeInLine !== null && aheadText(chat.placeInLine)} Antwort meist in {HUMAN_REPLY_TIME}.
            {chat.escalatedAt && ` Sie warten seit ${formatMessageTime(chat.escalatedAt, now)}.`}
          </p>
        ) : (
          <p>
            <strong>Unser Team antwortet Ihnen.</strong> Neue Nachrichten erscheinen hier von selbst.
          </p>
        )}
        {waits && isAsking ? (
          <EndQuestion onEnd={onEnd} onStay={() => setAsking(false)} />
        ) : (
          <button type="button" className="link-alone" onClick={() => (waits ? setAsking(true) : onEnd())}>
            Chat beenden
          </button>
        )}
      </div>
    </div>
  );
}

/** Ending a chat that waits leaves the line. */
function EndQuestion({ onEnd, onStay }: { onEnd: () => void; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <fieldset className="bare-fieldset flex flex-wrap items-center gap-x-4">
      <legend className="p-0 font-semibold">Wirklich beenden? Dann antwortet Ihnen niemand mehr.</legend>
      <button type="button" className="link-alone" onClick={onEnd}>
        Ja, Chat beenden
      </button>
      <button ref={stay} type="button" className="link-alone" onClick={onStay}>
        Weiter warten
      </button>
    </fieldset>
  );
}

function ConnectionHint() {
  // A socket that was refused is no lost connection: messages go out.
  const away = useConnectionState() === 'lost';
  return (
    <p
      className="flex-none py-2 px-5 border-b border-border bg-bg text-xs text-muted empty:absolute empty:p-0 empty:border-0"
      role="status"
    >
      {away && 'Keine Verbindung. Was Sie schreiben, wird gesendet, sobald sie wieder da ist.'}
    </p>
  );
}

interface ChatComposerProps {
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  fieldRef: Ref<HTMLTextAreaElement>;
}

/** From here on it is said how much is left. */
const COUNT_FROM = SUPPORT_LIMITS.messageLength - 200;

/** Enter sends, Shift+Enter begins a new line. */
function ChatComposer({ draft, onDraft, onSend, fieldRef }: ChatComposerProps) {
  const id = useId();
  const text = sendableText(draft);
  const left = SUPPORT_LIMITS.messageLength - text.length;
  const send = () => {
    if (text === '' || left < 0) return;
    onSend(text);
    onDraft('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    // Enter that ends a composition (accents, other scripts) belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="flex flex-none flex-wrap items-end gap-2 p-3 border-t border-border" onSubmit={submit}>
      <label className="vh" htmlFor={id}>
        Nachricht schreiben
      </label>
      <textarea
        ref={fieldRef}
        id={id}
        className={FIELD}
        rows={1}
        value={draft}
        placeholder="Nachricht schreiben"
        enterKeyHint="send"
        aria-describedby={`${id}-left`}
        aria-invalid={left < 0 || undefined}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Button look="primary" type="submit" icon={IconSend} disabled={left < 0}>
        <span className="vh">Senden</span>
      </Button>
      <p
        id={`${id}-left`}
        className="flex-[1_1_100%] text-xs text-muted empty:hidden data-over:text-text data-over:font-semibold"
        data-over={left < 0 || undefined}
      >
        {text.length >= COUNT_FROM &&
          (left >= 0 ? `Noch ${formatCount(left)} Zeichen` : `${formatCount(-left)} Zeichen zu viel`)}
      </p>
    </form>
  );
}
