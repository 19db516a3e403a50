import type { Bot } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { expect, it } from 'vitest';
import { reasonAgainst } from './start-reason.tsx';

const BOT = { startable: true, unavailableReason: null } as Bot;
const MINIMUM = fromWire('100.00');

it('exactly the minimum is enough to start', () => {
  expect(reasonAgainst(BOT, MINIMUM, MINIMUM)).toBeNull();
  expect(reasonAgainst(BOT, MINIMUM, MINIMUM - 10_000n)).not.toBeNull();
});

it('what cannot be started is not, whatever the wallet holds', () => {
  const paused = { ...BOT, startable: false, unavailableReason: 'Er ruht gerade.' };
  expect(reasonAgainst(paused, MINIMUM, MINIMUM)).toBe('Er ruht gerade.');
  expect(reasonAgainst(BOT, MINIMUM, null)).toMatch(/nicht erreichbar/);
});
