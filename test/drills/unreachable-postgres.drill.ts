import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { runUnderLoad } from './load.ts';
import { watchOutage } from './outage.ts';
import { createPlan } from './plan.ts';
import { type Network, openNetwork } from './proxy.ts';
import { openWorld } from './world.ts';

const AT_ONCE = 60;
const STRIKE_AFTER = 600;
const AFTERWARDS = 120;
/** What the drill is about, not a guess at how long something takes. */
const SILENT_MS = 20_000;
/** So that a statement or two of those under way arrive while their answers are lost. */
const ANSWERS_LOST_MS = 250;

export const unreachablePostgres: Drill = {
  name: 'unreachable-postgres',
  title: 'das Netz zur Datenbank schweigt 20 Sekunden lang, alte Verbindungen für immer',
  async run({ seed }) {
    let network: Network | undefined;
    const world = await openWorld({
      reachVia: async (url) => {
        network = await openNetwork(url);
        return network.url;
      },
    });
    try {
      const [server] = world.servers;
      if (!server || !network) throw new Error('both are there');
      const { loseAnswers, goSilent, heal } = network;
      const outage = watchOutage(server);
      let readyMeanwhile: number | undefined;
      let healedAfterMs = Number.NaN;
      const ledger = await runUnderLoad({
        plan: createPlan(seed, world.people),
        send: outage.send,
        atOnce: AT_ONCE,
        strikeAfter: STRIKE_AFTER,
        afterwards: AFTERWARDS,
        strike: async () => {
          loseAnswers();
          outage.begin();
          await sleep(ANSWERS_LOST_MS);
          goSilent();
          const ready = server.readiness();
          await sleep(SILENT_MS);
          readyMeanwhile = (await ready)?.status;
          outage.end();
          const healedAt = performance.now();
          heal();
          await server.untilReady();
          healedAfterMs = performance.now() - healedAt;
        },
      });
      return await outage.conclude(world, ledger, { readyMeanwhile, healedAfterMs });
    } finally {
      await world.close();
      await network?.close();
    }
  },
};
