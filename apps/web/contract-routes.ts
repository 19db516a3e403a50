import { contract } from '@botdepot/contract';
import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

const REPLACED = /[\\/]app[\\/]lib[\\/]contract-routes\.ts$/;

/**
 * Puts the routes of the contract into the build instead of the contract. A browser needs methods and paths; making the
 * shapes of all operations, which only the server checks, would keep it busy before the first page behind the login.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    load: (id) =>
      REPLACED.test(id)
        ? `export const routes = ${JSON.stringify(minifyContractRouter(contract), onlyRoutes)};`
        : undefined,
  };
}

/** Summaries and tags are for who reads the API's description. */
function onlyRoutes(key: string, value: unknown): unknown {
  return ['summary', 'description', 'tags', 'operationId', 'spec'].includes(key) ? undefined : value;
}
