import { expect, test } from 'vitest';
import { createResultCache } from './result-cache.ts';

test('the oldest results go when the bytes are used up, those asked for last stay', () => {
  const cache = createResultCache(60);
  cache.set('a', 'x'.repeat(10));
  cache.set('b', 'y'.repeat(10));
  cache.set('c', 'z'.repeat(10));
  expect(cache.get('a')).toBe('x'.repeat(10));
  cache.set('d', 'w'.repeat(10));
  expect(cache.get('b')).toBeUndefined();
  expect([cache.get('a'), cache.get('c'), cache.get('d')].every((text) => text?.length === 10)).toBe(true);
});

test('a result that is larger than the whole cache is not kept and pushes nothing out', () => {
  const cache = createResultCache(60);
  cache.set('a', 'x'.repeat(10));
  cache.set('b', 'y'.repeat(100));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toBe('x'.repeat(10));
});

test('a result set anew counts once', () => {
  const cache = createResultCache(60);
  for (let round = 0; round < 5; round++) cache.set('a', 'x'.repeat(10));
  cache.set('b', 'y'.repeat(20));
  expect(cache.get('a')).toBe('x'.repeat(10));
  expect(cache.get('b')).toBe('y'.repeat(20));
});
