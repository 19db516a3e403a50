import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import { createPlan } from './plan.ts';
import { openWorld } from './world.ts';

const AT_ONCE = 500;
const STRIKE_AFTER = 600;

export const killServer: Drill = {
  name: 'kill-server',
  title: 'kill -9 des einzigen Servers, während 500 Buchungen unterwegs sind',
  async run({ seed }) {
    const world = await openWorld({ preloads: ['hold-answers'] });
    try {
      const [server] = world.servers;
      if (!server) throw new Error('there is one');
      server.tell({ drill: 'hold-answers', share: 0.02, atMost: 6, seed });
      const ledger = await runUnderLoad({
        plan: createPlan(seed, world.people),
        send: (operation) => sendOperation(server.port, operation),
        atOnce: AT_ONCE,
        strikeAfter: STRIKE_AFTER,
        strike: () => server.kill(),
      });
      const killedAt = performance.now();
      await server.start();
      const backAfter = Math.round(performance.now() - killedAt);
      const found = await examine(world, ledger, (operation) => sendOperation(server.port, operation));
      return { ...found, figures: { ...found.figures, 'wieder da nach ms': backAfter } };
    } finally {
      await world.close();
    }
  },
};
