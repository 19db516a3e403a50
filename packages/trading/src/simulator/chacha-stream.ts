/**
 * Random numbers by address: `fillRandomWords(key, cell, words)` is a pure function of the seed's key and the cell, so
 * any part of the path can be computed without the parts before it. ChaCha with 8 rounds (Bernstein 2008) is the
 * generator because it is one: published prices reveal nothing about the seed or about prices to come, which a fast
 * statistical generator could not promise, and it costs only about 10 ns per word.
 */

import { createHash } from 'node:crypto';

/** Eight 32-bit words. */
export type StreamKey = Uint32Array;

/** SHA-256 of the seed (UTF-8) as a key. @throws RangeError for an empty seed. */
export function streamKey(seed: string): StreamKey {
  if (seed.length === 0) throw new RangeError('the seed must not be empty');
  const digest = createHash('sha256').update(seed, 'utf8').digest();
  return Uint32Array.from({ length: 8 }, (_, word) => digest.readUInt32LE(word * 4));
}

/** What a cell's numbers are used for; part of its address, so uses never share numbers. */
export const CELL = { hour: 1, minute: 2, tick: 3, fatTail: 4, news: 5, jump: 6 } as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Address of a cell: its kind, its index in time (below 2^32) and the noise stream (0 = market, 1 = events). */
export interface Cell {
  readonly kind: CellKind;
  readonly index: number;
  readonly stream: number;
}

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
const DOUBLE_ROUNDS = 4;

/**
 * Fills `words` with the cell's numbers from its beginning. The last partial block is computed whole, so a shorter
 * array gets a prefix of a longer one.
 */
export function fillRandomWords(key: StreamKey, cell: Cell, words: Uint32Array): void {
  const k0 = key[0]!;
  const k1 = key[1]!;
  const k2 = key[2]!;
  const k3 = key[3]!;
  const k4 = key[4]!;
  const k5 = key[5]!;
  const k6 = key[6]!;
  const k7 = key[7]!;
  const n0: number = cell.kind;
  const n1 = cell.index >>> 0;
  const n2 = cell.stream;
  const count = words.length;
  for (let offset = 0, block = 0; offset < count; offset += 16, block++) {
    let x0 = 0x61707865;
    let x1 = 0x3320646e;
    let x2 = 0x79622d32;
    let x3 = 0x6b206574;
    let x4 = k0;
    let x5 = k1;
    let x6 = k2;
    let x7 = k3;
    let x8 = k4;
    let x9 = k5;
    let x10 = k6;
    let x11 = k7;
    let x12 = block;
    let x13 = n0;
    let x14 = n1;
    let x15 = n2;
    for (let round = 0; round < DOUBLE_ROUNDS; round++) {
      // Columns.
      x0 = (x0 + x4) | 0;
      x12 = rotate(x12 ^ x0, 16);
      x8 = (x8 + x12) | 0;
      x4 = rotate(x4 ^ x8, 12);
      x0 = (x0 + x4) | 0;
      x12 = rotate(x12 ^ x0, 8);
      x8 = (x8 + x12) | 0;
      x4 = rotate(x4 ^ x8, 7);
      x1 = (x1 + x5) | 0;
      x13 = rotate(x13 ^ x1, 16);
      x9 = (x9 + x13) | 0;
      x5 = rotate(x5 ^ x9, 12);
      x1 = (x1 + x5) | 0;
      x13 = rotate(x13 ^ x1, 8);
      x9 = (x9 + x13) | 0;
      x5 = rotate(x5 ^ x9, 7);
      x2 = (x2 + x6) | 0;
      x14 = rotate(x14 ^ x2, 16);
      x10 = (x10 + x14) | 0;
      x6 = rotate(x6 ^ x10, 12);
      x2 = (x2 + x6) | 0;
      x14 = rotate(x14 ^ x2, 8);
      x10 = (x10 + x14) | 0;
      x6 = rotate(x6 ^ x10, 7);
      x3 = (x3 + x7) | 0;
      x15 = rotate(x15 ^ x3, 16);
      x11 = (x11 + x15) | 0;
      x7 = rotate(x7 ^ x11, 12);
      x3 = (x3 + x7) | 0;
      x15 = rotate(x15 ^ x3, 8);
      x11 = (x11 + x15) | 0;
      x7 = rotate(x7 ^ x11, 7);
      // Diagonals.
      x0 = (x0 + x5) | 0;
      x15 = rotate(x15 ^ x0, 16);
      x10 = (x10 + x15) | 0;
      x5 = rotate(x5 ^ x10, 12);
      x0 = (x0 + x5) | 0;
      x15 = rotate(x15 ^ x0, 8);
      x10 = (x10 + x15) | 0;
      x5 = rotate(x5 ^ x10, 7);
      x1 = (x1 + x6) | 0;
      x12 = rotate(x12 ^ x1, 16);
      x11 = (x11 + x12) | 0;
      x6 = rotate(x6 ^ x11, 12);
      x1 = (x1 + x6) | 0;
      x12 = rotate(x12 ^ x1, 8);
      x11 = (x11 + x12) | 0;
      x6 = rotate(x6 ^ x11, 7);
      x2 = (x2 + x7) | 0;
      x13 = rotate(x13 ^ x2, 16);
      x8 = (x8 + x13) | 0;
      x7 = rotate(x7 ^ x8, 12);
      x2 = (x2 + x7) | 0;
      x13 = rotate(x13 ^ x2, 8);
      x8 = (x8 + x13) | 0;
      x7 = rotate(x7 ^ x8, 7);
      x3 = (x3 + x4) | 0;
      x14 = rotate(x14 ^ x3, 16);
      x9 = (x9 + x14) | 0;
      x4 = rotate(x4 ^ x9, 12);
      x3 = (x3 + x4) | 0;
      x14 = rotate(x14 ^ x3, 8);
      x9 = (x9 + x14) | 0;
      x4 = rotate(x4 ^ x9, 7);
    }
    const last = count - offset;
    words[offset] = x0 + 0x61707865;
    if (last > 1) words[offset + 1] = x1 + 0x3320646e;
    if (last > 2) words[offset + 2] = x2 + 0x79622d32;
    if (last > 3) words[offset + 3] = x3 + 0x6b206574;
    if (last > 4) words[offset + 4] = x4 + k0;
    if (last > 5) words[offset + 5] = x5 + k1;
    if (last > 6) words[offset + 6] = x6 + k2;
    if (last > 7) words[offset + 7] = x7 + k3;
    if (last > 8) words[offset + 8] = x8 + k4;
    if (last > 9) words[offset + 9] = x9 + k5;
    if (last > 10) words[offset + 10] = x10 + k6;
    if (last > 11) words[offset + 11] = x11 + k7;
    if (last > 12) words[offset + 12] = x12 + block;
    if (last > 13) words[offset + 13] = x13 + n0;
    if (last > 14) words[offset + 14] = x14 + n1;
    if (last > 15) words[offset + 15] = x15 + n2;
  }
}
