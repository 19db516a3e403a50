// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '@botdepot/trading';
import { expect, it } from 'vitest';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { expectSound } from '../invariants.ts';
import { createBotsFixture, seriesOf } from './bots-fixture.ts';
import { readOutcome } from './bots-outcome.ts';

const SEED = 4711;
const MINUTES = 32;
const HISTORIES = 2;
/** The longest life of a process, in lines; short enough for two deaths at least in a history. */
const LONGEST_LIFE = 8;
const VICTIM = fileURLToPath(new URL('./bots-victim.ts', import.meta.url));

it('a leader whose process is killed at random leaves the fills, the NAV and the state of one that never was', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31);
  console.info(`kill seed ${seed} (KILL_SEED repeats it)`);
  const random = generator(seed);
  const expected = await live(() => null);
  expect(expected.kills).toBe(0);
  let kills = 0;
  for (let history = 0; history < HISTORIES; history++) {
    // Counted in lines and not in milliseconds, so that slow and fast machines kill alike often; the moment after the line
    // falls into the resuming, a bar, a tick or a command.
    const actual = await live(() => ({
      lines: 1 + Math.floor(random() * LONGEST_LIFE),
      thenMs: random() * 12,
    }));
    kills += actual.kills;
    expect(actual.outcome).toEqual(expected.outcome);
  }
  expect(kills).toBeGreaterThan(HISTORIES);
  console.info(`${kills} processes killed`);
}, 400_000);

/** One history of the market, lived by as many processes as it takes. */
async function live(nextLife: () => Life | null) {
  const fixture = await createBotsFixture({ seed: SEED });
  try {
    // Only its database is used; the leaders are the processes.
    await fixture.runner.stop();
    const opening = fixture.clock.now().getTime();
    await insertCandles(
      fixture.database.db,
      '1m',
      seriesOf(fixture.market, opening - 90 * MINUTE_MS, opening, MINUTE_MS),
    );
    const customer = await fixture.createCustomer('2000');
    let kills = 0;
    for (let life = 0; life < 100; life++) {
      const victim = spawn(
        process.execPath,
        [VICTIM, fixture.url, String(SEED), customer.userId, String(MINUTES)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      if ((await untilEnd(victim, nextLife())) === 'finished') break;
      kills += 1;
    }
    await expectSound(fixture);
    return { kills, outcome: await readOutcome(fixture.database) };
  } finally {
    await fixture.close();
  }
}

/** How long a process lives: until it has printed so many lines, and then so many milliseconds. */
interface Life {
  lines: number;
  thenMs: number;
}

/** Waits for the end of a process, which comes by SIGKILL unless it lives without end. */
async function untilEnd(victim: ChildProcess, life: Life | null): Promise<'finished' | 'killed'> {
  const exited = once(victim, 'exit');
  let lines = 0;
  victim.stdout?.setEncoding('utf8').on('data', (text: string) => {
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

/** Mulberry32: a small repeatable generator for 0 ≤ x < 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
