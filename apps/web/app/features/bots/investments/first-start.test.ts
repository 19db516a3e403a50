import { BOT_TYPES } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { firstStart } from './first-start.ts';

const all = BOT_TYPES.map((botType) => ({ botType, startable: true }));
const nameOf = (...[bots, preferred, amount]: [typeof all, (typeof BOT_TYPES)[number] | null, string]) => {
  const start = firstStart(bots, preferred, fromWire(amount));
  return start && [start.bot.type, start.isCovered];
};

describe('what to start where nothing runs', () => {
  it('is the chosen bot, when the money is enough for it', () => {
    expect(nameOf(all, 'turbobot', '5000.00')).toEqual(['turbobot', true]);
  });

  it('is another one that the money is enough for, when it is not', () => {
    expect(nameOf(all, 'turbobot', '4999.91')).toEqual(['smartbot', true]);
    expect(nameOf(all, 'newsbot', '7000.00')).toEqual(['smartbot', true]);
  });

  it('leaves out what cannot be started', () => {
    const some = all.map((bot) => ({ ...bot, startable: bot.botType !== 'smartbot' }));
    expect(nameOf(some, null, '7000.00')).toEqual(['turbobot', true]);
    expect(nameOf(some, 'smartbot', '20000.00')).toEqual(['turbobot', true]);
    expect(nameOf(some, null, '4999.91')).toEqual(['turbobot', false]);
    expect(nameOf([], null, '4999.91')).toBeNull();
  });

  it('waits for money, when it is not enough for any', () => {
    expect(nameOf(all, 'turbobot', '99.99')).toEqual(['turbobot', false]);
    expect(nameOf(all, null, '0.00')).toEqual(['smartbot', false]);
  });
});
