// `npm start`: from a fresh clone to a running product. Installs and builds what is missing, then runs the server.
// No dependencies and no TypeScript here: this runs on whatever Node (20 or newer) the machine has.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/start.mjs').then(({ start }) => start());
