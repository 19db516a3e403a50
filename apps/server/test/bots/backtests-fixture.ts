import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BacktestEvent,
  type BacktestResult,
  type Contract,
  contract,
  MARKET_SYMBOLS,
} from '@botdepot/contract';
import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { getRequestListener } from '@hono/node-server';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { pino } from 'pino';
import {
  type BacktestRunner,
  type BotStrategies,
  createBacktestRunner,
} from '../../src/modules/bots/index.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { backtestStrategies } from './backtests-strategies.ts';
import { seriesOf, testMarket } from './bots-fixture.ts';

export const WORKER = new URL('./backtests-worker.ts', import.meta.url);

export const market = testMarket(7);
export const FIRST_DAY = '2026-01-10';
export const LAST_DAY = '2026-03-01';

export type Client = JsonifiedClient<ContractRouterClient<Contract>>;

export type BacktestsFixture = ServerFixture & {
  api: Api;
  runner: BacktestRunner;
  /** Where the real HTTP server listens. */
  origin: string;
  /** The client of the web app as somebody new. */
  client(): Promise<{ api: Client; token: string; userId: string }>;
};

/** From `FIRST_DAY` to the fixture's now. */
export function insertHours({ clock, database }: ServerFixture): Promise<unknown> {
  const now = clock.now().getTime();
  return insertCandles(database.db, '1h', seriesOf(market, Date.parse(FIRST_DAY), now, HOUR_MS));
}

/** Hours to the fixture's now (2026-03-02, 10:00), days from a week before `FIRST_DAY`, and a real HTTP server. */
export async function createBacktestsFixture(
  options: { strategies?: BotStrategies; entry?: URL; candles?: boolean } = {},
): Promise<BacktestsFixture> {
  const server = await createServerFixture();
  if (options.candles !== false) {
    const now = server.clock.now().getTime();
    const days = seriesOf(market, Date.parse(FIRST_DAY) - 7 * DAY_MS, now - (now % DAY_MS), DAY_MS);
    await insertHours(server);
    await insertCandles(server.database.db, '1d', days);
  }
  const runner = createBacktestRunner({
    ...server,
    databaseUrl: server.url,
    log: pino({ level: 'silent' }),
    strategies: options.strategies ?? backtestStrategies,
    ...(options.strategies && !options.entry ? {} : { entry: options.entry ?? WORKER }),
  });
  const api = createApi(server, { backtests: runner });
  const http = createServer(getRequestListener(api.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    ...server,
    api,
    runner,
    origin,
    async client() {
      const person = api.person('user');
      // Makes the person a user, as a sign-up would have.
      await api.call('GET', '/api/profile', { as: person });
      const link = new OpenAPILink(contract, {
        url: `${origin}/api`,
        headers: { 'x-test-session': person.token },
      });
      return { api: createORPCClient(link), token: person.token, userId: person.userId };
    },
    async close() {
      await runner.stop();
      http.closeAllConnections();
      http.close();
      await server.close();
    },
  };
}

export const request = {
  botType: 'smartbot' as const,
  firstDay: FIRST_DAY,
  lastDay: LAST_DAY,
  symbols: MARKET_SYMBOLS.map(({ symbol }) => symbol),
  costFactor: 1 as const,
};

/** Everything that a run told, its result apart. */
export async function readAll(
  events: AsyncIterable<BacktestEvent>,
): Promise<{ events: BacktestEvent[]; result: BacktestResult }> {
  const seen: BacktestEvent[] = [];
  for await (const event of events) seen.push(event);
  const last = seen.at(-1);
  if (last?.type !== 'result') throw new Error('the run ended without a result');
  return { events: seen, result: last.result };
}
