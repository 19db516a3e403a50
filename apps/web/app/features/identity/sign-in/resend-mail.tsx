import { useId, useState } from 'react';
import { NBSP } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import type { AuthOutcome } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';

/** The line of the answer stays, so that nothing moves when it comes. */
const RESEND = "grid gap-2 [&>[role='status']]:min-h-5 max-md:[&>[role='status']]:min-h-10";

interface ResendMailProps {
  onResend: () => Promise<AuthOutcome>;
  /** The same words whatever the address is: they give nothing away. */
  done: string;
  /** A message is on its way already, so the first repetition has to wait as well. */
  justSent: boolean;
}

/** Shorter than the server's own limit; it keeps the impatient from using that up within a minute. */
const COOLDOWN_MS = 60_000;

export function ResendMail({ onResend, done, justSent }: ResendMailProps) {
  const [readyAt, setReadyAt] = useState(() => (justSent ? Date.now() + COOLDOWN_MS : 0));
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<AuthOutcome>();
  const waitId = useId();
  const waitS = Math.ceil((readyAt - useNow(500)) / 1000);
  const waiting = waitS > 0;

  const resend = async () => {
    if (waiting) return;
    setPending(true);
    setOutcome(undefined);
    const answer = await onResend();
    setPending(false);
    setOutcome(answer);
    if (answer.ok) setReadyAt(Date.now() + COOLDOWN_MS);
  };

  return (
    <div className={RESEND}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          pending={pending}
          aria-disabled={waiting || undefined}
          aria-describedby={waiting ? waitId : undefined}
          onClick={resend}
        >
          Erneut senden
        </Button>
        {waiting && (
          <span className="small muted tnum" id={waitId}>
            {`Wieder möglich in ${waitS}${NBSP}s`}
          </span>
        )}
      </div>
      <p className="small" role="status">
        {outcome?.ok && done}
      </p>
      {outcome && !outcome.ok && <FieldProblem>{failureText(outcome)}</FieldProblem>}
    </div>
  );
}
