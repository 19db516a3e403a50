import { describe, expect, it, test } from 'vitest';
import { directionOfFraction, formatCount, formatDecimal, formatPercent, perHundred } from './numbers.ts';

describe('figures that are not money', () => {
  it('writes percentages with sign, U+2212 and a non-breaking space', () => {
    expect(formatPercent(0.0167, { sign: 'always' })).toBe('+1,67\u00a0%');
    expect(formatPercent(-0.0229)).toBe('\u22122,29\u00a0%');
    expect(formatPercent(0.0167)).toBe('1,67\u00a0%');
  });

  it('gives what rounds to zero no sign and no direction', () => {
    expect(formatPercent(-0.00001, { sign: 'always' })).toBe('0,00\u00a0%');
    expect(directionOfFraction(-0.00001)).toBe('level');
    expect(directionOfFraction(-0.0002)).toBe('down');
  });

  it('shows a dash for what is undefined', () => {
    expect(formatPercent(null)).toBe('–');
    expect(formatDecimal(Number.NaN)).toBe('–');
  });

  it('groups thousands', () => {
    expect(formatCount(1284)).toBe('1.284');
    expect(formatDecimal(-128440.19)).toBe('\u2212128.440,19');
  });
});

test.each([
  [0.67, '67'],
  [0, '0'],
  [0.0004, 'weniger als 1'],
  [0.999, 'mehr als 99'],
  [1, '100'],
])('%s of a whole is %s of a hundred', (share, text) => {
  expect(perHundred(share)).toBe(text);
});
