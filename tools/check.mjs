// `npm run check`: types, lint, conventions and the pure tests, in seconds. Everything else is `npm test`.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/check.mjs').then(({ check }) => check());
