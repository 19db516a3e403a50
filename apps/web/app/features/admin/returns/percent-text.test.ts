import { describe, expect, it } from 'vitest';
import { percentLabel, percentOnWire, readPercentText, steppedPercent } from './percent-text.ts';

describe('a percentage as it is typed', () => {
  it.each([
    ['0,5', 50n],
    ['0.5', 50n],
    ['+2,0 %', 200n],
    ['-0,5', -50n],
    ['−12,25', -1_225n],
    ['–1', -100n],
    ['100', 10_000n],
    ['-99,99', -9_999n],
  ])('%s is understood', (text, hundredths) => {
    expect(readPercentText(text)).toEqual({ hundredths, problem: null });
  });

  it.each(['', '  ', '0', '0,00', '-0'])('%j is no return and no mistake', (text) => {
    expect(readPercentText(text)).toEqual({ hundredths: null, problem: null });
  });

  it.each(['abc', '1.000,5', '1,234', '--1', '5e1', '-100', '100,01', '1 000'])(
    '%j is refused with a reason',
    (text) => {
      const { hundredths, problem } = readPercentText(text);
      expect(hundredths).toBeNull();
      expect(problem).toMatch(/\.$/);
    },
  );

  it('is written with one decimal, or two where they say something', () => {
    expect([50n, -50n, 200n, 1_225n, 1n].map(percentLabel)).toEqual([
      '+0,5\u00a0%',
      '−0,5\u00a0%',
      '+2,0\u00a0%',
      '+12,25\u00a0%',
      '+0,01\u00a0%',
    ]);
    expect([50n, -5n, 10_000n].map(percentOnWire)).toEqual(['0.50', '-0.05', '100.00']);
  });

  it('goes in steps of 0.1 and stays within its bounds', () => {
    expect(steppedPercent('', 1)).toBe('+0,1');
    expect(steppedPercent('0,1', -1)).toBe('0,0');
    expect(steppedPercent('0,0', -1)).toBe('−0,1');
    expect(steppedPercent('100', 1)).toBe('100');
    expect(steppedPercent('-99,95', -1)).toBe('-99,95');
  });
});
