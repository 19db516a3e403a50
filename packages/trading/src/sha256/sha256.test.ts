import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as browser from './browser.ts';
import * as node from './node.ts';

test('the same bytes in browsers as in Node, text and columns alike', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect([...browser.sha256(parts)]).toEqual([...node.sha256(parts)]);
    }),
  );
  expect(Buffer.from(browser.sha256(['abc'])).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
