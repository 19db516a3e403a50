import { LIVE_PATH } from '@botdepot/contract/catalogue';
import ReconnectingWebSocket from 'partysocket/ws';
import { createPriceStore, type LivePrices, type PricesMessage } from '../../lib/live/live-prices.ts';

export interface PublicPrices {
  subscribe: (listener: () => void) => () => void;
  read: () => LivePrices;
  /** Whether the socket is open; while it is not, prices age. */
  isConnected: () => boolean;
  close: () => void;
}

/**
 * The ticks for pages without an account: one socket, prices only, back by itself after a loss. That is also so when a session
 * ended that it happened to belong to: the next one is a visitor's.
 */
export function openPublicPrices(): PublicPrices {
  const store = createPriceStore();
  const listeners = new Set<() => void>();
  let connected = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const { protocol, host } = window.location;
  const socket = new ReconnectingWebSocket(
    `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${LIVE_PATH}`,
    null,
    {
      minReconnectionDelay: 500 + Math.random() * 1_500,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 1.8,
    },
  );
  socket.addEventListener('open', () => {
    connected = true;
    store.expectOldTick();
    tell();
  });
  socket.addEventListener('close', () => {
    connected = false;
    tell();
  });
  socket.addEventListener('message', ({ data }) => {
    const message = readPrices(data);
    if (message) store.take(message);
  });
  // An idle socket does not notice a lost network; a new attempt fails at once and says so.
  const renew = () => socket.reconnect();
  window.addEventListener('offline', renew);
  window.addEventListener('online', renew);

  return {
    subscribe(listener) {
      listeners.add(listener);
      const release = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        release();
      };
    },
    read: store.read,
    isConnected: () => connected,
    close() {
      window.removeEventListener('offline', renew);
      window.removeEventListener('online', renew);
      socket.close();
      store.close();
    },
  };
}

/** Only what is used here is checked; anything else passes by. */
function readPrices(data: unknown): PricesMessage | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const message = JSON.parse(data) as Partial<PricesMessage>;
    const isTick =
      message.type === 'prices' &&
      typeof message.t === 'number' &&
      Array.isArray(message.p) &&
      Array.isArray(message.c) &&
      Array.isArray(message.o);
    return isTick ? (message as PricesMessage) : undefined;
  } catch {
    return undefined;
  }
}
