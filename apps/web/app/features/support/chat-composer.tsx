import { SUPPORT_LIMITS } from '@botdepot/contract';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { sendableText } from './sendable-text.ts';
import classes from './support.module.css';

interface ChatComposerProps {
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  fieldRef: Ref<HTMLTextAreaElement>;
}

/** From here on it is said how much is left. */
const COUNT_FROM = SUPPORT_LIMITS.messageLength - 200;

/** Enter sends, Shift+Enter begins a new line. */
export function ChatComposer({ draft, onDraft, onSend, fieldRef }: ChatComposerProps) {
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
    <form className={classes.composer} onSubmit={submit}>
      <label className="vh" htmlFor={id}>
        Nachricht schreiben
      </label>
      <textarea
        ref={fieldRef}
        id={id}
        className={classes.field}
        rows={1}
        value={draft}
        placeholder="Nachricht schreiben"
        enterKeyHint="send"
        aria-describedby={`${id}-left`}
        aria-invalid={left < 0 || undefined}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Button look="primary" type="submit" icon={IconSend} className={classes.send} disabled={left < 0}>
        <span className="vh">Senden</span>
      </Button>
      <p id={`${id}-left`} className={classes.left} data-over={left < 0 || undefined}>
        {text.length >= COUNT_FROM &&
          (left >= 0 ? `Noch ${formatCount(left)} Zeichen` : `${formatCount(-left)} Zeichen zu viel`)}
      </p>
    </form>
  );
}
