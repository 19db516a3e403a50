import { contract, touchedBy } from '@botdepot/contract';

/** Methods and paths of every operation. The build replaces this file by just what it makes (`contract-routes.ts` beside the app). */
export const routes = contract;
export const touched = touchedBy(contract);
