import { LIVE_CLOSE, LIVE_OPENING_MS, LIVE_PATH, type LiveMessage } from '@botdepot/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type LiveClient, LiveSocketWorld, until } from './live-socket-world.ts';

const TICK = JSON.stringify({
  type: 'prices',
  t: 1,
  source: 'simulated',
  p: [1.5],
  c: [null],
  o: [1],
  nav: {},
});
let world: LiveSocketWorld;
beforeEach(async () => {
  world = await LiveSocketWorld.open();
});
afterEach(() => world.close());

const typesOf = (client: LiveClient) => client.messages.map((message) => message.type);

describe('an upgrade', () => {
  test.each(['https://evil.example', 'null', 'http://localhost:3000.evil.example', 'http://localhost:3001'])(
    'from the foreign origin %s is refused',
    async (origin) => {
      world.start();
      expect(await world.refusal({ origin, cookie: 'anna' })).toBe(403);
      expect(world.live.count().sockets).toBe(0);
    },
  );

  test('to another path is not found', async () => {
    world.start();
    expect(await world.refusal({}, '/api/other')).toBe(404);
  });

  test('without an origin is no browser: its cookie does not count, its bearer token does', async () => {
    world.start();
    await world.connect({ origin: null, cookie: 'anna' });
    expect(world.live.count()).toEqual({ sockets: 1, accounts: 0 });
    await world.connect({ origin: null, authorization: 'anna' });
    expect(world.live.count()).toEqual({ sockets: 2, accounts: 1 });
  });

  test('is answered 503 when sessions cannot be looked up, and the server lives on', async () => {
    world.start({}, { resolveSession: () => Promise.reject(new Error('database away')) });
    expect(await world.refusal({ cookie: 'anna' })).toBe(503);
  });

  test('of a session that ends while it is being looked up gives an anonymous socket', async () => {
    let asked = 0;
    world.start(
      {},
      {
        resolveSession: async () => {
          const session = asked++ === 0 ? world.sessions.get('anna')! : null;
          if (session) world.bus.publishHint({ to: 'sessions', userId: 'anna' });
          return session;
        },
      },
    );
    await world.connect({ cookie: 'anna' });
    expect(world.live.count()).toEqual({ sockets: 1, accounts: 0 });
  });
});

describe('messages', () => {
  test('of a tick reach everybody, the last one a new socket at once', async () => {
    world.start();
    const first = await world.connect();
    world.bus.publishTick(TICK);
    const second = await world.connect({ cookie: 'anna' });
    await until(() => first.messages.length === 1 && second.messages.length === 1);
    expect(first.messages).toEqual([JSON.parse(TICK)]);
    expect(second.messages).toEqual(first.messages);
  });

  test('to an account reach its sockets alone, those to admins only admins', async () => {
    world.start();
    const anonymous = await world.connect();
    const anna = await world.connect({ cookie: 'anna' });
    const phone = await world.connect({ cookie: 'anna-phone' });
    const ben = await world.connect({ cookie: 'ben' });
    const chef = await world.connect({ cookie: 'chef' });
    world.bus.publishHint({ to: 'user', userId: 'anna', subjects: ['wallet', 'deposits'] });
    world.bus.publishHint({ to: 'admins', subjects: ['deposits'] });
    world.bus.publishTick(TICK);
    await until(() =>
      [anonymous, anna, phone, ben, chef].every((client) => typesOf(client).includes('prices')),
    );
    const hint = { type: 'account', subjects: ['wallet', 'deposits'] };
    expect(anna.messages[0]).toEqual(hint);
    expect(phone.messages[0]).toEqual(hint);
    expect(chef.messages[0]).toEqual({ type: 'admin', subjects: ['deposits'] });
    expect([anna, phone, ben, chef, anonymous].map((client) => client.messages.length)).toEqual([
      2, 2, 1, 2, 1,
    ]);
  });

  test('for all customers reach everybody who is signed in, and no visitor', async () => {
    world.start();
    const anna = await world.connect({ cookie: 'anna' });
    const chef = await world.connect({ cookie: 'chef' });
    const anonymous = await world.connect();
    world.bus.publishHint({ to: 'customers', subjects: ['bots'] });
    world.bus.publishTick(JSON.stringify({ type: 'prices' }));
    await until(() => anonymous.messages.length === 1);
    await until(() => anna.messages.length === 2 && chef.messages.length === 2);
    expect(anna.messages[0]).toEqual({ type: 'account', subjects: ['bots'] });
    expect(chef.messages[0]).toEqual({ type: 'account', subjects: ['bots'] });
    expect(anonymous.messages).toEqual([{ type: 'prices' }]);
  });

  test('of any length arrive whole', async () => {
    world.start();
    const client = await world.connect();
    for (const length of [0, 90, 125, 126, 65_535, 65_536, 200_000])
      world.bus.publishTick(JSON.stringify({ type: 'prices', text: 'ü'.repeat(length) }));
    await until(() => client.messages.length === 7);
    expect(client.messages.map((message) => 'text' in message && String(message.text).length)).toEqual([
      0, 90, 125, 126, 65_535, 65_536, 200_000,
    ]);
  });

  test('that may have been lost between replicas are made good by a resync', async () => {
    world.start();
    const client = await world.connect({ cookie: 'anna' });
    world.bus.interrupt();
    await until(() => client.messages.length === 1);
    expect(client.messages).toEqual([{ type: 'resync' }]);
  });
});

