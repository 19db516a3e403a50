import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** What `node.ts` does, where there is no Node; Web Crypto would make every caller wait for an answer. */
export function sha256(parts: Iterable<string | Uint8Array>): Uint8Array {
  const hash = hasher.create();
  for (const part of parts) hash.update(typeof part === 'string' ? utf8ToBytes(part) : part);
  return hash.digest();
}
