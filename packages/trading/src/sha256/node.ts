import { createHash } from 'node:crypto';

/** SHA-256 over the parts one after the other, text as UTF-8; 32 bytes. */
export function sha256(parts: Iterable<string | Uint8Array>): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
