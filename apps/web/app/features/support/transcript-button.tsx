import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import classes from './support.module.css';

/** Sends the chat to the own address; the answer stands below the button. */
export function TranscriptButton({ chatId }: { chatId: string }) {
  const [sentTo, setSentTo] = useState<string>();
  const { run, pending, error } = useCommand('support.sendTranscript', {
    onDone: (answer) => setSentTo(answer.sentTo),
  });
  return (
    <div className={classes.transcript}>
      <Button look="quiet" wide pending={pending} onClick={() => run({ id: chatId })}>
        Gesprächsverlauf per E-Mail senden
      </Button>
      <p role="status">{sentTo && `Gesendet an ${sentTo}.`}</p>
      {error !== null && <p role="alert">{errorText(error)}</p>}
    </div>
  );
}
