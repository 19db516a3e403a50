import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_CLOSE } from '@botdepot/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LiveSocketWorld, OWN_ORIGIN, until } from './live-socket-world.ts';

let world: LiveSocketWorld;
beforeEach(async () => {
  world = await LiveSocketWorld.open();
});
afterEach(() => world.close());

describe('limits', () => {
  test('an account has so many sockets and no more', async () => {
    world.start({ socketsPerAccount: 2 });
    const first = await world.connect({ cookie: 'anna' });
    await world.connect({ cookie: 'anna-phone' });
    const third = await world.connect({ cookie: 'anna' });
    expect(await third.closed).toBe(LIVE_CLOSE.tooMany);
    await world.connect({ cookie: 'ben' });
    first.socket.close();
    await first.closed;
    await until(() => world.live.count().sockets === 2);
    const fourth = await world.connect({ cookie: 'anna' });
    await sleep(50);
    expect(fourth.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('a network has so many sockets, this machine as many as it likes', async () => {
    world.start({ socketsPerNetwork: 2 });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const first = await world.connect(from('203.0.113.7'));
    await world.connect(from('203.0.113.7'));
    expect(await world.refusal(from('203.0.113.7'))).toBe(429);
    await world.connect(from('203.0.113.8'));
    // One IPv6 customer has a whole /64.
    await world.connect(from('2001:db8::1'));
    await world.connect(from('2001:db8::2'));
    expect(await world.refusal(from('2001:db8::3'))).toBe(429);
    for (let n = 0; n < 5; n++) await world.connect();
    first.socket.close();
    await first.closed;
    await world.connect(from('203.0.113.7'));
  });

  test('a message that is too large closes the socket', async () => {
    world.start();
    const client = await world.connect({ cookie: 'anna' });
    client.socket.send('x'.repeat(4_097));
    expect(await client.closed).toBe(1009);
    await until(() => world.live.count().sockets === 0);
  });

  test('a client that talks without end is closed', async () => {
    world.start();
    const client = await world.connect();
    for (let n = 0; n < 200; n++) client.socket.send('hello');
    expect(await client.closed).toBe(1008);
  });

  test('a client that answers no ping is given up', async () => {
    world.start({ heartbeatMs: 500 });
    const silent = world.connectRaw();
    await until(() => world.live.count().sockets === 1);
    const talking = await world.connect();
    await until(() => world.live.count().sockets === 1);
    expect(silent.received).toContain('101 Switching Protocols');
    expect(talking.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('a client that reads slowly', () => {
  const bigTick = (n: number) => JSON.stringify({ type: 'prices', n, fill: 'x'.repeat(100_000) });

  test('costs no more memory the longer it sleeps, misses ticks, and gets the latest when it wakes', async () => {
    world.start();
    const slow = world.connectRaw(`Origin: ${OWN_ORIGIN}\r\nCookie: anna\r\n`);
    const quick = await world.connect({ cookie: 'anna' });
    await until(() => world.live.count().sockets === 2);
    slow.socket.pause();

    for (let n = 0; n < 55; n++) {
      world.bus.publishTick(bigTick(n));
      await sleep(2);
    }
    // What waits in this process is the backlog limit and the one tick that went over it.
    const waiting = Math.max(...world.serverSockets.map((socket) => socket.writableLength));
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(64 * 1_024 + 101_000);
    await until(() => quick.messages.length === 55);

    world.bus.publishHint({ to: 'user', userId: 'anna', subjects: ['wallet'] });
    slow.received = '';
    slow.socket.resume();
    await until(() => world.serverSockets.every((socket) => socket.writableLength === 0));
    world.bus.publishTick(bigTick(99));
    await until(() => slow.received.includes('"n":99'));
    expect(slow.received).not.toContain('"n":54');
    // The hint was kept away from it, so it is told to refetch.
    expect(slow.received).toContain('"type":"resync"');
    expect(slow.received.indexOf('"type":"resync"')).toBeLessThan(slow.received.indexOf('"n":99'));
  });

  test('is given up when it is far behind', async () => {
    world.start();
    const slow = world.connectRaw();
    await until(() => world.live.count().sockets === 1);
    slow.socket.pause();
    for (let n = 0; n < 200 && world.live.count().sockets > 0; n++) {
      world.bus.publishTick(bigTick(n));
      await sleep(2);
    }
    expect(world.live.count().sockets).toBe(0);
  });
});
