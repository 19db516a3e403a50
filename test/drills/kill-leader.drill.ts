import { cpus, loadavg } from 'node:os';
import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import { createPlan } from './plan.ts';
import { countStrikes, findRedis, portFor, readLeadership, until } from './two-replicas.ts';
import { openWorld, type World } from './world.ts';

const AT_ONCE = 40;
const STRIKE_AFTER = 300;
const BOTS = 3;
/** What is promised: another one trades within this time. On a machine that has more to do than it can, six times that. */
const FOLLOWED_MS = 5_000;
const followedLimitMs = () => ((loadavg()[0] ?? 0) > cpus().length * 1.5 ? 6 * FOLLOWED_MS : FOLLOWED_MS);
/** Strikes of the successor that are waited for, for every bot. */
const STRIKES_AFTERWARDS = 2;

export const killLeader: Drill = {
  name: 'kill-leader',
  title: 'kill -9 des Leiters, während er die Minute abschließt; der andere handelt weiter',
  async run({ seed, note }) {
    const redisUrl = await findRedis();
    if (redisUrl === undefined) return { notRun: 'kein Redis (TEST_REDIS_URL)' };
    const world = await openWorld({ replicas: 2, redisUrl, preloads: ['hold-answers'] });
    try {
      const { servers, sql, people } = world;
      const first = await until('a leader', () => readLeadership(sql, servers));
      const survivor = servers.find((server) => server !== first.leader);
      if (!survivor) throw new Error('there are two');
      first.leader.tell({ drill: 'hold-answers', share: 0.02, atMost: 4, seed });
      let followedMs = Number.NaN;
      let limitMs = FOLLOWED_MS;
      let struckBefore = 0;
      const ledger = await runUnderLoad({
        plan: createPlan(seed, people),
        send: (operation) => sendOperation(portFor(servers, operation), operation),
        atOnce: AT_ONCE,
        strikeAfter: STRIKE_AFTER,
        afterwards: 'until it is over',
        strike: async () => {
          // The first bot's minute is written, perhaps not the others'.
          const before = await countStrikes(sql);
          struckBefore = await until('a strike', async () => {
            const now = await countStrikes(sql);
            return now > before && now;
          });
          await first.leader.kill();
          const killedAt = performance.now();
          const { rows } = await sql.query<{ at: Date }>('SELECT max(at) AS at FROM bot_ticks');
          const lastTick = rows[0]?.at.getTime() ?? 0;
          await until('a tick of the successor', async () => {
            const now = await readLeadership(sql, [survivor]);
            const ticks = await sql.query<{ at: Date }>('SELECT min(at) AS at FROM bot_ticks');
            return now && now.epoch > first.epoch && (ticks.rows[0]?.at.getTime() ?? 0) > lastTick;
          });
          limitMs = followedLimitMs();
          followedMs = Math.round(performance.now() - killedAt);
        },
      });
      note(`gefolgt nach ${followedMs} ms`);
      await until('strikes of the successor', async () => {
        const now = await countStrikes(sql);
        return now >= struckBefore + BOTS * STRIKES_AFTERWARDS;
      });
      await survivor.untilReady();
      const found = await examine(world, ledger, (operation) => sendOperation(survivor.port, operation));
      const faults = [...found.faults];
      if (followedMs > limitMs) faults.push(`erst nach ${followedMs} ms handelte der andere`);
      return {
        ...found,
        faults,
        figures: {
          ...found.figures,
          'gefolgt nach ms': `${followedMs} (höchstens ${limitMs})`,
          ...(await countGaps(world)),
        },
      };
    } finally {
      await world.close();
    }
  },
};

async function countGaps({ sql }: World): Promise<Record<string, number>> {
  const { rows } = await sql.query<{ gaps: string }>(
    `SELECT count(*) AS gaps FROM bot_protocol WHERE kind = 'gap'`,
  );
  return { Feststellungen: await countStrikes(sql), 'Lücken im Protokoll': Number(rows[0]?.gaps) };
}
