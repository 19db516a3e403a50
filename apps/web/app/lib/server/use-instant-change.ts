import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CommandName, call, type InputOf, type ResultOf } from './use-command.ts';

interface InstantChange<Name> {
  /** What shows it. */
  keys: readonly QueryKey[];
  /** Changes what is shown, before the server has answered. */
  show: (input: InputOf<Name>) => void;
}

/**
 * For what moves no money: shown at once, and taken back when the server did not take it. Changes of the same keys go out one
 * after the other, so that the last one stays, and only the last one asks again: an earlier answer knows nothing yet of a later
 * change.
 */
export function useInstantChange<Name extends CommandName>(name: Name, { keys, show }: InstantChange<Name>) {
  const client = useQueryClient();
  const mutationKey = ['instant', ...keys];
  return useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (input: InputOf<Name>): Promise<ResultOf<Name>> => call(name, input),
    onMutate: async (input) => {
      // An answer that is on its way would still say what was before.
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
      const before = keys.flatMap((queryKey) => client.getQueriesData({ queryKey }));
      show(input);
      return () => {
        for (const [key, data] of before) client.setQueryData(key, data);
      };
    },
    onError: (_error, _input, undo) => undo?.(),
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
  });
}
