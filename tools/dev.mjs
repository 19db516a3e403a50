// `npm run dev`: the server restarts and the pages reload as you save.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/dev.mjs').then(({ dev }) => dev());
