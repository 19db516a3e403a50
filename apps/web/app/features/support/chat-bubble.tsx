import type { SupportMessage } from '@botdepot/contract';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import type { OutgoingMessage } from './outgoing.ts';
import { formatMessageTime, GIVEN_BY, SENDERS } from './support-texts.ts';

const BUBBLE = clsx(
  'w-fit max-w-full py-2.5 px-3.5 border border-border rounded-[10px_10px_10px_2px] bg-surface',
  '[[data-own]>&]:ml-auto [[data-own]>&]:border-transparent [[data-own]>&]:rounded-[10px_10px_2px_10px]',
  '[[data-own]>&]:bg-primary-soft [[data-state]>&]:border [[data-state]>&]:border-dashed',
  '[[data-state]>&]:border-control [[data-state]>&]:bg-surface',
);
const TYPING = clsx(
  'inline-flex items-center gap-1 h-5 [&_i]:size-1.5 [&_i]:rounded-[50%] [&_i]:bg-muted',
  'motion-safe:[&_i]:animate-[type_1.2s_ease-in-out_infinite]',
  'motion-safe:[&_i:nth-child(3)]:[animation-delay:0.2s]',
  'motion-safe:[&_i:nth-child(4)]:[animation-delay:0.4s]',
);

interface ChatBubbleProps {
  message: SupportMessage;
  now: number;
  /** The team has read it. */
  read: boolean;
}

/** What somebody said. It is text and nothing else: an address in it is no link. */
export function ChatBubble({ message, now, read }: ChatBubbleProps) {
  const time = formatMessageTime(message.createdAt, now);
  if (message.senderType === 'user') {
    return (
      <div className="max-w-[86%] text-sm data-own:self-end" data-own>
        <Said by="Sie">{message.message}</Said>
        <p className="text-xs text-muted mt-1 text-right">{read ? `${time} · gelesen` : time}</p>
      </div>
    );
  }
  const sender = SENDERS[message.senderType];
  return (
    <div className="max-w-[86%] text-sm data-own:self-end">
      <p className="text-xs text-muted mb-1">
        {sender} · {time}
      </p>
      <div className={BUBBLE}>
        <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
        {message.facts.length > 0 && (
          <Ledger
            caption={`Angaben ${GIVEN_BY[message.senderType]}`}
            compact
            className="[--amt:11rem] mt-2 [&_tr:last-child>*]:border-b-0"
            lines={message.facts.map(({ label, value }) => ({ label, amount: value }))}
          />
        )}
      </div>
    </div>
  );
}

function Said({ by, children }: { by: string; children: ReactNode }) {
  return (
    <div className={BUBBLE}>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <span className="vh">{by}: </span>
        {children}
      </p>
    </div>
  );
}

interface OutgoingBubbleProps {
  message: OutgoingMessage;
  onRetry: () => void;
  onDiscard: () => void;
}

const STATES = {
  sending: 'Wird gesendet',
  offline: 'Wird gesendet, sobald die Verbindung zurück ist',
  waiting: 'Wartet',
  failed: 'Nicht gesendet',
} as const;

/** A message that the server has not taken yet. */
export function OutgoingBubble({ message, onRetry, onDiscard }: OutgoingBubbleProps) {
  const failed = message.state === 'failed';
  return (
    <div className="max-w-[86%] text-sm data-own:self-end" data-own data-state={message.state}>
      <Said by="Sie">{message.text}</Said>
      <p className="text-xs text-muted mt-1 text-right">{STATES[message.state]}</p>
      {failed && (
        <>
          {message.problem && <p className="mt-0.5 text-xs text-right">{message.problem}</p>}
          <p className="flex justify-end gap-4">
            <button type="button" className="link-alone" onClick={onRetry}>
              Erneut senden
            </button>
            <button type="button" className="link-alone" onClick={onDiscard}>
              Verwerfen
            </button>
          </p>
        </>
      )}
    </div>
  );
}

/** Three dots that stand still under reduced motion. */
export function TypingBubble() {
  return (
    <div className="max-w-[86%] text-sm data-own:self-end">
      <p className="text-xs text-muted mb-1">{SENDERS.bot}</p>
      <div className={BUBBLE}>
        <span className={TYPING}>
          <span className="vh">Der Assistent schreibt</span>
          <i />
          <i />
          <i />
        </span>
      </div>
    </div>
  );
}
