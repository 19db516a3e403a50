import type { WealthHistory } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { wealthNow, whyOpposed } from './wealth-now.ts';

type Answer = Pick<WealthHistory, 'sum' | 'holdings' | 'inOwnBots'>;

const NOTHING: WealthHistory['sum'] = {
  start: '0.00',
  deposits: '0.00',
  withdrawals: '0.00',
  corrections: '0.00',
  realised: '0.00',
  unrealised: '0.00',
  costs: '0.00',
  financing: '0.00',
  manual: '0.00',
  rounding: '0.00',
  end: '0.00',
};

const smartbot = (value: string, series = 1): WealthHistory['holdings'][number] => ({
  botType: 'smartbot',
  series,
  units: '400.000000000000',
  value,
});

/** 600 in the wallet and 404 in a bot that was started with 400. */
const RUNNING: Answer = {
  sum: { ...NOTHING, deposits: '1000.00', unrealised: '4.00', end: '1004.00' },
  holdings: [smartbot('404.00')],
  inOwnBots: '0.00',
};

const at = (nav: string, series = 1) => ({ smartbot: { nav, series } });

describe('wealth at the newest tick', () => {
  it('moves with the prices alone, each investment rounded down to the cent', () => {
    expect(wealthNow(RUNNING, at('1.020019'))).toEqual({
      wealth: fromWire('1008.00'),
      earned: fromWire('8.00'),
      sinceAnswer: fromWire('4.00'),
      isLive: true,
      inOwnBots: 0n,
      inWallet: fromWire('600.00'),
    });
  });

  it('is that of the answer while there is no NAV', () => {
    expect(wealthNow(RUNNING, {})).toMatchObject({ wealth: fromWire('1004'), sinceAnswer: 0n });
  });

  it('earned nothing by what came in or went out, in no period', () => {
    const { holdings } = RUNNING;
    const sum = {
      ...NOTHING,
      start: '1004.00',
      deposits: '1000.00',
      withdrawals: '-250.00',
      corrections: '25.00',
      end: '1779.00',
    };
    expect(wealthNow({ sum, holdings, inOwnBots: '0.00' }, at('1.01')).earned).toBe(0n);
  });

  it('stays what it was when a bot is stopped', () => {
    const stopped: Answer = {
      sum: { ...NOTHING, deposits: '1000.00', realised: '8.00', end: '1008.00' },
      holdings: [],
      inOwnBots: '0.00',
    };
    const { wealth, earned } = wealthNow(RUNNING, at('1.02'));
    expect(wealthNow(stopped, at('1.5'))).toEqual({
      wealth,
      earned,
      sinceAnswer: 0n,
      isLive: false,
      inOwnBots: 0n,
      inWallet: fromWire('1008.00'),
    });
  });

  it('counts nothing for what is left in a series that was used up, and the next series at its own NAV', () => {
    expect(wealthNow(RUNNING, at('1.01', 2))).toMatchObject({
      wealth: fromWire('600'),
      earned: fromWire('-400'),
    });
    const both: Answer = {
      sum: { ...NOTHING, deposits: '1400.00', end: '1000.00' },
      holdings: [smartbot('0.00'), smartbot('400.00', 2)],
      inOwnBots: '0.00',
    };
    expect(wealthNow(both, at('1.01', 2)).wealth).toBe(fromWire('1004'));
  });

  it('holds own bots at the value of the answer, whatever the prices do, and no more in the wallet for it', () => {
    const answer: Answer = {
      sum: { ...NOTHING, deposits: '1000.00', unrealised: '7.00', end: '1007.00' },
      holdings: [smartbot('404.00')],
      inOwnBots: '153.00',
    };
    expect(wealthNow(answer, at('1.02'))).toEqual({
      wealth: fromWire('1011.00'),
      earned: fromWire('11.00'),
      sinceAnswer: fromWire('4.00'),
      isLive: true,
      inOwnBots: fromWire('153.00'),
      inWallet: fromWire('450.00'),
    });
  });

  it('waits for the next answer where a server of before an update names no holdings', () => {
    // What such a server leaves out.
    const old = { sum: RUNNING.sum } as Answer;
    expect(wealthNow(old, at('1.5'))).toEqual({
      wealth: fromWire('1004'),
      earned: fromWire('4'),
      sinceAnswer: 0n,
      isLive: false,
      inOwnBots: 0n,
      inWallet: null,
    });
  });
});

it('says why money and return point different ways, as they are shown', () => {
  expect(whyOpposed(fromWire('-17.59'), 0.0016)).toMatch(/^Im Minus trotz positiver Rendite: /);
  expect(whyOpposed(fromWire('17.59'), -0.0016)).toMatch(/^Im Plus trotz negativer Rendite: /);
  for (const [earned, fraction] of [
    ['-17.59', -0.0016],
    ['-17.59', 0.00004],
    ['0.00', 0.0016],
    ['17.59', 0.0016],
  ] as const)
    expect(whyOpposed(fromWire(earned), fraction)).toBe('');
});
