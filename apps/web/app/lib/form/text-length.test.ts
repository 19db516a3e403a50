import { describe, expect, it } from 'vitest';
import { lengthProblem } from './text-length.ts';

describe('the length of a text', () => {
  it.each([
    ['', null],
    ['abc', null],
    ['  abc \n', null],
    ['abcd', 'Höchstens 3 Zeichen.'],
  ])('of %j is judged without the space around it', (text, problem) => {
    expect(lengthProblem(text, 3)).toBe(problem);
  });

  it('is said as numbers are written in German', () => {
    expect(lengthProblem('a'.repeat(2001), 2000)).toBe('Höchstens 2.000 Zeichen.');
  });
});
