// `npm run pictures`: the dashboard for the landing page, anew. `npm run pictures -- REVISION [SPEC …]`: what looks different in
// the web of the work tree than in that of a revision.
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./setup/pictures.mjs').then(({ pictures }) => pictures(process.argv.slice(2)));
