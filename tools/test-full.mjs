// `npm run test:full`: what `npm test` leaves out or repeats a few times only. The last line is „N passed, N failed“.
// `-- --minutes N`: no part of the browser tests begins that would end later.
import { parseArgs } from 'node:util';
import { requireNode } from './setup/node-version.mjs';

requireNode();
const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (Number.isNaN(minutes)) throw new Error('--minutes braucht eine Zahl');
import('./setup/test.mjs').then(({ testFull }) => testFull(minutes));