describe('a page that says how old its data is', () => {
  let clock = 0;
  const startAt = (ms: number) => {
    clock = 0;
    world.start({}, { now: () => clock });
    clock = ms;
  };
  /** What the socket of a page is told before its first tick. */
  const toldFirst = async (cookie: string, age: number | string): Promise<LiveMessage[]> => {
    const client = await world.connect({ cookie }, `${LIVE_PATH}?age=${age}`);
    await until(() => typesOf(client).includes('prices'));
    return client.messages.slice(0, typesOf(client).indexOf('prices'));
  };

  test('is told what happened since then, each subject once, and nothing of others', async () => {
    startAt(30_000);
    world.bus.publishTick(TICK);
    world.bus.publishHint({ to: 'user', userId: 'anna', subjects: ['support'] });
    clock += LIVE_OPENING_MS + 2_000;
    world.bus.publishHint({ to: 'user', userId: 'anna', subjects: ['wallet', 'deposits'] });
    world.bus.publishHint({ to: 'user', userId: 'anna', subjects: ['wallet'] });
    world.bus.publishHint({ to: 'admins', subjects: ['deposits'] });
    clock += 1_000;
    const caughtUp = { type: 'caught_up' };
    expect(await toldFirst('anna', 1_000)).toEqual([
      caughtUp,
      { type: 'account', subjects: ['wallet', 'deposits'] },
    ]);
    expect(await toldFirst('anna', 3_000)).toEqual([
      caughtUp,
      { type: 'account', subjects: ['support', 'wallet', 'deposits'] },
    ]);
    expect(await toldFirst('ben', 3_000)).toEqual([caughtUp]);
    expect(await toldFirst('chef', 3_000)).toEqual([caughtUp, { type: 'admin', subjects: ['deposits'] }]);
    world.bus.publishHint({ to: 'customers', subjects: ['bots'] });
    expect(await toldFirst('ben', 0)).toEqual([caughtUp, { type: 'account', subjects: ['bots'] }]);
    // Nobody who is not signed in is told of anybody.
    expect(await toldFirst('', 3_000)).toEqual([caughtUp]);
  });

  test.each([
    ['older than the server remembers', 100_000, 60_000],
    ['from before the server began', 15_000, 6_000],
  ])('and is %s has to ask again', async (_, now, age) => {
    startAt(now);
    world.bus.publishTick(TICK);
    expect(await toldFirst('anna', age)).toEqual([{ type: 'resync' }]);
  });

  test('has to ask again where hints may have been lost since, or were too many to be kept', async () => {
    startAt(30_000);
    world.bus.publishTick(TICK);
    world.bus.interrupt();
    clock += LIVE_OPENING_MS;
    expect(await toldFirst('anna', 0)).toEqual([{ type: 'resync' }]);
    clock += 1_000;
    expect(await toldFirst('anna', 0)).toEqual([{ type: 'caught_up' }]);
    for (let more = 0; more <= 10_000; more++)
      world.bus.publishHint({ to: 'user', userId: 'ben', subjects: ['wallet'] });
    expect(await toldFirst('anna', 0)).toEqual([{ type: 'resync' }]);
  });

  test.each(['', '-1', '1e3', 'NaN', '99999999999'])('as „%s“ has said nothing', async (age) => {
    startAt(30_000);
    world.bus.publishTick(TICK);
    expect(await toldFirst('anna', age)).toEqual([]);
  });
});

