import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AuthFailure, AuthOutcome } from '../lib/auth-post.ts';
import { asksForProof } from '../lib/reauthenticate.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

interface Reauthentication {
  /**
   * Does something that the server may refuse until the person has said once more who they are. Then it asks, and does it
   * once again. Whoever gives up gets the refusal as it came: returned or thrown.
   */
  run: <T>(action: () => Promise<T>) => Promise<T>;
  /** The same for what already brings the password: only a code is asked for. That it is wrong is returned, not said here. */
  runWithPassword: <T>(password: string, action: () => Promise<T>) => Promise<T | AuthFailure>;
  /** To be rendered wherever the action is started: where that is a dialog, inside it. */
  dialog: ReactNode;
}

/** Only inside the app's layout, which knows the profile. */
export function useReauthentication(): Reauthentication {
  const [opened, setOpened] = useState(false);
  // Outlives the question, because the dialog is still seen while it closes.
  const [password, setPassword] = useState<string>();
  /** Gets null from whoever gives up. */
  const answer = useRef<(outcome: AuthOutcome | null) => void>(undefined);

  const refusal = useRef<AuthFailure>(undefined);

  const settle = (outcome: AuthOutcome | null) => {
    answer.current?.(outcome);
    answer.current = undefined;
  };
  const finish = (outcome: AuthOutcome | null) => {
    setOpened(false);
    if (outcome === null || outcome.ok) settle(outcome);
    else refusal.current = outcome;
  };
  // Whoever is refused moves the focus to what was wrong, and the dialog would take it back while it closes.
  const tellRefusal = () => {
    if (refusal.current) settle(refusal.current);
    refusal.current = undefined;
  };
  const ask = (known?: string) =>
    new Promise<AuthOutcome | null>((resolve) => {
      answer.current?.(null);
      answer.current = resolve;
      setPassword(known);
      setOpened(true);
    });
  // Whoever leaves the page has given up.
  useEffect(() => () => answer.current?.(null), []);

  const run = async <T,>(action: () => Promise<T>): Promise<T> => {
    let refused: T;
    try {
      refused = await action();
      if (!asksForProof(refused)) return refused;
    } catch (error) {
      if (asksForProof(error) && (await ask())?.ok) return action();
      throw error;
    }
    return (await ask())?.ok ? action() : refused;
  };

  const runWithPassword = async <T,>(known: string, action: () => Promise<T>): Promise<T | AuthFailure> => {
    const refused = await action();
    if (!asksForProof(refused)) return refused;
    const outcome = await ask(known);
    if (outcome === null) return refused;
    return outcome.ok ? action() : outcome;
  };

  return {
    run,
    runWithPassword,
    dialog: (
      <ReauthenticationDialog opened={opened} password={password} onAnswer={finish} onClosed={tellRefusal} />
    ),
  };
}
