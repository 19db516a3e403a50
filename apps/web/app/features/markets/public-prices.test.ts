import { LIVE_CLOSE } from '@botdepot/contract/catalogue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPublicPrices } from './public-prices.ts';

let sockets: FakeSocket[];

class FakeSocket extends EventTarget {
  readyState = 0;
  constructor() {
    super();
    sockets.push(this);
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  end(code: number) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }));
  }
  close() {
    this.readyState = 3;
  }
}

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { location: { protocol: 'https:', host: 'botdepot.example' } }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the public prices come back as a visitor’s when the session ends, after a pause', async () => {
  const prices = openPublicPrices();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.open();
  expect(prices.isConnected()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  sockets[0]?.end(LIVE_CLOSE.sessionEnded);
  expect(prices.isConnected()).toBe(false);
  await vi.advanceTimersByTimeAsync(400);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sockets).toHaveLength(2);
  sockets[1]?.open();
  expect(prices.isConnected()).toBe(true);
  prices.close();
});
