import { expect, test } from 'vitest';
import { formatFineAmount } from './fine-amount.ts';

test.each([
  [0n, '0,0000'],
  [12_300n, '0,0123'],
  [-12_300n, '−0,0123'],
  [-100n, '−0,0001'],
  [1_234_567_899_900n, '1.234.567,8999'],
])('%s is written %s', (amount, text) => {
  expect(formatFineAmount(amount)).toBe(text);
});
