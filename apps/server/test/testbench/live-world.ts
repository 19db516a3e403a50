import { ENGINE_VERSION, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { createOwnBotHost, type OwnBotHost } from '../../src/modules/testbench/index.ts';
import type { Database } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture, seriesOf } from '../bots/bots-fixture.ts';
import type { MortalDatabase } from '../bots/mortal-database.ts';
import { restlessStrategy } from '../bots/restless-strategy.ts';
import { OWN_BOT, ownBotsOf, type Person } from './testbench-world.ts';

export type Compile = NonNullable<Parameters<typeof createOwnBotHost>[0]['compile']>;

/** Trades every five minutes, in the symbols of the rule. */
export const restless =
  (options: Parameters<typeof restlessStrategy>[0] = {}): Compile =>
  (rule) => ({ strategy: restlessStrategy(options), symbols: (rule as { symbols: string[] }).symbols });

export type LiveWorld = BotsFixture & {
  api: Api;
  host: OwnBotHost;
  /** Another process: the old host is forgotten as a kill would forget it. */
  restartHost(options?: { compile?: Compile; ownBotsMax?: number; database?: Database }): Promise<void>;
  /** Somebody with that much in the wallet. */
  person(amountUsd?: string): Promise<Person & Record<'userId', string>>;
  /** A bot of somebody whose newest version has a certificate. */
  certified(as: Person, changes?: object): Promise<{ id: string; number: number; version: number }>;
  /** Candles of the hours and minutes before the fixture's clock, as the feed has made them. */
  history(hours: number): Promise<void>;
};

/** As `certifyOwnBot` does, without its work. */
export async function certify(
  { database }: Pick<BotsFixture, 'database'>,
  botId: string,
  version: number,
): Promise<void> {
  await database.pool.query(
    `INSERT INTO testbench_certificates (bot_id, version, engine_version, data_hash, passed, cuts, made_at)
     VALUES ($1, $2, $3, 'test', true, '[]', now())`,
    [botId, version, ENGINE_VERSION],
  );
}

/** Own bots on a market of the test's own making, driven minute by minute with the fixture's clock. */
export async function createLiveWorld(
  options: {
    seed?: number;
    compile?: Compile;
    ownBotsMax?: number;
    url?: string;
    withHouse?: boolean;
    renewAfterMs?: number;
  } = {},
): Promise<LiveWorld> {
  const fixture = await createBotsFixture({
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.withHouse ? {} : { strategies: {} }),
    ...(options.url ? { url: options.url } : {}),
  });
  const ownBotsMax = options.ownBotsMax ?? 1_000;
  let host: OwnBotHost;
  const stepTimes = { of: (runId: string) => host.stepTimes.of(runId), sum: () => host.stepTimes.sum() };
  const api = createApi(fixture, { ownBotsMax, stepTimes });
  const newHost = (changes: { compile?: Compile; ownBotsMax?: number; database?: Database } = {}) => {
    const compile = changes.compile ?? options.compile;
    const created = createOwnBotHost({
      ...fixture,
      database: changes.database ?? fixture.database,
      ownBotsMax: changes.ownBotsMax ?? ownBotsMax,
      log: pino({ level: process.env.BOTS_TEST_LOG ?? 'silent' }),
      ...(compile ? { compile } : {}),
      ...(options.renewAfterMs === undefined ? {} : { renewAfterMs: options.renewAfterMs }),
    });
    created.start();
    return created;
  };
  host = newHost();
  const { closeMinute, tellMinute, tick } = fixture;
  const world: LiveWorld = {
    ...fixture,
    api,
    get host() {
      return host;
    },
    async restartHost(changes) {
      await host.stop();
      host = newHost(changes);
    },
    async closeMinute(told) {
      const start = await closeMinute(told);
      await host.idle();
      return start;
    },
    async tellMinute(timeMs, term) {
      await tellMinute(timeMs, term);
      await host.idle();
    },
    async run(minutes) {
      for (let minute = 0; minute < minutes; minute++) {
        await world.closeMinute();
        await tick();
      }
    },
    async person(amountUsd = '10000') {
      return api.person('user', (await fixture.createCustomer(amountUsd)).userId);
    },
    async certified(as, changes = {}) {
      const own = ownBotsOf(api, as);
      const { body } = await own.create({ ...OWN_BOT, ...changes });
      const version = (await own.freeze(body.id, 1)).body.version as number;
      await certify(fixture, String(body.id), version);
      return { id: String(body.id), number: body.number as number, version };
    },
    async history(hours) {
      const now = fixture.clock.now().getTime();
      const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
      await insertCandles(
        fixture.database.db,
        '1h',
        seriesOf(fixture.market, hour - hours * HOUR_MS, hour, HOUR_MS),
      );
      await insertCandles(fixture.database.db, '1m', seriesOf(fixture.market, now - HOUR_MS, now, MINUTE_MS));
    },
    async close() {
      await host.stop();
      await fixture.close();
    },
  };
  return world;
}

/** A minute in which the host's process dies at a statement; another one leads and is told of it. */
export async function killInMinute(
  world: LiveWorld,
  mortal: MortalDatabase,
  { statement, sent }: { statement: number; sent: boolean },
): Promise<void> {
  await world.restartHost({ database: mortal.database });
  const minute = await world.closeMinute({ tell: false });
  await world.tick();
  mortal.dieAt(statement, sent);
  await world.tellMinute(minute);
  mortal.dieAt(0, false);
  await world.restartHost();
  await world.takeOver();
  await world.tellMinute(minute);
}

/** What one person does with their bots that trade. */
export function liveOf(api: Api, as: Person) {
  const post = (path: string, body: object, key?: string): Promise<ApiAnswer> =>
    api.call('POST', `/api${path}`, { as, body, ...(key ? { key } : {}) });
  const get = async (path: string) => (await api.call('GET', `/api${path}`, { as })).body;
  return {
    start: (bot: { id: string; version: number }, amountUsd: string, key = newId()) =>
      post(`/own-bots/${bot.id}/start`, { version: bot.version, amountUsd }, key),
    stop: (id: string, key = newId()) => post(`/own-bots/${id}/stop`, {}, key),
    cancel: (orderId: unknown) => post(`/own-bot-orders/${orderId}/cancel`, {}),
    bot: (id: string) => get(`/own-bots/${id}`) as Promise<Record<string, never>>,
    orders: async (id: string) => (await get(`/own-bots/${id}/orders`)).items as Record<string, unknown>[],
    runs: async (id: string) =>
      (await api.call('GET', `/api/own-bots/${id}/runs`, { as })).body.items as Record<string, unknown>[],
    list: async (what: 'fills' | 'strikes' | 'protocol', id: string) =>
      (await get(`/own-bots/${id}/${what}?pageSize=100`)).items as Record<string, unknown>[],
    wallet: () => get('/wallet') as Promise<Record<string, string>>,
  };
}
