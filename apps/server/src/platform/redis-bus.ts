import { randomUUID } from 'node:crypto';
import { LIVE_SUBJECTS } from '@botdepot/contract';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Tx } from './database.ts';
import { createLocalBus, type LiveBus, type LiveHint } from './live-bus.ts';

const subjects = z.array(z.enum(LIVE_SUBJECTS));
const liveHint: z.ZodType<LiveHint> = z.discriminatedUnion('to', [
  z.object({ to: z.literal('user'), userId: z.string(), subjects }),
  z.object({ to: z.literal('customers'), subjects }),
  z.object({ to: z.literal('admins'), subjects }),
  z.object({ to: z.literal('sessions'), userId: z.string(), sessionId: z.string().exactOptional() }),
]);

const LONGEST_RETRY_MS = 2_000;
const LONGEST_PUBLISH_MS = 2_000;

/**
 * What the channels of an installation begin with. Its database tells one from another on the same Redis: a copy of the
 * database, restored beside it for a rehearsal, must neither send its prices to the customers nor end their sessions.
 */
export async function readBusPrefix(tx: Tx): Promise<string> {
  const { rows } = await tx.$client.query<{ prefix: string }>(
    `SELECT 'botdepot:' || system_identifier || ':' || (SELECT oid FROM pg_database WHERE datname = current_database())
       AS prefix FROM pg_control_system()`,
  );
  const [row] = rows;
  if (!row) throw new Error('a cluster has one control file');
  return row.prefix;
}

/**
 * The bus of several replicas over Redis or Valkey. What a process publishes reaches its own listeners at once and
 * without Redis; the other replicas get it by Pub/Sub, which keeps nothing for those that are away: after a lost
 * connection `onInterrupted` says so, on every replica that may have missed something.
 */
export function createRedisBus(options: { url: string; log: Logger; prefix: string }): LiveBus {
  const { log, prefix } = options;
  const channels = { hint: `${prefix}:hint`, tick: `${prefix}:tick`, resync: `${prefix}:resync` };
  const own = randomUUID();
  const local = createLocalBus();
  const interrupted = new Set<() => void>();
  const connection = {
    retryStrategy: (times: number) => Math.min(LONGEST_RETRY_MS, 50 * 2 ** Math.min(times, 10)),
    keepAlive: 5_000,
    connectTimeout: 5_000,
  };
  // Old ticks are worthless, so nothing waits for a Redis that is away.
  const publisher = new Redis(options.url, {
    ...connection,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: LONGEST_PUBLISH_MS,
  });
  const subscriber = new Redis(options.url, { ...connection, autoResubscribe: false });
  let wasAway = false;
  let hintsLost = false;

  publisher.on('error', (error: Error) => log.warn({ err: error }, 'live bus: publishing connection'));
  subscriber.on('error', (error: Error) => log.warn({ err: error }, 'live bus: subscribing connection'));
  publisher.on('ready', makeGood);
  subscriber.on('ready', () => {
    subscriber.subscribe(...Object.values(channels)).then(
      () => {
        // Also the first time: while Redis was away, sockets connected and others published.
        if (wasAway) interrupt();
        wasAway = false;
      },
      (error: unknown) => log.warn({ err: error }, 'live bus: not subscribed'),
    );
  });
  subscriber.on('close', () => {
    wasAway = true;
  });
  subscriber.on('message', (channel: string, message: string) => {
    const end = message.indexOf('\n');
    if (message.slice(0, end) === own) return;
    receive(channel, message.slice(end + 1));
  });

  function receive(channel: string, body: string): void {
    if (channel === channels.tick) local.publishTick(body);
    else if (channel === channels.resync) interrupt();
    else {
      const hint = liveHint.safeParse(parseJson(body));
      if (hint.success) local.publishHint(hint.data);
      else log.warn({ err: hint.error }, 'live bus: not a hint (another version?)');
    }
  }

  function interrupt(): void {
    for (const listener of interrupted) listener();
  }

  /** A lost tick is followed by the next; a lost hint is made good by a resync as soon as Redis answers again. */
  function send(channel: string, body: string, matters: boolean): void {
    publisher.publish(channel, `${own}\n${body}`).then(makeGood, () => {
      hintsLost ||= matters;
    });
  }

  function makeGood(): void {
    if (!hintsLost) return;
    hintsLost = false;
    send(channels.resync, '', true);
  }

  return {
    publishHint: (hint) => {
      local.publishHint(hint);
      send(channels.hint, JSON.stringify(hint), true);
    },
    publishTick: (message) => {
      local.publishTick(message);
      send(channels.tick, message, false);
    },
    onHint: local.onHint,
    onTick: local.onTick,
    onInterrupted: (listener) => {
      interrupted.add(listener);
      return () => interrupted.delete(listener);
    },
    close: async () => {
      interrupted.clear();
      await local.close();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
