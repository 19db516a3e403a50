import { describe, expect, it } from 'vitest';
import { createOutgoing, type OutgoingMessage } from './outgoing.ts';

/** A server that can be away, and what the page shows. */
function world() {
  const taken: string[] = [];
  const failures: boolean[] = [];
  let shown: readonly OutgoingMessage[] = [];
  let away = false;
  let settled: Promise<unknown> = Promise.resolve();
  const outgoing = createOutgoing({
    send: (message) => {
      const answer = away ? Promise.reject(new Error('away')) : Promise.resolve();
      settled = answer.catch(() => undefined);
      return answer.then(() => {
        taken.push(`${message.clientId}: ${message.text}`);
      });
    },
    onChange: (messages) => {
      shown = messages;
    },
    onFailure: (_, told) => failures.push(told),
    problemOf: (error) => String(error),
  });
  return {
    outgoing,
    taken,
    failures,
    shown: () => shown.map(({ text, state }) => `${text} ${state}`),
    goAway: (now: boolean) => {
      away = now;
    },
    rest: async () => {
      for (let round = 0; round < 10; round += 1) await settled.then(() => undefined);
    },
  };
}

describe('messages on their way', () => {
  it('are sent in the order in which they were written', async () => {
    const { outgoing, taken, rest, shown } = world();
    for (const text of ['eins', 'zwei', 'drei']) outgoing.add(text, text);
    await rest();
    expect(taken).toEqual(['eins: eins', 'zwei: zwei', 'drei: drei']);
    expect(shown()).toEqual([]);
  });

  it('stay when they were not taken, and are sent again with the same id', async () => {
    const { outgoing, taken, rest, shown, goAway, failures } = world();
    goAway(true);
    outgoing.add('a', 'eins');
    outgoing.add('b', 'zwei');
    await rest();
    expect(shown()).toEqual(['eins failed', 'zwei waiting']);
    for (const how of ['by itself', 'by hand'] as const) {
      outgoing.resume(how);
      await rest();
    }
    expect(failures).toEqual([false, true, false]);
    goAway(false);
    outgoing.resume('by itself');
    await rest();
    expect(taken).toEqual(['a: eins', 'b: zwei']);
    expect(outgoing.isEmpty()).toBe(true);
  });

  it('can be given up, and those after it go out', async () => {
    const { outgoing, taken, rest, goAway } = world();
    goAway(true);
    outgoing.add('a', 'eins');
    await rest();
    goAway(false);
    outgoing.discard('a');
    outgoing.add('b', 'zwei');
    await rest();
    expect(taken).toEqual(['b: zwei']);
  });
});
