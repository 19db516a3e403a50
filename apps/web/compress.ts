import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { builtFiles, readBuilt, writeBuilt } from './built-files.ts';
import { HASHES } from './script-hashes.ts';

const PACKED = ['.html', '.js', '.css', '.json', '.svg', '.webmanifest'];
/** Below this nothing is won. */
const LEAST_BYTES = 1024;

const pack = promisify(brotliCompress);

/**
 * Packs what browsers load with Brotli. It takes seconds, so the server, which packs with gzip when it starts, finds this done. The
 * best setting takes more than twice as long as this one, for 2 % fewer bytes. Returns how many files it packed.
 */
export async function compress(): Promise<number> {
  // All at once: the work is done by the threads of the pool.
  const packed = await Promise.all(
    builtFiles(PACKED).map(async (file) => {
      const body = Buffer.from(readBuilt(file));
      if (file === HASHES || body.length <= LEAST_BYTES) return false;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      writeBuilt(`${file}.br`, await pack(body, { params }));
      return true;
    }),
  );
  return packed.filter(Boolean).length;
}
