// `npm run test:full`: what `npm test` leaves out or repeats a few times only. The last line is „N passed, N failed“.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/test.mjs').then(({ testFull }) => testFull());
