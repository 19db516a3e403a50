import type { RequestKind } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import type { OpenRequest } from '../review/open-request.ts';
import { currentRequest, positionOf, type Queues, queuesInSight, stepped } from './queue-position.ts';

const requestOf = (kind: RequestKind, id: string): OpenRequest => ({
  kind,
  id,
  userId: 'u',
  email: 'a@b.de',
  reference: id,
  currency: 'BTC',
  amount: 1n,
  createdAt: '2025-07-24T12:00:00Z',
  address: 'demobtc1q',
  walletAfter: 0n,
  isLocked: false,
  heldAt: null,
  claim: null,
  needsSecond: false,
});
const pageOf = (kind: RequestKind, ids: string, { page = 1, total = ids.length } = {}) => ({
  items: [...ids].map((id) => requestOf(kind, id)),
  page,
  pageSize: ids.length || 1,
  total,
});
/** Deposits by small letters, withdrawals by large ones. */
const queuesOf = (deposits: string, withdrawals = ''): Queues => ({
  deposit: pageOf('deposit', deposits),
  withdrawal: pageOf('withdrawal', withdrawals),
});
const at = (queues: Queues, id: string) =>
  positionOf(queues, { kind: id === id.toLowerCase() ? 'deposit' : 'withdrawal', id });
const idAfter = (queues: Queues, id: string, by: 1 | -1) => {
  const to = stepped(queues, at(queues, id), by);
  return to && 'id' in to ? to.id : to;
};

describe('on a phone', () => {
  it.each([
    ['ab', 'AB', 'deposit'],
    ['ab', '', 'deposit'],
    ['', '', 'deposit'],
    ['', 'A', 'withdrawal'],
  ])(
    'with deposits „%s“ and withdrawals „%s“ the %s queue is the first in sight',
    (deposits, withdrawals, first) => {
      expect(queuesInSight(queuesOf(deposits, withdrawals))?.[0]).toBe(first);
    },
  );

  it('nothing is decided before both are known', () => {
    expect(queuesInSight({ ...queuesOf('', 'A'), deposit: undefined })).toBeNull();
  });
});

describe('the place in the queues', () => {
  it('starts at the first request, goes from one queue to the other and stops at the ends', () => {
    const queues = queuesOf('ab', 'AB');
    expect(stepped(queues, null, 1)).toMatchObject({ id: 'a' });
    expect(stepped(queuesOf('', 'A'), null, 1)).toMatchObject({ id: 'A' });
    expect(idAfter(queues, 'a', 1)).toBe('b');
    expect(idAfter(queues, 'b', 1)).toBe('A');
    expect(idAfter(queues, 'B', 1)).toBe('B');
    expect(idAfter(queues, 'A', -1)).toBe('b');
    expect(idAfter(queues, 'a', -1)).toBe('a');
  });

  it('goes on over the ends of a page', () => {
    const first = { ...queuesOf('', 'AB'), deposit: pageOf('deposit', 'ab', { total: 3 }) };
    expect(idAfter(first, 'b', 1)).toEqual({ kind: 'deposit', page: 2, edge: 'first' });
    const second = { ...first, deposit: pageOf('deposit', 'cd', { page: 2, total: 4 }) };
    expect(idAfter(second, 'c', -1)).toEqual({ kind: 'deposit', page: 1, edge: 'last' });
    expect(idAfter(second, 'd', 1)).toBe('A');
    const withdrawals = { ...first, withdrawal: pageOf('withdrawal', 'CD', { page: 2, total: 4 }) };
    expect(idAfter(withdrawals, 'C', -1)).toEqual({ kind: 'withdrawal', page: 1, edge: 'last' });
    expect(idAfter(withdrawals, 'D', 1)).toBe('D');
  });

  it('moves to the next request when the current one was decided', () => {
    const position = at(queuesOf('abc'), 'b');
    expect(currentRequest(queuesOf('ac'), position)?.id).toBe('c');
    expect(currentRequest(queuesOf('a'), position)?.id).toBe('a');
    expect(currentRequest(queuesOf(''), position)).toBeUndefined();
  });

  it('moves to what came up from the next page, and after the last deposit to the first withdrawal', () => {
    const position = at(queuesOf('ab', 'AB'), 'b');
    expect(currentRequest(queuesOf('ac', 'AB'), position)?.id).toBe('c');
    expect(currentRequest(queuesOf('a', 'AB'), position)?.id).toBe('A');
    expect(currentRequest(queuesOf('ab'), at(queuesOf('ab', 'A'), 'A'))?.id).toBe('b');
  });

  it('moves to the first that still waits when many were decided at once', () => {
    const position = at(queuesOf('abcde'), 'b');
    expect(currentRequest(queuesOf('de'), position)?.id).toBe('d');
    expect(currentRequest(queuesOf('ne'), position)?.id).toBe('e');
    expect(currentRequest(queuesOf('an'), position)?.id).toBe('n');
  });

  it('stays on its request when others arrive above', () => {
    expect(currentRequest(queuesOf('nab'), at(queuesOf('ab'), 'b'))?.id).toBe('b');
  });

  it('has nowhere to stand in empty queues', () => {
    expect(stepped(queuesOf(''), null, 1)).toBeUndefined();
  });
});
