import { contract } from '@botdepot/contract';

/** Methods and paths of every operation. The build replaces this file by just them (`contract-routes.ts` beside the app). */
export const routes = contract;
