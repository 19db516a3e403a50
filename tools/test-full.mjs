// `npm run test:full`: what `npm test` repeats a few times only, as often as it takes to find what is rare.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/test.mjs').then(({ testFull }) => testFull());
