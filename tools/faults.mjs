// `npm run faults [-- WORD …]`: whether `npm test` notices what people get wrong, by a list of faults that are put in one at a time.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/faults.mjs').then(({ tryFaults }) => tryFaults(process.argv.slice(2)));
