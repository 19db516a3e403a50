// PostgreSQL dies under the server, in two ways; the server must outlive it.
import type { DatabaseServer } from './database-server.ts';
import type { Drill, Outcome } from './drill.ts';
import { runUnderLoad } from './load.ts';
import { watchOutage } from './outage.ts';
import { createPlan } from './plan.ts';
import { openWorld } from './world.ts';

const AT_ONCE = 100;
const STRIKE_AFTER = 600;
/** Asked while there is no database. */
const AFTERWARDS = 300;

export const killPostgres: Drill = {
  name: 'kill-postgres',
  title: 'kill -9 von PostgreSQL mit allen Prozessen, Neustart',
  run: ({ seed }) => strikeAt(seed, (database) => database.kill()),
};

export const immediatePostgres: Drill = {
  name: 'immediate-postgres',
  title: 'pg_ctl stop -m immediate, Neustart',
  run: ({ seed }) => strikeAt(seed, (database) => database.stopImmediately()),
};

async function strikeAt(seed: number, strike: (database: DatabaseServer) => Promise<void>): Promise<Outcome> {
  const world = await openWorld({ preloads: ['hold-answers'] });
  try {
    const { servers, database, people } = world;
    const [server] = servers;
    if (!server) throw new Error('there is one');
    server.tell({ drill: 'hold-answers', share: 0.02, atMost: 4, seed });
    const outage = watchOutage(server);
    let readyMeanwhile: number | undefined;
    const ledger = await runUnderLoad({
      plan: createPlan(seed, people),
      send: outage.send,
      atOnce: AT_ONCE,
      strikeAfter: STRIKE_AFTER,
      afterwards: AFTERWARDS,
      strike: async () => {
        await strike(database);
        outage.begin();
        readyMeanwhile = (await server.readiness())?.status;
      },
    });
    await database.start();
    const startedAt = performance.now();
    await server.untilReady();
    return await outage.conclude(world, ledger, {
      readyMeanwhile,
      healedAfterMs: performance.now() - startedAt,
    });
  } finally {
    await world.close();
  }
}
