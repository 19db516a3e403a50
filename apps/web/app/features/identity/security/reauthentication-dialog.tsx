import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { later } from '../../../lib/page/later.ts';
import type { AuthOutcome } from '../../../lib/server/auth-post.ts';
import { askWith } from '../../../lib/server/reauthenticate.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

const loadForm = later(() => import('./proof-form.tsx'));

/** The one question who is there, for whatever asks it: a session that was left open is not enough for what is about to happen. */
export function ReauthenticationDialog() {
  const [opened, setOpened] = useState(false);
  const [part, setPart] = useState<typeof import('./proof-form.tsx')>();
  // Outlives the question, because the dialog is still seen while it closes.
  const [password, setPassword] = useState<string>();
  const answer = useRef<(outcome: AuthOutcome | null) => void>(undefined);
  const refusal = useRef<AuthOutcome>(undefined);
  const settle = (outcome: AuthOutcome | null) => {
    answer.current?.(outcome);
    answer.current = undefined;
  };
  const onAnswer = (outcome: AuthOutcome | null) => {
    setOpened(false);
    // Anyone who is refused moves the focus to what was wrong, and the dialog would take it back while it closes.
    if (outcome && !outcome.ok) refusal.current = outcome;
    else settle(outcome);
  };
  const onClosed = () => {
    if (refusal.current) settle(refusal.current);
    refusal.current = undefined;
  };
  const { pathname } = useLocation();
  const giveUp = useEffectEvent(() => onAnswer(null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves the page has given up.
  useEffect(() => () => giveUp(), [pathname]);
  useEffect(
    () =>
      askWith(async (known) => {
        answer.current?.(null);
        // Here before the dialog is, which looks where the focus begins. Without it the refusal stays.
        const loaded = await loadForm().catch(() => undefined);
        if (!loaded) return null;
        setPart(loaded);
        setPassword(known);
        setOpened(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  return (
    <Dialog
      opened={opened}
      onClose={() => onAnswer(null)}
      onClosed={onClosed}
      title="Bitte bestätigen Sie, dass Sie es sind"
      size="30rem"
      above
      flush
    >
      {part && <part.ProofForm password={password} onAnswer={onAnswer} />}
    </Dialog>
  );
}
