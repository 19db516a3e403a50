// Runs last: packs what browsers load for every page with Brotli. It takes seconds at its best setting, so the server, which
// packs with gzip when it starts, finds this done.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const CLIENT = fileURLToPath(new URL('build/client', import.meta.url));
const PACKED = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest']);
/** Below this nothing is won. */
const LEAST_BYTES = 1024;

const pack = promisify(brotliCompress);

const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && PACKED.has(extname(entry.name)) && entry.name !== 'csp.json')
  .map((entry) => join(entry.parentPath, entry.name));

// All at once: the work is done by the threads of the pool.
await Promise.all(
  files.map(async (file) => {
    const body = readFileSync(file);
    if (body.length <= LEAST_BYTES) return;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    writeFileSync(`${file}.br`, await pack(body, { params }));
  }),
);
console.log(`compress: ${files.length} files`);
