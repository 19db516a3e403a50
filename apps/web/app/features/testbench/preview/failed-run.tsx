import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type Answer, GONE } from './preview-messages.ts';

/** The practice market is made when it is first asked for. */
const ASK_AGAIN_MS = 3000;

interface FailedRunProps {
  failure: Extract<Answer, { kind: 'failed' }>;
  /** What could not be worked out: „Die Vorschau“. */
  what: string;
  retry: () => void;
}

/** Why a run did not come about, and the way on. While the prices are being made it is asked for again by itself. */
export function FailedRun({ failure, what, retry }: FailedRunProps) {
  const { symbol, status } = failure;
  const isBeingMade = status === 503;
  const askAgain = useEffectEvent(retry);
  useEffect(() => {
    if (!isBeingMade) return;
    const timer = setTimeout(() => askAgain(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isBeingMade]);
  if (isBeingMade)
    return (
      <Notice title="Die Kurse werden vorbereitet">Das geschieht einmal und dauert einige Sekunden.</Notice>
    );
  if (status === GONE)
    return (
      <Notice kind="warning" title="Ihre Datei ist nicht mehr in diesem Browser">
        Sie wurde in einem anderen Fenster entfernt oder ersetzt. Bitte laden Sie diese Seite neu.
      </Notice>
    );
  return (
    <Notice
      kind="warning"
      title={symbol === null ? `${what} nicht rechnen.` : `Die Kurse von ${symbol} sind gerade nicht da.`}
    >
      <p className="mb-2">
        {status === 409
          ? 'Für diesen Markt gibt es hier keine Kurse. Entfernen Sie ihn, oder testen Sie auf anderen Kursen.'
          : 'Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.'}
      </p>
      <Button onClick={retry}>Erneut versuchen</Button>
    </Notice>
  );
}
