// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { expectSound } from '../invariants.ts';
import { readLiveOutcome } from './live-outcome.ts';
import { createLiveWorld, liveOf, restless } from './live-world.ts';
import { RULE } from './testbench-world.ts';

const SEED = 4711;
const MINUTES = 26;
const KILLS = 20;
/** The longest life of a process, in lines: short enough for several deaths in a history. */
const LONGEST_LIFE = 6;
const VICTIM = fileURLToPath(new URL('./live-victim.ts', import.meta.url));

it('a leader whose process is killed at random leaves the fills, strikes, states and money of own bots as one that never was', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31);
  console.info(`live kill seed ${seed} (KILL_SEED repeats it)`);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const expected = await lived(() => null);
  expect(expected.kills).toBe(0);
  expect(expected.outcome.fills.length).toBeGreaterThan(12);
  let kills = 0;
  while (kills < KILLS) {
    const actual = await lived(() => ({
      lines: 1 + Math.floor(random() * LONGEST_LIFE),
      thenMs: random() * 25,
    }));
    kills += actual.kills;
    expect(actual.outcome).toEqual(expected.outcome);
  }
  console.info(`${kills} processes killed`);
}, 400_000);

type Life = { lines: number; thenMs: number };

/** One history of the market, lived by as many processes as it takes. The orders are given before it begins. */
async function lived(nextLife: () => Life | null) {
  const world = await createLiveWorld({ seed: SEED, compile: restless() });
  try {
    // Only its database is used; the leaders are the processes.
    await world.host.stop();
    await world.history(2);
    const begun = world.clock.now();
    world.clock.set(new Date(begun.getTime() - 1_000));
    for (const name of ['Eins', 'Zwei', 'Drei']) {
      const person = await world.person('1000');
      const rule = { ...RULE, symbols: name === 'Drei' ? ['BTC/USD', 'GOLD'] : RULE.symbols };
      const bot = await world.certified(person, { name, rule });
      await liveOf(world.api, person).start(bot, '300');
    }
    world.clock.set(begun);
    let kills = 0;
    for (let life = 0; life < 100; life++) {
      if ((await liveOnce(world.url, nextLife())) === 'finished') break;
      kills += 1;
    }
    await expectSound(world);
    return { kills, outcome: await readLiveOutcome(world.database) };
  } finally {
    await world.close();
  }
}

async function liveOnce(url: string, life: Life | null): Promise<'finished' | 'killed'> {
  const victim = spawn(process.execPath, [VICTIM, url, String(SEED), String(MINUTES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(victim, 'exit');
  let lines = 0;
  victim.stdout.setEncoding('utf8').on('data', (text: string) => {
    const before = lines;
    lines += text.split('\n').length - 1;
    if (life && before < life.lines && lines >= life.lines)
      setTimeout(() => victim.kill('SIGKILL'), life.thenMs);
  });
  const [code, signal] = await exited;
  if (signal === 'SIGKILL') return 'killed';
  if (code !== 0) throw new Error(`the victim ended by itself with ${code ?? signal}`);
  return 'finished';
}
