import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createStepTimes } from './step-times.ts';

/** A stopwatch on which each step takes as long as it says, ms. */
function timed() {
  let at = 0;
  const times = createStepTimes(
    () => 1_000 + at,
    () => at,
  );
  const step = (run: string, ms: number) =>
    times.measure(run, async () => {
      at += ms;
      return ms;
    });
  return { times, step };
}

it('knows of each run how long a minute took in the mean, and of all together', async () => {
  const { times, step } = timed();
  expect(times.of('a')).toBeNull();
  expect(times.sum()).toBeNull();
  expect(await step('a', 2)).toBe(2);
  await step('a', 4);
  await step('b', 10);
  expect(times.of('a')).toEqual({ since: 1_000, minutes: 2, micros: 3_000 });
  expect(times.of('b')).toEqual({ since: 1_006, minutes: 1, micros: 10_000 });
  expect(times.sum()).toBe(13_000);
});

it('leaves out a step that waits for something, since others had the thread meanwhile', async () => {
  const { times, step } = timed();
  await step('a', 2);
  const waited = await times.measure('a', async () => {
    await setTimeout(1);
    return step('b', 5);
  });
  expect(waited).toBe(5);
  expect(times.of('a')).toMatchObject({ minutes: 1, micros: 2_000 });
  expect(times.of('b')).toMatchObject({ minutes: 1, micros: 5_000 });
});

it('counts no step that failed, and forgets what has ended', async () => {
  const { times, step } = timed();
  await step('a', 2);
  await expect(times.measure('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(times.of('a')?.minutes).toBe(1);
  times.forget('a');
  expect(times.of('a')).toBeNull();
  expect(times.sum()).toBeNull();
});
