import { contract, type Traits } from '@botdepot/contract';

export type Operation = {
  name: string;
  method: string;
  path: string;
  traits: Traits;
  /** It takes an Idempotency-Key, as everything does that moves money; some others do as well. */
  movesMoney: boolean;
};

/** Every operation of the API. */
export function listOperations(): Operation[] {
  return Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations).map(
      ([
        operation,
        {
          '~orpc': { route, meta },
        },
      ]) => ({
        name: `${module}.${operation}`,
        method: route.method ?? '',
        path: route.path ?? '',
        traits: meta,
        movesMoney: meta.key !== null,
      }),
    ),
  );
}
