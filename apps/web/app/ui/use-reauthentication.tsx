import { type ReactNode, useEffect, useRef, useState } from 'react';
import { asksForProof } from '../lib/reauthenticate.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

interface Reauthentication {
  /**
   * Does something that the server may refuse until the person has said once more who they are. Then it asks, and does it
   * once again. Whoever gives up gets the refusal as it came: returned or thrown.
   */
  run: <T>(action: () => Promise<T>) => Promise<T>;
  /** To be rendered wherever the action is started. */
  dialog: ReactNode;
}

/** Only inside the app's layout, which knows the profile. */
export function useReauthentication(): Reauthentication {
  const [opened, setOpened] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);

  const finish = (confirmed: boolean) => {
    setOpened(false);
    answer.current?.(confirmed);
    answer.current = undefined;
  };
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current?.(false);
      answer.current = resolve;
      setOpened(true);
    });
  // Whoever leaves the page has given up.
  useEffect(() => () => answer.current?.(false), []);

  const run = async <T,>(action: () => Promise<T>): Promise<T> => {
    let refused: T;
    try {
      refused = await action();
      if (!asksForProof(refused)) return refused;
    } catch (error) {
      if (asksForProof(error) && (await ask())) return action();
      throw error;
    }
    return (await ask()) ? action() : refused;
  };

  return {
    run,
    dialog: (
      <ReauthenticationDialog
        opened={opened}
        onConfirmed={() => finish(true)}
        onCancel={() => finish(false)}
      />
    ),
  };
}
