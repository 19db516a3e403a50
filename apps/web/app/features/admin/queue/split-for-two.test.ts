import { describe, expect, it } from 'vitest';
import { openRequestOf } from '../open-request.ts';
import { splitForTwo } from './split-for-two.ts';

const payout = (id: string, userId: string, amountUsd: string) =>
  openRequestOf(
    'withdrawal',
    {
      id,
      reference: id,
      cryptoCurrency: 'BTC',
      amountUsd,
      createdAt: '2026-07-23T08:00:00.000Z',
      address: '',
      heldAt: null,
      claim: null,
    },
    { userId, email: '', available: '0.00', reserved: '0.00', isLocked: false },
  );
const ids = (requests: readonly { id: string }[]) => requests.map(({ id }) => id);

describe('a selection of payouts', () => {
  const requests = [
    payout('a', 'anna', '500.00'),
    payout('b', 'berta', '999.99'),
    payout('c', 'anna', '500.00'),
    payout('d', 'berta', '1000.00'),
  ];

  it('is for two from the threshold on, and where payouts to one customer come to it together', () => {
    const { forOne, forTwo } = splitForTwo(requests, 1_000_000_000n);
    expect(ids(forOne)).toEqual(['b']);
    expect(ids(forTwo)).toEqual(['a', 'c', 'd']);
  });

  it('is for one below it, and where no threshold holds', () => {
    expect(ids(splitForTwo(requests, 2_000_000_000n).forOne)).toEqual(['a', 'b', 'c', 'd']);
    expect(splitForTwo(requests, null).forTwo).toEqual([]);
  });
});
