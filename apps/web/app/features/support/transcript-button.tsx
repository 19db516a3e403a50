import { clsx } from 'clsx';
import { useState } from 'react';
import { errorText } from '../../lib/server/api.ts';
import { useCommand } from '../../lib/server/use-command.ts';
import { Button } from '../../ui/form/button.tsx';

const TRANSCRIPT = clsx(
  '[&_p]:mt-1 [&_p]:text-[12px]/4 [&_p]:text-muted [&_p]:wrap-anywhere',
  "[&_p:empty]:hidden [&_p[role='alert']]:text-text",
);

/** Sends the chat to the own address; the answer stands below the button. */
export function TranscriptButton({ chatId }: { chatId: string }) {
  const [sentTo, setSentTo] = useState<string>();
  const { run, pending, error } = useCommand('support.sendTranscript', {
    onDone: (answer) => setSentTo(answer.sentTo),
  });
  return (
    <div className={TRANSCRIPT}>
      <Button look="quiet" wide pending={pending} onClick={() => run({ id: chatId })}>
        Gesprächsverlauf per E-Mail senden
      </Button>
      <p role="status">{sentTo && `Gesendet an ${sentTo}.`}</p>
      {error !== null && <p role="alert">{errorText(error)}</p>}
    </div>
  );
}
