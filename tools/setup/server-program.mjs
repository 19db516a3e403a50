import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * What Node runs the server with, however it is started. A server mostly waits, and V8 then lets its heap grow by a tenth only before it goes
 * through all of it again, about once a minute: with 1,000 own bots that cost more than all their steps. So it may double.
 */
export const SERVER_PROGRAM = ['--heap-growing-percent=100', join(ROOT, 'apps', 'server', 'src', 'main.ts')];
