import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { stoppedText } from './bot-texts.ts';

const paid = { botType: 'smartbot', usdCurrentAmount: '1951.70' } as const;

describe('what is said after a stop', () => {
  it('is the payout, when it is the amount of the button', () => {
    expect(stoppedText(paid, fromWire('1951.70'))).toBe(
      '1.951,70\u00a0USDT aus dem SmartBot sind in Ihrem Wallet.',
    );
  });

  it('explains a price that moved between the press and the booking, up or down', () => {
    expect(stoppedText(paid, fromWire('1951.65'))).toBe(
      '1.951,70\u00a0USDT aus dem SmartBot sind in Ihrem Wallet. Das sind 0,05\u00a0USDT mehr als auf dem Knopf: Der Kurs hat sich bis zur Buchung bewegt.',
    );
    expect(stoppedText(paid, fromWire('1952.70'))).toContain(
      'Das sind 1,00\u00a0USDT weniger als auf dem Knopf',
    );
  });
});
