import { expect, test } from 'vitest';
import { sharesOfPart } from './wealth-part.ts';

const NOTHING = {
  realised: '0.00',
  unrealised: '0.00',
  manual: '0.00',
  costs: '0.00',
  financing: '0.00',
  rounding: '0.00',
};
const FLOWS = {
  start: '0.00',
  deposits: '0.00',
  withdrawals: '0.00',
  corrections: '0.00',
  end: '0.00',
};

const investment = (reference: string, parts: Partial<typeof NOTHING>) => ({
  id: reference,
  reference,
  botType: 'smartbot' as const,
  ownBot: null,
  startedAt: '2026-10-01T10:00:00.000Z',
  stoppedAt: null,
  ...NOTHING,
  ...parts,
});

test('a part is made of the investments that have a share in it, and of those that are not named', () => {
  const history = {
    sum: { ...FLOWS, ...NOTHING, costs: '7.50', realised: '4.00' },
    investmentCount: 5,
    investments: [
      investment('B-3003', { costs: '2.00', realised: '4.00' }),
      investment('B-3002', { realised: '1.00' }),
      investment('B-3001', { costs: '5.00', realised: '-1.00' }),
    ],
  };
  const { shares, unnamed } = sharesOfPart(history, 'costs');
  expect(shares.map(({ investment: { reference }, amount }) => [reference, amount])).toEqual([
    ['B-3003', -2_000_000n],
    ['B-3001', -5_000_000n],
  ]);
  expect(unnamed).toEqual({ count: 2, amount: -500_000n });
  expect(sharesOfPart(history, 'realised').unnamed.amount).toBe(0n);
});
