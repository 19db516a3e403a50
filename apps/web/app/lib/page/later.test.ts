import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { later } from './later.ts';

const network = { onLine: true };
beforeEach(() => {
  network.onLine = true;
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('a part is loaded once, and stays when the network goes', async () => {
  const load = vi.fn(async () => 'part');
  const part = later(load);
  await Promise.all([part(), part()]);
  network.onLine = false;
  expect(await part()).toBe('part');
  expect(load).toHaveBeenCalledOnce();
});

it('a part is not asked for without a network, and can be had when it is back', async () => {
  const load = vi.fn(async () => 'part');
  const part = later(load);
  network.onLine = false;
  await expect(part()).rejects.toThrow('No network');
  expect(load).not.toHaveBeenCalled();
  network.onLine = true;
  expect(await part()).toBe('part');
});

it('a part is loaded from a server on this computer, which needs no network', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  network.onLine = false;
  expect(await later(async () => 'part')()).toBe('part');
});

it('a part that failed is asked for again', async () => {
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new Error('404'));
  const part = later(load);
  await expect(part()).rejects.toThrow('404');
  expect(await part()).toBe('part');
});
