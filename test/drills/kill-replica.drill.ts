import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import { createPlan } from './plan.ts';
import { findRedis, portFor, readLeadership } from './two-replicas.ts';
import { openWorld } from './world.ts';

const AT_ONCE = 200;
const STRIKE_AFTER = 600;
/** So many go on to the one that is left, some of them to the one that is gone. */
const AFTERWARDS = 200;

export const killReplica: Drill = {
  name: 'kill-replica',
  title: 'kill -9 eines von zwei Servern; der andere beantwortet, was jener offen ließ',
  async run({ seed }) {
    const redisUrl = await findRedis();
    if (redisUrl === undefined) return { notRun: 'kein Redis (TEST_REDIS_URL)' };
    const world = await openWorld({ replicas: 2, redisUrl, preloads: ['hold-answers'] });
    try {
      const { servers, sql, people } = world;
      const [victim, survivor] = seed % 2 === 0 ? servers : [...servers].reverse();
      if (!victim || !survivor) throw new Error('there are two');
      const before = await readLeadership(sql, servers);
      const pid = survivor.pid();
      victim.tell({ drill: 'hold-answers', share: 0.03, atMost: 6, seed });
      const ledger = await runUnderLoad({
        plan: createPlan(seed, people),
        send: (operation) => sendOperation(portFor(servers, operation), operation),
        atOnce: AT_ONCE,
        strikeAfter: STRIKE_AFTER,
        afterwards: AFTERWARDS,
        strike: () => victim.kill(),
      });
      await survivor.untilReady();
      const found = await examine(world, ledger, (operation) => sendOperation(survivor.port, operation));
      const faults = [...found.faults];
      if (!survivor.isRunning() || survivor.pid() !== pid) faults.push('der andere Server ist nicht mehr da');
      return {
        ...found,
        faults,
        figures: {
          ...found.figures,
          'der Getötete war Leiter': before?.leader === victim ? 'ja' : 'nein',
        },
      };
    } finally {
      await world.close();
    }
  },
};
