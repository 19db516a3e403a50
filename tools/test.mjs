// `npm test`: everything there is to check, also on a fresh clone. The last line is „N passed, N failed“.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/test.mjs').then(({ test }) => test());
