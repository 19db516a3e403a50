import { describe, expect, it } from 'vitest';
import { type Answer, type Operation, standingOf } from './operations.ts';
import { createOperationsLedger, didStrike } from './operations-ledger.ts';
import { replay } from './replay.ts';
import { grows, slopeOf } from './trend.ts';

const done: Answer = { status: 201, body: '{"id":"1"}' };
const refused: Answer = { status: 409, body: '{"code":"ALREADY_DECIDED"}' };

function operation(key: string): Operation {
  const person = { userId: 'a', email: 'a@b.example', cookie: '', network: '10.0.0.1', address: '' };
  return { key, kind: 'deposit.request', as: person, customer: person, path: '/', body: {}, targetId: null };
}

it.each([
  [done, 'acknowledged'],
  [refused, 'acknowledged'],
  [{ status: 503, body: '' }, 'unknown'],
  [{ status: 500, body: '' }, 'unknown'],
  [null, 'unknown'],
  [{ status: 401, body: '' }, 'refused'],
  [{ status: 429, body: '' }, 'refused'],
] as const)('what follows from %j: %s', (answer, standing) => {
  expect(standingOf(answer)).toBe(standing);
});

it('a strike has hit when some were heard of, some not, and some of those were done', () => {
  expect(didStrike({ acknowledged: 5, unknown: 3, committedUnknown: 1 })).toBe(true);
  expect(didStrike({ acknowledged: 0, unknown: 3, committedUnknown: 1 })).toBe(false);
  expect(didStrike({ acknowledged: 5, unknown: 0, committedUnknown: 0 })).toBe(false);
  expect(didStrike({ acknowledged: 5, unknown: 3, committedUnknown: 0 })).toBe(false);
  expect(didStrike({ acknowledged: 5, unknown: 3, committedUnknown: 3 })).toBe(false);
});

describe('the ledger of operations', () => {
  it('knows what was sent and not answered', () => {
    const ledger = createOperationsLedger();
    ledger.record(operation('a'));
    expect(ledger.settle(ledger.record(operation('b')), done)).toBe(1);
    expect(ledger.settle(ledger.record(operation('c')), null)).toBe(1);
    expect(ledger.in('unknown').map((entry) => entry.operation.key)).toEqual(['a', 'c']);
    expect(() => ledger.record(operation('a'))).toThrow('used before');
  });

  it('asks three times for what is unknown and once more for what is known', async () => {
    const ledger = createOperationsLedger();
    ledger.settle(ledger.record(operation('known')), refused);
    ledger.settle(ledger.record(operation('unknown')), null);
    const asked: string[] = [];
    const deviations = await replay(ledger, async ({ key }) => {
      asked.push(key);
      return key === 'known' ? refused : done;
    });
    expect(deviations).toEqual([]);
    expect(asked.sort()).toEqual(['known', 'unknown', 'unknown', 'unknown']);
    expect(ledger.entries().map(({ settled }) => settled)).toEqual([refused, done]);
  });

  it('names what is answered differently the second time', async () => {
    const ledger = createOperationsLedger();
    ledger.settle(ledger.record(operation('known')), done);
    ledger.settle(ledger.record(operation('unknown')), null);
    const answers = [done, { ...done, body: '{"id":"2"}' }, done];
    const deviations = await replay(ledger, async ({ key }) =>
      key === 'known' ? refused : (answers.shift() ?? null),
    );
    expect(deviations).toHaveLength(2);
    expect(deviations.join()).toMatch(/known: erst 201 .* dann 409/);
    expect(deviations.join()).toMatch(/unknown: erst 201 .*"1".* dann 201 .*"2"/);
  });

  it('names what no answer may be', async () => {
    const ledger = createOperationsLedger();
    ledger.settle(ledger.record(operation('signed out')), { status: 401, body: 'UNAUTHENTICATED' });
    ledger.settle(ledger.record(operation('broken')), null);
    const deviations = await replay(ledger, async () => ({ status: 500, body: 'INTERNAL' }));
    expect(deviations.join()).toMatch(/broken: nach der Heilung 500 INTERNAL/);
    expect(deviations.join()).toMatch(/signed out: 401/);
  });
});

it('memory that swings does not grow; memory that only rises does', () => {
  expect(grows([200, 260, 210, 250, 205, 255, 215, 240, 220])).toBe(false);
  expect(grows([200, 240, 280, 320, 360, 400, 440, 480, 520])).toBe(true);
  expect(slopeOf([1, 3, 5, 7])).toBeCloseTo(2, 10);
  expect(slopeOf([4])).toBe(0);
});
