import { SUPPORT_LIMITS } from '@botdepot/contract';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import classes from './desk.module.css';
import { useReply } from './desk.queries.ts';

/** Enter sends, Shift+Enter begins a new line. What was not taken stays in the field. */
export function DeskReply({ chatId }: { chatId: string }) {
  const [draft, setDraft] = useState('');
  const clientId = useRef(newKey());
  const { mutate, isPending, error, reset } = useReply();
  const field = useRef<HTMLTextAreaElement>(null);
  // The field comes after the messages, when the dialog has long placed the focus.
  useEffect(() => field.current?.focus(), []);
  const message = draft.trim();
  const tooLong = message.length > SUPPORT_LIMITS.messageLength;
  const send = () => {
    if (message === '' || tooLong || isPending) return;
    mutate(
      { id: chatId, clientId: clientId.current, message },
      {
        onSuccess: () => {
          clientId.current = newKey();
          setDraft('');
        },
      },
    );
  };
  const change = (text: string) => {
    // Another text is another message.
    clientId.current = newKey();
    if (error) reset();
    setDraft(text);
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
  const problem = tooLong
    ? `Höchstens ${SUPPORT_LIMITS.messageLength} Zeichen`
    : error
      ? errorText(error)
      : null;
  return (
    <form className={classes.reply} onSubmit={submit}>
      <TextAreaField
        ref={field}
        label="Antwort"
        rows={2}
        value={draft}
        readOnly={isPending}
        enterKeyHint="send"
        problem={problem}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
        data-autofocus
      />
      <div className={classes.send}>
        <span className="small muted">Enter sendet, Umschalt+Enter beginnt eine neue Zeile</span>
        <Button look="primary" type="submit" pending={isPending} disabled={tooLong}>
          Senden
        </Button>
      </div>
    </form>
  );
}