describe('a session that ends', () => {
  test('closes its own sockets at once with 4401, or all of the account', async () => {
    world.start();
    const anna = await world.connect({ cookie: 'anna' });
    const phone = await world.connect({ cookie: 'anna-phone' });
    const ben = await world.connect({ cookie: 'ben' });
    world.bus.publishHint({ to: 'sessions', userId: 'anna', sessionId: 'anna-2' });
    expect(await phone.closed).toBe(LIVE_CLOSE.sessionEnded);
    expect(anna.socket.readyState).toBe(WebSocket.OPEN);
    world.bus.publishHint({ to: 'sessions', userId: 'anna' });
    expect(await anna.closed).toBe(LIVE_CLOSE.sessionEnded);
    expect(ben.socket.readyState).toBe(WebSocket.OPEN);
    await until(() => world.live.count().accounts === 1);
  });

  test('or whose role changes is found out by the regular check, in one question for all', async () => {
    const asked: (readonly string[])[] = [];
    world.start(
      { sessionCheckMs: 100 },
      {
        sessionsAlive: async (ids) => {
          asked.push(ids);
          return new Map(
            [...world.sessions.values()].map((session) => [session.sessionId, session.adminField]),
          );
        },
      },
    );
    const anna = await world.connect({ cookie: 'anna' });
    const twin = await world.connect({ cookie: 'anna' });
    const ben = await world.connect({ cookie: 'ben' });
    const anonymous = await world.connect();
    await until(() => asked.length > 0);
    expect(asked.at(-1)).toEqual(['anna-1', 'ben-1']);
    world.sessions.delete('anna');
    expect(await anna.closed).toBe(LIVE_CLOSE.sessionEnded);
    expect(await twin.closed).toBe(LIVE_CLOSE.sessionEnded);
    world.sessions.set('ben', { userId: 'ben', adminField: 'all', sessionId: 'ben-1' });
    expect(await ben.closed).toBe(LIVE_CLOSE.sessionEnded);
    expect(anonymous.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('is checked too when the bus was interrupted: the order to close may be what was lost', async () => {
    world.start();
    const anna = await world.connect({ cookie: 'anna' });
    world.sessions.delete('anna');
    world.bus.interrupt();
    expect(await anna.closed).toBe(LIVE_CLOSE.sessionEnded);
  });

  test('is not concluded from a check that failed', async () => {
    let failures = 0;
    world.start(
      { sessionCheckMs: 50 },
      {
        sessionsAlive: () => {
          failures += 1;
          return Promise.reject(new Error('database away'));
        },
      },
    );
    const anna = await world.connect({ cookie: 'anna' });
    await until(() => failures > 2);
    expect(anna.socket.readyState).toBe(WebSocket.OPEN);
  });
});

test('closing says goodbye to every client and refuses new ones', async () => {
  world.start();
  const client = await world.connect();
  await world.live.close();
  expect(await client.closed).toBe(1001);
  expect(await world.refusal({})).toBe(503);
});
