// A local server that answers as Kraken and Twelve Data do, with prices of the test's own making, and fails as told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';

/** What befalls an answer. `rewrite` changes the JSON of an ordinary one. */
export type Fault =
  | { kind: 'silence' }
  | { kind: 'reset' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'text'; body: string }
  | { kind: 'rewrite'; rewrite(json: unknown): unknown };

export type AskedQuestion = { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] };

export type PriceProviders = {
  url: string;
  asked: AskedQuestion[];
  /** Decides per question; undefined is an ordinary answer. */
  fault: ((question: AskedQuestion) => Fault | undefined) | undefined;
  /** Kraken's pairs and Twelve Data's tickers that are not known (any more). */
  unknown: Set<string>;
  /** Price of a pair or ticker, as a pure function unless the test says otherwise. */
  price(name: string, timeMs: number): number;
  close(): Promise<void>;
};

/** As Kraken names its answers. */
const RESULT_NAMES: Record<string, string> = {
  XBTUSD: 'XXBTZUSD',
  ETHUSD: 'XETHZUSD',
  XRPUSD: 'XXRPZUSD',
  LTCUSD: 'XLTCZUSD',
  EURUSD: 'ZEURZUSD',
  GBPUSD: 'ZGBPZUSD',
  USDJPY: 'ZUSDZJPY',
  USDCAD: 'ZUSDZCAD',
};
const LEVELS: Record<string, number> = { XBTUSD: 60_000, ETHUSD: 3_000, 'XAU/USD': 4_000, SPX: 6_500 };
const TWELVE_STEPS: Record<string, number> = { '1min': MINUTE_MS, '1h': HOUR_MS, '1day': DAY_MS };
const LONGEST_KRAKEN = 720;

export async function startPriceProviders(now: () => number): Promise<PriceProviders> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  const providers: PriceProviders = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    fault: undefined,
    unknown: new Set(),
    price: wave,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://provider');
    const question = { path: url.pathname, query: url.searchParams, headers: request.headers };
    providers.asked.push(question);
    const fault = providers.fault?.(question);
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'reset') {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'status') {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    if (fault?.kind === 'text') {
      response.writeHead(200).end(fault.body);
      return;
    }
    const json = url.pathname === '/time_series' ? timeSeries(question) : kraken(question);
    response.writeHead(200, { 'content-type': 'application/json', date: new Date(now()).toUTCString() });
    response.end(JSON.stringify(fault?.kind === 'rewrite' ? fault.rewrite(json) : json));
  }

  function kraken({ path, query }: AskedQuestion): unknown {
    const pairs = (query.get('pair') ?? '').split(',');
    if (pairs.some((pair) => providers.unknown.has(pair))) return { error: ['EQuery:Unknown asset pair'] };
    const nameOf = (pair: string) => RESULT_NAMES[pair] ?? pair;
    if (path.endsWith('/Ticker')) {
      const entries = pairs.map((pair) => {
        const price = providers.price(pair, now());
        const [ask, bid] = [String(price * 1.0005), String(price * 0.9995)];
        // The last trade was long ago and elsewhere.
        return [
          nameOf(pair),
          { a: [ask, '1', '1.000'], b: [bid, '1', '1.000'], c: [String(price * 0.7), '0.01'] },
        ];
      });
      return { error: [], result: Object.fromEntries(entries) };
    }
    const [pair = ''] = pairs;
    const step = Number(query.get('interval')) * MINUTE_MS;
    const running = Math.floor(now() / step) * step;
    const since = Number(query.get('since') ?? 0) * 1000;
    const first = Math.max(running - (LONGEST_KRAKEN - 1) * step, Math.floor(since / step) * step + step);
    const rows = [];
    for (let time = first; time <= running; time += step) {
      const { open, high, low, close } = barOf(pair, time, step);
      rows.push([time / 1000, `${open}`, `${high}`, `${low}`, `${close}`, `${close}`, '12.5', 34]);
    }
    return { error: [], result: { [nameOf(pair)]: rows, last: (running - step) / 1000 } };
  }

  function timeSeries({ query }: AskedQuestion): unknown {
    const tickers = (query.get('symbol') ?? '').split(',');
    const step = TWELVE_STEPS[query.get('interval') ?? ''] ?? MINUTE_MS;
    const size = Number(query.get('outputsize') ?? 30);
    const answers = tickers.map((ticker) => {
      if (providers.unknown.has(ticker))
        return [ticker, { code: 404, message: `**symbol** not found: ${ticker}`, status: 'error' }];
      const running = Math.floor(now() / step) * step;
      const values = Array.from({ length: size }, (_, back) => {
        const time = running - (size - 1 - back) * step;
        const text = new Date(time).toISOString();
        const datetime = step === DAY_MS ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
        const { open, high, low, close } = barOf(ticker, time, step);
        return { datetime, open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}` };
      });
      return [ticker, { meta: { symbol: ticker }, values, status: 'ok' }];
    });
    return tickers.length === 1 ? answers[0]?.[1] : Object.fromEntries(answers);
  }

  /** Highs and lows reach beyond what a poll every few seconds sees, so that both can be told apart. */
  function barOf(name: string, startMs: number, lengthMs: number) {
    const open = providers.price(name, startMs);
    const close = providers.price(name, Math.min(startMs + lengthMs - 1, now()));
    return {
      open,
      close,
      high: rounded(Math.max(open, close) * 1.001),
      low: rounded(Math.min(open, close) * 0.999),
    };
  }

  return providers;
}

const rounded = (price: number): number => Math.round(price * 1e6) / 1e6;

function wave(name: string, timeMs: number): number {
  const level = LEVELS[name] ?? 1 + (name.charCodeAt(0) % 7) / 10;
  return rounded(
    level * (1 + 0.01 * Math.sin(timeMs / (9 * MINUTE_MS)) + 0.05 * Math.sin(timeMs / (20 * DAY_MS))),
  );
}
