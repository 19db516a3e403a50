import { setTimeout as sleep } from 'node:timers/promises';
import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import { watchAnswers } from './outage.ts';
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
      const pid = server.pid();
      const outage = watchAnswers((operation) => sendOperation(server.port, operation));
      let readyMeanwhile: number | undefined;
      let healedAfter = Number.NaN;
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
          healedAfter = Math.round(performance.now() - healedAt);
        },
      });
      const found = await examine(world, ledger, (operation) => sendOperation(server.port, operation));
      const faults = [...found.faults, ...outage.faults()];
      if (!server.isRunning() || server.pid() !== pid)
        faults.push('der Server ist ein anderer Prozess als zuvor');
      if (readyMeanwhile !== 503) faults.push(`/ready sagte währenddessen ${readyMeanwhile}`);
      return {
        struck: found.struck,
        faults,
        figures: { ...found.figures, ...outage.figures(), 'geheilt nach ms': healedAfter },
      };
    } finally {
      await world.close();
      await network?.close();
    }
  },
};
