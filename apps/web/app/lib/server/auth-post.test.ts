import { afterAll, expect, it } from 'vitest';
import { sessionChanged, whileSessionChanges } from './auth-post.ts';

/** Another tab of the same browser. */
const otherTab = new BroadcastChannel('session-change');
afterAll(() => otherTab.close());

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

it('tells other tabs of it, and waits for theirs as well', async () => {
  await sessionChanged();
  const heard = Promise.withResolvers<unknown>();
  otherTab.onmessage = ({ data }) => heard.resolve(data);
  const refused = whileSessionChanges(Promise.reject(new Error('lost')));
  await expect(refused).rejects.toThrow('lost');
  expect(await heard.promise).toBe('changing');

  otherTab.postMessage('changing');
  // Messages between tabs take a moment.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const order: string[] = [];
  const asked = sessionChanged().then(() => order.push('asked'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  order.push('changed');
  otherTab.postMessage('changed');
  await asked;
  expect(order).toEqual(['changed', 'asked']);
});
