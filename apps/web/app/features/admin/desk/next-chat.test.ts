import { describe, expect, it } from 'vitest';
import { nextChat } from './next-chat.ts';

const ids = ['a', 'b', 'c'];

describe('the next chat', () => {
  it('is the first when none is open', () => {
    expect(nextChat(ids, null, 1)).toEqual({ id: 'a', index: 0 });
    expect(nextChat([], null, 1)).toBeNull();
  });

  it('is one further, and stops at the ends', () => {
    expect(nextChat(ids, { id: 'a', index: 0 }, 1)).toEqual({ id: 'b', index: 1 });
    expect(nextChat(ids, { id: 'b', index: 1 }, -1)).toEqual({ id: 'a', index: 0 });
    expect(nextChat(ids, { id: 'c', index: 2 }, 1)).toEqual({ id: 'c', index: 2 });
    expect(nextChat(ids, { id: 'a', index: 0 }, -1)).toEqual({ id: 'a', index: 0 });
  });

  it('is the one that moved up when the open one has left the list', () => {
    expect(nextChat(ids, { id: 'x', index: 1 }, 1)).toEqual({ id: 'b', index: 1 });
    expect(nextChat(ids, { id: 'x', index: 3 }, 1)).toEqual({ id: 'c', index: 2 });
    expect(nextChat(ids, { id: 'x', index: 1 }, -1)).toEqual({ id: 'a', index: 0 });
  });

  it('counts from where the open chat stands now', () => {
    expect(nextChat(ids, { id: 'b', index: 0 }, 1)).toEqual({ id: 'c', index: 2 });
  });
});
