import { expect, it } from 'vitest';
import { dailyReturnRate } from './investment.ts';

it('daily_return_rate at a start lies where the specification says, whatever the dice', () => {
  for (const random of [0, 0.25, 0.999_999]) {
    expect(dailyReturnRate('smartbot', () => random)).toBe(0.005);
    expect(dailyReturnRate('turbobot', () => random)).toBeGreaterThanOrEqual(0);
    expect(dailyReturnRate('turbobot', () => random)).toBeLessThan(0.07);
    expect(dailyReturnRate('newsbot', () => random)).toBeGreaterThanOrEqual(0.4);
    expect(dailyReturnRate('newsbot', () => random)).toBeLessThanOrEqual(1);
  }
  expect(dailyReturnRate('turbobot')).not.toBe(dailyReturnRate('turbobot'));
});
