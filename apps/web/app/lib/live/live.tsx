import type { Investment, LiveMessage } from '@botdepot/contract';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { PRICE_SOURCE_WORDS } from '../format/price-sources.ts';
import { later, untilLoaded } from '../page/later.ts';
import { whenIdle } from '../page/when-idle.ts';
import type { ConnectionState, LiveConnection, LiveHandlers } from './live-connection.ts';
import {
  countStale,
  createPriceStore,
  type LivePrices,
  type Navs,
  navOf,
  type PriceStore,
} from './live-prices.ts';

export type { ConnectionState } from './live-connection.ts';
export type { LivePrice, LivePrices } from './live-prices.ts';

interface LiveSource {
  prices: PriceStore;
  connection: ConnectionState;
}

/** Prices are live after the page is drawn, from what the API says of them. */
const loadConnection = later(() => import('./live-connection.ts'));

const LiveContext = createContext<LiveSource | null>(null);

interface LiveProviderProps {
  /** Hints and `resync`; prices stay in here. */
  onHint: (message: Exclude<LiveMessage, { type: 'prices' | 'caught_up' }>) => void;
  /** The socket stands, and nobody knows what was missed before. */
  onGap: () => void;
  /** The server ended the session of the socket. The socket stays closed until `restart`. */
  onSessionEnded: (restart: () => void) => void;
  /** Called again and again while there is no socket; resolves to whether fresh data came another way. */
  onLost?: (() => Promise<boolean>) | undefined;
  children: ReactNode;
}

/** Without a socket the page asks for its data this often. */
const ASK_WITHOUT_SOCKET_MS = 30_000;

/** The one WebSocket of the tab, open as long as this stands. The callbacks have to be stable. */
export function LiveProvider(props: LiveProviderProps) {
  const { onHint, onGap, onSessionEnded, onLost, children } = props;
  const [prices] = useState(createPriceStore);
  const [connection, setConnection] = useState<ConnectionState>('connecting');

  useEffect(() => {
    let live: LiveConnection | undefined;
    let left = false;
    const handlers: LiveHandlers = {
      onState: (state) => {
        setConnection(state);
        if (state === 'open') prices.expectOldTick();
      },
      onMessage: (message) => {
        if (message.type === 'prices') prices.take(message);
        else onHint(message);
      },
      onGap,
      onSessionEnded: () => onSessionEnded(() => live?.restart()),
    };
    const callOff = whenIdle(() => {
      loadConnection().catch(() => left || setConnection('lost'));
      void untilLoaded(loadConnection).then(({ openLiveConnection }) => {
        if (!left) live = openLiveConnection(handlers);
      });
    });
    return () => {
      left = true;
      callOff();
      live?.close();
      prices.close();
    };
  }, [prices, onHint, onGap, onSessionEnded]);

  useEffect(() => {
    if (connection !== 'lost' && connection !== 'refused') return;
    const timer = setInterval(() => {
      void onLost?.().then((fresh) => {
        if (fresh) prices.forgetNavs();
      });
    }, ASK_WITHOUT_SOCKET_MS);
    return () => clearInterval(timer);
  }, [connection, onLost, prices]);

  const source = useMemo(() => ({ prices, connection }), [prices, connection]);
  return <LiveContext value={source}>{children}</LiveContext>;
}

function useLive(): LiveSource {
  const source = useContext(LiveContext);
  if (!source) throw new Error('LiveProvider is missing');
  return source;
}

/** The newest prices by symbol; a new object at most once a second. */
export function usePrices(): LivePrices {
  const { prices } = useLive();
  return useSyncExternalStore(prices.subscribe, prices.read, prices.read);
}

/** See `navOf`; a new one at most once a second. */
export function useNav(investment: Pick<Investment, 'botType' | 'series'>): string | null {
  const { prices } = useLive();
  const read = () => navOf(investment, prices.read().navs);
  return useSyncExternalStore(prices.subscribe, read, read);
}

/** The NAVs of all bots. Stable between updates. */
export function useNavs(): Navs {
  const { prices } = useLive();
  const read = () => prices.read().navs;
  return useSyncExternalStore(prices.subscribe, read, read);
}

export function useConnectionState(): ConnectionState {
  return useLive().connection;
}

export interface LiveStatus {
  state: 'connecting' | 'live' | 'simulated' | 'stale' | 'disconnected';
  /** As `LivePrices.source`. */
  source: string | null;
  /** Markets in session whose price is too old to trade on, although ticks arrive. */
  staleMarkets: number;
  updatedAt: number | null;
}

/** Prices older than this are said to be old. */
const STALE_AFTER_MS = 10_000;

/** What the badge in the top bar says. */
export function useLiveStatus(): LiveStatus {
  const connection = useConnectionState();
  const { at, source, bySymbol } = usePrices();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (at === null) return;
    const remaining = at + STALE_AFTER_MS - Date.now();
    setLate(remaining <= 0);
    const timer = setTimeout(() => setLate(true), Math.max(0, remaining));
    return () => clearTimeout(timer);
  }, [at]);
  const { staleMarkets, allStale } = countStale(bySymbol);
  return {
    state: statusOf(connection, at, source, late || allStale),
    source,
    staleMarkets,
    updatedAt: at,
  };
}

function statusOf(
  connection: ConnectionState,
  at: number | null,
  source: string | null,
  stale: boolean,
): LiveStatus['state'] {
  if (connection === 'lost' || connection === 'refused') return 'disconnected';
  if (connection === 'connecting' || at === null) return 'connecting';
  if (stale) return 'stale';
  return source === 'simulated' ? 'simulated' : 'live';
}

const WORDS: Record<string, string> = {
  ...PRICE_SOURCE_WORDS,
  mixed: 'teils simulierte Kurse',
  several: 'Live-Kurse',
};

/** Where the prices come from, to continue a sentence: „simulierte Kurse“. Undefined while it is not known. */
export function usePriceSource(): string | undefined {
  const { source } = usePrices();
  return source === null ? undefined : WORDS[source];
}
