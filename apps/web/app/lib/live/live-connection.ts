import { LIVE_CLOSE, LIVE_OPENING_MS, LIVE_PATH, type LiveMessage, liveMessage } from '@botdepot/contract';
import ReconnectingWebSocket from 'partysocket/ws';

/** `refused`: this account has too many sockets; it goes on trying, slowly. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface LiveHandlers {
  onState: (state: ConnectionState) => void;
  onMessage: (message: Exclude<LiveMessage, { type: 'caught_up' }>) => void;
  /** The socket opened and nobody knows what was missed before: everything is out of date. */
  onGap: () => void;
  /** The server ended the session of this socket (4401); it stays closed until `restart`. */
  onSessionEnded: () => void;
}

export interface LiveConnection {
  /** Connects anew and starts counting the backoff anew. */
  restart: () => void;
  close: () => void;
}

/** A server that refuses a socket opens it first and closes it at once. Without a word it is admitted after this long. */
const ADMITTED_AFTER_MS = 1_500;
/** Ticks come every half second. Without any for this long the socket may be dead without knowing it. */
const SILENCE_MS = 30_000;
/** When a new socket is just as silent, the feed is at fault; looking again and again would only add load. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/** One WebSocket to `/api/live` that comes back by itself, slower with every failure. */
export function openLiveConnection(handlers: LiveHandlers): LiveConnection {
  let hasBeenOpen = false;
  let isOpen = false;
  let admission: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let silenceMs = SILENCE_MS;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let socket = connect();

  function connect(): ReconnectingWebSocket {
    const own = new ReconnectingWebSocket(
      () => liveUrl(window.location, hasBeenOpen ? '' : `?age=${ageOfPage()}`),
      null,
      {
        // The first pause differs from tab to tab, so that a restart of the server does not bring all of them at once.
        minReconnectionDelay: 500 + Math.random() * 1_500,
        maxReconnectionDelay: 30_000,
        reconnectionDelayGrowFactor: 1.8,
        connectionTimeout: LIVE_OPENING_MS,
        shouldReconnectOnClose: (event) => event.code !== LIVE_CLOSE.sessionEnded,
      },
    );
    const isCurrent = () => !closed && own === socket;
    own.addEventListener('open', () => {
      if (!isCurrent()) return;
      admission = setTimeout(() => admitted(false), ADMITTED_AFTER_MS);
      awaitMessage();
    });
    own.addEventListener('message', (event) => {
      if (!isCurrent()) return;
      const message = readMessage(event.data);
      admitted(message?.type === 'caught_up');
      if (message?.type === 'prices') silenceMs = SILENCE_MS;
      awaitMessage();
      if (message && message.type !== 'caught_up') handlers.onMessage(message);
    });
    own.addEventListener('close', (event) => {
      if (!isCurrent()) return;
      forgetTimers();
      if (event.code === LIVE_CLOSE.sessionEnded) handlers.onSessionEnded();
      else handlers.onState(event.code === LIVE_CLOSE.tooMany ? 'refused' : 'lost');
    });
    return own;
  }

  function admitted(isCaughtUp: boolean): void {
    clearTimeout(admission);
    if (isOpen) return;
    hasBeenOpen = true;
    isOpen = true;
    handlers.onState('open');
    if (!isCaughtUp) handlers.onGap();
  }

  function forgetTimers(): void {
    isOpen = false;
    clearTimeout(admission);
    clearTimeout(silence);
  }

  // The library cannot cut one of its own pauses short, so a new socket takes the place of the waiting one.
  function restart(): void {
    const before = socket;
    forgetTimers();
    socket = connect();
    before.close();
  }

  function awaitMessage(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      silenceMs = Math.min(silenceMs * 2, LONGEST_SILENCE_MS);
      handlers.onState('lost');
      restart();
    }, silenceMs);
  }

  // Anyone who comes back to the tab or to the network does not wait for the end of a pause.
  function hurry(): void {
    // Between two attempts the state is that of the closed one.
    const waiting = socket.shouldReconnect && socket.readyState >= ReconnectingWebSocket.CLOSING;
    if (waiting && document.visibilityState === 'visible') restart();
  }
  // The socket itself would notice only when ticks stay away for long. A new attempt tells at once: it fails without a
  // network, and where the server is reached all the same it goes on.
  function renew(): void {
    if (socket.shouldReconnect) socket.reconnect();
  }
  window.addEventListener('offline', renew);
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);

  return {
    restart,
    close() {
      closed = true;
      forgetTimers();
      window.removeEventListener('offline', renew);
      window.removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      socket.close();
    },
  };
}

function liveUrl({ protocol, host }: Location, query: string): string {
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${LIVE_PATH}${query}`;
}

/** Nothing on the page was asked for longer ago, ms. One of both clocks stops while the machine sleeps, the other may be set. */
const ageOfPage = (): number => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));

/** A message of a newer server may be unknown to this page; it is passed over. */
function readMessage(data: unknown): LiveMessage | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return liveMessage.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
