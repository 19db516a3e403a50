import { describe, expect, it } from 'vitest';
import { createOutgoing, type OutgoingMessage } from './outgoing.ts';

const REFUSAL = new Error('refused');

/** A server that can be away or refuse, and what the page shows. */
function world() {
  const taken: string[] = [];
  const refusals: boolean[] = [];
  let shown: readonly OutgoingMessage[] = [];
  let fault: Error | null = null;
  let settled: Promise<unknown> = Promise.resolve();
  const outgoing = createOutgoing({
    send: (message) => {
      const answer = fault ? Promise.reject(fault) : Promise.resolve();
      settled = answer.catch(() => undefined);
      return answer.then(() => {
        taken.push(`${message.clientId}: ${message.text}`);
      });
    },
    onChange: (messages) => {
      shown = messages;
    },
    onRefusal: (_, told) => refusals.push(told),
    refusalOf: (error) => (error === REFUSAL ? 'no' : null),
  });
  return {
    outgoing,
    taken,
    refusals,
    shown: () => shown.map(({ text, state }) => `${text} ${state}`),
    goAway: () => {
      fault = new Error('away');
    },
    refuse: () => {
      fault = REFUSAL;
    },
    heal: () => {
      fault = null;
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

  it('wait for the connection without a word of failure, and are sent when it is back, each once', async () => {
    const { outgoing, taken, rest, shown, goAway, heal, refusals } = world();
    goAway();
    outgoing.add('a', 'eins');
    await rest();
    outgoing.add('b', 'zwei');
    await rest();
    expect(shown()).toEqual(['eins offline', 'zwei offline']);
    heal();
    outgoing.resume('by itself');
    expect(shown()).toEqual(['eins offline', 'zwei offline']);
    outgoing.resume('by itself');
    await rest();
    expect(taken).toEqual(['a: eins', 'b: zwei']);
    expect(shown()).toEqual([]);
    expect(refusals).toEqual([]);
  });

  it('stay when they were refused, and are sent again with the same id', async () => {
    const { outgoing, taken, rest, shown, refuse, heal, refusals } = world();
    refuse();
    outgoing.add('a', 'eins');
    outgoing.add('b', 'zwei');
    await rest();
    expect(shown()).toEqual(['eins failed', 'zwei waiting']);
    for (const how of ['by itself', 'by hand'] as const) {
      outgoing.resume(how);
      await rest();
    }
    expect(refusals).toEqual([false, true, false]);
    heal();
    outgoing.resume('by itself');
    await rest();
    expect(taken).toEqual(['a: eins', 'b: zwei']);
    expect(outgoing.isEmpty()).toBe(true);
  });

  it('can be given up, and those after it go out', async () => {
    const { outgoing, taken, rest, refuse, heal } = world();
    refuse();
    outgoing.add('a', 'eins');
    await rest();
    heal();
    outgoing.discard('a');
    outgoing.add('b', 'zwei');
    await rest();
    expect(taken).toEqual(['b: zwei']);
  });
});
