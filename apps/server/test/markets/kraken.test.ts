import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKraken, KRAKEN_SYMBOLS } from '../../src/modules/markets/live/kraken.ts';
import type { PriceProvider } from '../../src/modules/markets/live/price-provider.ts';
import { type PriceProviders, startPriceProviders } from './price-providers.ts';

const NOW = Date.UTC(2026, 2, 2, 10, 30, 20);
let now: number;
let server: PriceProviders;
let kraken: PriceProvider;
beforeEach(async () => {
  now = NOW;
  server = await startPriceProviders(() => now);
  kraken = createKraken({ baseUrl: server.url, pollMs: 3_000, spacingMs: 0 });
});
afterEach(() => server.close());

const starts = (candles: { time: Float64Array; length: number }) =>
  Array.from(candles.time.subarray(0, candles.length));

/** Changes the rows and `last` of an OHLC answer. */
function rewriteCandles(change: (rows: unknown[]) => unknown[], last: 'keep' | 'drop' = 'keep'): void {
  server.fault = () => ({
    kind: 'rewrite',
    rewrite: (json) => {
      // The server's own answer.
      const { result } = json as { result: Record<string, unknown> };
      const entries = Object.entries(result).flatMap(([name, value]) => {
        if (name === 'last') return last === 'drop' ? [] : [[name, value]];
        return [[name, change(value as unknown[])]];
      });
      return { error: [], result: Object.fromEntries(entries) };
    },
  });
}

describe('Kraken', () => {
  test('is asked for all symbols at once, and its names are understood', async () => {
    const { sightings, refusals } = await kraken.latest(KRAKEN_SYMBOLS, now);
    expect(sightings.map(({ symbol }) => symbol).sort()).toEqual([...KRAKEN_SYMBOLS].sort());
    expect(refusals).toEqual([]);
    expect(sightings.find(({ symbol }) => symbol === 'BTC/USD')).toEqual({
      symbol: 'BTC/USD',
      price: expect.closeTo(server.price('XBTUSD', now), 6),
      timeMs: now,
    });
    expect(server.asked).toHaveLength(1);
  });

  test('tells the middle of bid and ask at its own time, not the last trade at the time of asking', async () => {
    const asked = now;
    // Its clock is behind ours, or the answer is an old one.
    now -= 90_000;
    const { sightings } = await kraken.latest(['BTC/USD'], asked);
    expect(sightings).toEqual([
      {
        symbol: 'BTC/USD',
        price: expect.closeTo(server.price('XBTUSD', now), 6),
        timeMs: now,
      },
    ]);
  });

  test.each([
    ['no bid', { a: ['60000'] }],
    ['a bid above the ask', { a: ['59000'], b: ['60000'] }],
    ['a bid of nothing', { a: ['60000'], b: ['0'] }],
    ['an ask that is no number', { a: ['x'], b: ['60000'] }],
  ])('gives no price for a ticker with %s', async (_, answer) => {
    server.fault = () => ({
      kind: 'text',
      body: JSON.stringify({ error: [], result: { XXBTZUSD: answer } }),
    });
    expect(await kraken.latest(['BTC/USD'], now)).toEqual({
      sightings: [],
      refusals: [{ symbol: 'BTC/USD', reason: 'the ticker has no price' }],
    });
  });

  test('finds out which pair it does not know, and asks for it alone from then on', async () => {
    server.unknown.add('ETHUSD');
    const first = await kraken.latest(['BTC/USD', 'ETH/USD', 'XRP/USD'], now);
    expect(first.sightings.map(({ symbol }) => symbol)).toEqual(['BTC/USD', 'XRP/USD']);
    expect(first.refusals).toEqual([
      { symbol: 'ETH/USD', reason: 'kraken Ticker: EQuery:Unknown asset pair' },
    ]);
    server.asked.length = 0;
    await kraken.latest(['BTC/USD', 'ETH/USD', 'XRP/USD'], now);
    expect(server.asked.map(({ query }) => query.get('pair'))).toEqual(['XBTUSD,XRPUSD', 'ETHUSD']);
    server.unknown.clear();
    await kraken.latest(['BTC/USD', 'ETH/USD', 'XRP/USD'], now);
    server.asked.length = 0;
    await kraken.latest(['BTC/USD', 'ETH/USD', 'XRP/USD'], now);
    expect(server.asked).toHaveLength(1);
  });

  test('leaves out the running candle, even when our clock is an hour ahead or it does not say which is the last', async () => {
    const fromMs = NOW - 10 * MINUTE_MS - 20_000;
    const newest = NOW - 20_000 - MINUTE_MS;
    const usual = await kraken.candles('BTC/USD', '1m', fromMs, now);
    expect(starts(usual).at(-1)).toBe(newest);
    expect(usual.length).toBe(10);
    expect(starts(await kraken.candles('BTC/USD', '1m', fromMs, now + HOUR_MS)).at(-1)).toBe(newest);
    rewriteCandles((rows) => rows, 'drop');
    expect(starts(await kraken.candles('BTC/USD', '1m', fromMs, now + HOUR_MS)).at(-1)).toBe(newest);
    // And by our own clock when it is behind.
    expect(starts(await kraken.candles('BTC/USD', '1m', fromMs, now - 5 * MINUTE_MS)).at(-1)).toBe(
      newest - 5 * MINUTE_MS,
    );
  });

  test('may send rows that are none among good ones', async () => {
    const fromMs = NOW - 10 * MINUTE_MS - 20_000;
    rewriteCandles((rows) => {
      const changed: unknown[] = [...rows];
      changed[1] = 'x';
      changed[2] = [1, 2];
      changed[3] = null;
      changed[4] = [(rows[4] as unknown[])[0], 'NaN', '1', '1', '1', '1', '1', 1];
      return changed;
    });
    expect((await kraken.candles('BTC/USD', '1m', fromMs, now)).length).toBe(6);
    rewriteCandles(() => []);
    expect((await kraken.candles('BTC/USD', '1m', fromMs, now)).length).toBe(0);
  });

  test('is given up after a while when it does not answer', async () => {
    server.fault = () => ({ kind: 'silence' });
    const impatient = createKraken({ baseUrl: server.url, pollMs: 3_000, spacingMs: 0, timeoutMs: 50 });
    await expect(impatient.latest(['BTC/USD'], now)).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'kraken Ticker: no answer within 50 ms',
    });
  });

  test.each([
    ['nothing', { kind: 'text', body: '{"error":[],"result":{}}' }, 'broken'],
    ['no JSON', { kind: 'text', body: '<html>' }, 'broken'],
    ['an endless answer', { kind: 'text', body: `"${'x'.repeat(5_000_000)}"` }, 'broken'],
    ['too many requests', { kind: 'status', status: 429 }, 'limited'],
    ['a page that is not there', { kind: 'status', status: 404 }, 'unknown-symbol'],
    ['a ban', { kind: 'status', status: 403, body: 'Forbidden' }, 'refused'],
    ['an error of its own', { kind: 'text', body: '{"error":["EService:Unavailable"]}' }, 'broken'],
    ['a broken connection', { kind: 'reset' }, 'unreachable'],
  ] as const)('answers with %s: the failure says what it is and not where', async (_, fault, expected) => {
    server.fault = () => fault;
    const failure = await kraken.candles('BTC/USD', '1h', 0, now).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ProviderError', fault: expected });
    expect(String(failure)).toMatch(/kraken OHLC/);
    expect(String(failure)).not.toContain(server.url);
  });
});
