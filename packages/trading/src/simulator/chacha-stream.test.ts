import { expect, test } from 'vitest';
import { CELL, fillRandomWords, streamKey } from './chacha-stream.ts';

const words = (
  seed: string,
  kind: keyof typeof CELL,
  index: number,
  stream: number,
  count: number,
): number[] => {
  const into = new Uint32Array(count);
  fillRandomWords(streamKey(seed), { kind: CELL[kind], index, stream }, into);
  return Array.from(into);
};

test('the core reproduces the published ChaCha8 test vector for the zero key', () => {
  const block = new Uint32Array(16);
  // The vector has nonce zero; no cell of ours does, so the kind is forced.
  fillRandomWords(new Uint32Array(8), { kind: 0 as unknown as 1, index: 0, stream: 0 }, block);
  const bytes = new DataView(block.buffer);
  const hex = Array.from(block, (word, at) => {
    bytes.setUint32(at * 4, word, true);
    return [0, 1, 2, 3]
      .map((byte) =>
        bytes
          .getUint8(at * 4 + byte)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('');
  }).join('');
  expect(hex).toBe(
    '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e' +
      '984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42',
  );
});

test('a shorter array gets a prefix of a longer one', () => {
  expect(words('s', 'tick', 7, 0, 21)).toEqual(words('s', 'tick', 7, 0, 100).slice(0, 21));
});

test('seed, kind, index and stream each give other numbers', () => {
  const cells = [
    words('s', 'tick', 7, 0, 4),
    words('t', 'tick', 7, 0, 4),
    words('s', 'hour', 7, 0, 4),
    words('s', 'tick', 8, 0, 4),
    words('s', 'tick', 7, 1, 4),
  ];
  expect(new Set(cells.map(String)).size).toBe(cells.length);
});

test('an empty seed is refused', () => {
  expect(() => streamKey('')).toThrow(RangeError);
});
