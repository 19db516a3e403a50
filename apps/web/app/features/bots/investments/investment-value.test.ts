import { fromWire } from '@botdepot/money';
import { describe, expect, it, test } from 'vitest';
import { formatFineAmount, valueAt } from './investment-value.ts';

const active = {
  status: 'active',
  units: '1930.464848123456',
  usdInitialAmount: '2000.00',
  usdCurrentAmount: '2070.41',
} as const;

describe('the value of an investment', () => {
  it('is units times NAV, rounded down to the cent', () => {
    // 1930.464848123456 × 1.072503 = 2070.4293…
    expect(valueAt(active, '1.072503').value).toBe(fromWire('2070.42'));
  });

  it('is what the API gave while there is no NAV', () => {
    expect(valueAt(active, null)).toEqual({
      value: fromWire('2070.41'),
      profit: fromWire('70.41'),
      returnFraction: 0.035205,
    });
  });

  it('stays at what was paid once stopped, whatever the NAV does', () => {
    const stopped = { ...active, status: 'inactive' as const };
    expect(valueAt(stopped, '9.9').value).toBe(fromWire('2070.41'));
  });

  it('is nothing when the units are worthless', () => {
    expect(valueAt(active, '0').returnFraction).toBe(-1);
  });
});

test.each([
  [0n, '0,0000'],
  [12_300n, '0,0123'],
  [-12_300n, '−0,0123'],
  [-100n, '−0,0001'],
  [-50n, '0,0000'],
  [1_234_567_899_900n, '1.234.567,8999'],
])('%s is written %s', (amount, text) => {
  expect(formatFineAmount(amount)).toBe(text);
});
