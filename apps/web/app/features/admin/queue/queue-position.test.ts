import { describe, expect, it } from 'vitest';
import type { OpenRequest } from '../review/open-request.ts';
import { currentRequest, positionOf, stepped } from './queue-position.ts';

const queueOf = (...ids: string[]): OpenRequest[] =>
  ids.map((id) => ({
    kind: 'deposit',
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
  }));

describe('the keyboard in the queue', () => {
  it('starts at the first request and stops at the last', () => {
    const queue = queueOf('a', 'b');
    const first = stepped(queue, null, 1);
    expect(first).toMatchObject({ id: 'a', index: 0 });
    const second = stepped(queue, first, 1);
    expect(second).toMatchObject({ id: 'b', index: 1 });
    expect(stepped(queue, second, 1)).toEqual(second);
    expect(stepped(queue, first, -1)).toEqual(first);
  });

  it('moves to the next request when the current one was decided', () => {
    const position = positionOf(queueOf('a', 'b', 'c'), 'b');
    expect(currentRequest(queueOf('a', 'c'), position)?.id).toBe('c');
    expect(currentRequest(queueOf('a'), position)?.id).toBe('a');
    expect(currentRequest([], position)).toBeUndefined();
  });

  it('moves to the first that still waits when many were decided at once', () => {
    const position = positionOf(queueOf('a', 'b', 'c', 'd', 'e'), 'b');
    expect(currentRequest(queueOf('d', 'e'), position)?.id).toBe('d');
    expect(currentRequest(queueOf('new', 'e'), position)?.id).toBe('e');
    expect(currentRequest(queueOf('a', 'new'), position)?.id).toBe('new');
  });

  it('stays on its request when others arrive above', () => {
    const position = positionOf(queueOf('a', 'b'), 'b');
    expect(currentRequest(queueOf('new', 'a', 'b'), position)?.id).toBe('b');
  });

  it('has nowhere to stand in an empty queue', () => {
    expect(stepped([], null, 1)).toBeNull();
    expect(positionOf(queueOf('a'), 'x')).toBeNull();
  });
});
