import { contract } from '@botdepot/contract';
import { isContractProcedure } from '@orpc/contract';

export type Operation = {
  name: string;
  method: string;
  path: string;
  /** It takes an Idempotency-Key, as everything does that moves money; some others do as well. */
  movesMoney: boolean;
};

/** Every operation of the API. */
export function listOperations(): Operation[] {
  return Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations).map(([operation, procedure]) => {
      if (!isContractProcedure(procedure)) throw new Error(`${module}.${operation} is no procedure`);
      const { route, errorMap } = procedure['~orpc'];
      const movesMoney = 'IDEMPOTENCY_KEY_REQUIRED' in errorMap;
      return {
        name: `${module}.${operation}`,
        method: route.method ?? '',
        path: route.path ?? '',
        movesMoney,
      };
    }),
  );
}
