import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './desk-composer.module.css';

interface ForeignChatProps {
  /** Whose chat it is. */
  email: string;
  onTakeOver: () => void;
  onSend: () => void;
  onCancel: () => void;
}

/** In the place of the send button: two people answering one customer without knowing of each other would confuse them. */
export function ForeignChat({ email, onTakeOver, onSend, onCancel }: ForeignChatProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className={classes.foreign} role="alertdialog" aria-label="Chat von jemand anderem">
      <Notice kind="warning" title={`${email} bearbeitet diesen Chat.`}>
        Ihre Antwort ist noch nicht gesendet.
      </Notice>
      <div className={classes.foreignActions}>
        <Button ref={first} size="sm" onClick={onCancel}>
          Nicht senden
        </Button>
        <Button size="sm" onClick={onSend}>
          Trotzdem senden
        </Button>
        <Button size="sm" look="primary" onClick={onTakeOver}>
          Übernehmen und senden
        </Button>
      </div>
    </div>
  );
}
