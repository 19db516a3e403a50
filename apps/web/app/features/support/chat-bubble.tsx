import type { SupportMessage } from '@botdepot/contract';
import type { ReactNode } from 'react';
import { Ledger } from '../../ui/ledger.tsx';
import { formatMessageTime } from './message-time.ts';
import type { OutgoingMessage } from './outgoing.ts';
import classes from './support.module.css';
import { GIVEN_BY, SENDERS } from './support-texts.ts';

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
      <div className={classes.message} data-own>
        <Said by="Sie">{message.message}</Said>
        <p className={classes.foot}>{read ? `${time} · gelesen` : time}</p>
      </div>
    );
  }
  const sender = SENDERS[message.senderType];
  return (
    <div className={classes.message}>
      <p className={classes.who}>
        {sender} · {time}
      </p>
      <div className={classes.bubble}>
        <p className={classes.text}>{message.message}</p>
        {message.facts.length > 0 && (
          <Ledger
            caption={`Angaben ${GIVEN_BY[message.senderType]}`}
            compact
            className={classes.facts}
            lines={message.facts.map(({ label, value }) => ({ label, amount: value }))}
          />
        )}
      </div>
    </div>
  );
}

function Said({ by, children }: { by: string; children: ReactNode }) {
  return (
    <div className={classes.bubble}>
      <p className={classes.text}>
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
    <div className={classes.message} data-own data-state={message.state}>
      <Said by="Sie">{message.text}</Said>
      <p className={classes.foot}>{STATES[message.state]}</p>
      {failed && (
        <>
          {message.problem && <p className={classes.problem}>{message.problem}</p>}
          <p className={classes.again}>
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
    <div className={classes.message}>
      <p className={classes.who}>{SENDERS.bot}</p>
      <div className={classes.bubble}>
        <span className={classes.typing}>
          <span className="vh">Der Assistent schreibt</span>
          <i />
          <i />
          <i />
        </span>
      </div>
    </div>
  );
}
