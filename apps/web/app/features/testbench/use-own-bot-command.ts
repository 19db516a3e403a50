import { toast } from '../../lib/page/toast.ts';
import { errorCode, errorText } from '../../lib/server/api.ts';
import { asksForProof } from '../../lib/server/reauthenticate.ts';
import {
  type Command,
  type CommandName,
  type InputOf,
  type ResultOf,
  useCommand,
} from '../../lib/server/use-command.ts';

interface OwnBotCommandOptions<Name> {
  /** Title of the toast where it failed. */
  failed: string;
  onDone: (result: ResultOf<Name>, input: InputOf<Name>) => void;
  onFailed?: () => void;
  /** As `useCommand` has it. */
  waits?: boolean;
}

/** A command of own bots; where it fails, a toast says the server's reason until it is tried again. */
export function useOwnBotCommand<Name extends CommandName>(
  name: Name,
  { failed, onFailed, ...options }: OwnBotCommandOptions<Name>,
): Command<Name> {
  const command = useCommand(name, {
    ...options,
    onFailed: (error) => {
      tellReason(failed, error);
      onFailed?.();
    },
  });
  return {
    ...command,
    run: (input) => {
      if (command.error !== null) toast.endError(failed, errorText(command.error));
      command.run(input);
    },
  };
}

/** Without a session the login follows and says why; who was asked for a proof knows it. */
export function tellReason(title: string, error: unknown): void {
  if (errorCode(error) !== 'UNAUTHENTICATED' && !asksForProof(error)) toast.error(title, errorText(error));
}
