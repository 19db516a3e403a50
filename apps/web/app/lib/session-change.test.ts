import { expect, it } from 'vitest';
import { sessionChanged, whileSessionChanges } from './session-change.ts';

it('makes those who ask about the session wait for its change, even for one that fails', async () => {
  await sessionChanged();
  const order: string[] = [];
  let refuse = (_: Error) => {};
  const answer = whileSessionChanges(
    new Promise<void>((_, reject) => {
      refuse = reject;
    }),
  ).catch(() => order.push('answered'));
  const asked = sessionChanged().then(() => order.push('asked'));
  await Promise.resolve();
  expect(order).toEqual([]);
  refuse(new Error('lost'));
  await Promise.all([answer, asked]);
  expect(order).toEqual(['answered', 'asked']);
});
