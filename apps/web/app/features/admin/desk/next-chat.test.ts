import { describe, expect, it } from 'vitest';
import { chatAfterSolved, nextChat } from './next-chat.ts';

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

describe('after a chat is solved', () => {
  const chats = (['a', 'b', 'c'] as const).map((id) => ({ id, status: 'escalated' as const }));
  const solved = { id: 's', status: 'resolved' as const };

  it('it is the turn of who stands below it, and from the end of the list of the first', () => {
    expect(chatAfterSolved(chats, { id: 'b', index: 1 })).toBe('c');
    expect(chatAfterSolved(chats, { id: 'c', index: 2 })).toBe('a');
  });

  it('it makes no difference whether it has left the list by then', () => {
    expect(chatAfterSolved(chats, { id: 'x', index: 1 })).toBe('b');
    expect(chatAfterSolved(chats, { id: 'x', index: 3 })).toBe('a');
  });

  it('what is solved is passed over, and with nothing else left it is nobody’s turn', () => {
    expect(chatAfterSolved([chats[0]!, solved, chats[2]!], { id: 'a', index: 0 })).toBe('c');
    expect(chatAfterSolved([chats[0]!, solved], { id: 'a', index: 0 })).toBeNull();
    expect(chatAfterSolved([], { id: 'a', index: 0 })).toBeNull();
  });
});
