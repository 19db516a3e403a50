import { useMutation } from '@tanstack/react-query';
import { api, errorText } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import classes from './support.module.css';

/** Sends the chat to the own address; the answer stands below the button. */
export function TranscriptButton({ chatId }: { chatId: string }) {
  const transcript = useMutation({ mutationFn: () => api.support.sendTranscript({ id: chatId }) });
  return (
    <div className={classes.transcript}>
      <Button look="quiet" wide pending={transcript.isPending} onClick={() => transcript.mutate()}>
        Gesprächsverlauf per E-Mail senden
      </Button>
      <p role="status">{transcript.data && `Gesendet an ${transcript.data.sentTo}.`}</p>
      {transcript.error && <p role="alert">{errorText(transcript.error)}</p>}
    </div>
  );
}
