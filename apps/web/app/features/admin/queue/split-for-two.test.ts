import { describe, expect, it } from 'vitest';
import { openRequestOf } from '../review/open-request.ts';
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

describe('a selection', () => {
  const requests = [
    payout('a', 'anna', '500.00'),
    payout('b', 'berta', '999.99'),
    payout('c', 'anna', '500.00'),
  ];

  it('is for one and for two as the server has answered, in its order', () => {
    const { forOne, forTwo } = splitForTwo(requests, [false, true, false]);
    expect(ids(forOne)).toEqual(['a', 'c']);
    expect(ids(forTwo)).toEqual(['b']);
  });

  it('is for one where no threshold holds', () => {
    expect(ids(splitForTwo(requests, null).forOne)).toEqual(['a', 'b', 'c']);
    expect(splitForTwo(requests, null).forTwo).toEqual([]);
  });
});
