/**
 * The generator sfc32 (Chris Doty-Humphrey, PractRand): small, fast and the same in every JavaScript engine, since it only
 * adds, shifts and xors 32-bit integers.
 *
 * @param seed at least 16 bytes, read as four big-endian words; by convention the SHA-256 of a key in words. Hashing is the
 * caller's, so that this runs wherever there is some.
 * @returns a function that gives the next integer from 0 to 2³² − 1; the first twelve are thrown away.
 */
export function sfc32(seed: Uint8Array): () => number {
  const words = new DataView(seed.buffer, seed.byteOffset, 16);
  let a = words.getInt32(0);
  let b = words.getInt32(4);
  let c = words.getInt32(8);
  let counter = words.getInt32(12);
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let thrownAway = 0; thrownAway < 12; thrownAway++) next();
  return next;
}
