import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { valueAt } from './investment-value.ts';

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
