import { contract, touchedBy } from '@botdepot/contract';
import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

/** What every operation is described with. Errors and live messages do without; rules have shapes of their own, on their page alone. */
const SHAPES = /[\\/]packages[\\/]contract[\\/]src[\\/](operation|shapes)\.ts$/;
const REPLACED = /[\\/]app[\\/]lib[\\/]server[\\/]contract-routes\.ts$/;

/**
 * Puts the routes of the contract into the build instead of the contract. A browser needs methods and paths; making the
 * shapes of all operations, which only the server checks, would keep it busy before the first page behind the login.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    load: (id) =>
      REPLACED.test(id)
        ? `export const routes = ${JSON.stringify(minifyContractRouter(contract), onlyRoutes)};
           export const touched = ${JSON.stringify(touchedBy(contract))};`
        : undefined,
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      if (files.some(({ modules }) => Object.keys(modules).some((id) => SHAPES.test(id))))
        this.error(
          'A browser would load shapes: what it needs of the contract stands in a file without them.',
        );
    },
  };
}

/** Summaries and tags are for who reads the API's description, and what an operation is for the server. */
function onlyRoutes(key: string, value: unknown): unknown {
  if (key === 'meta') return {};
  return ['summary', 'description', 'tags', 'operationId', 'spec'].includes(key) ? undefined : value;
}
