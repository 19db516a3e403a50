import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { blockLength } from './block-length.ts';
import { sfc32 } from './sfc32.ts';
import { bootstrapBands } from './stationary-bootstrap.ts';

const digest = (key: string): Uint8Array => createHash('sha256').update(key).digest();
/** Within a relative 1e-9. */
const near = (value: number) => expect.closeTo(value, 10 - Math.ceil(Math.log10(Math.abs(value))));

interface Made {
  seed: number;
  days: number;
  mean: number;
  scale: number;
  phi: number;
  tail: number;
}

/** An AR(1) of nearly normal shocks with heavier tails, from a linear congruential generator. */
function returns({ seed, days, mean, scale, phi, tail }: Made): number[] {
  let state = seed;
  let before = 0;
  return Array.from({ length: days }, () => {
    let shock = -6;
    for (let draw = 0; draw < 12; draw++) {
      state = (Math.imul(1664525, state) + 1013904223) >>> 0;
      shock += state / 2 ** 32;
    }
    before = phi * before + (shock + (tail * shock ** 3) / 6);
    return mean + scale * before;
  });
}

const RECORD = returns({ seed: 101, days: 730, mean: 0.0006, scale: 0.009, phi: 0.1, tail: 0.3 });

test('sfc32 gives the published sequence of a key', () => {
  const next = sfc32(digest('bench-a'));
  expect(Array.from({ length: 5 }, next)).toEqual([
    1188155300, 1517809296, 2156197078, 2386385738, 354804780,
  ]);
});

test('the record of the reference is the one that was meant', () => {
  expect(RECORD.slice(0, 3)).toEqual([
    near(0.00786189349484),
    near(-0.0199427751915),
    near(0.00507870085854),
  ]);
});

describe('the length of blocks', () => {
  test.each([
    ['weakly dependent days', RECORD, 2.62681229223],
    [
      'strongly dependent days',
      returns({ seed: 12, days: 1500, mean: 0, scale: 0.01, phi: 0.4, tail: 0 }),
      10.1889426835,
    ],
    [
      'independent days, at the floor',
      returns({ seed: 11, days: 1500, mean: 0.0004, scale: 0.01, phi: 0, tail: 0 }),
      1,
    ],
  ])('of %s', (_, days, length) => {
    expect(blockLength(days)).toEqual(near(length));
  });
});

describe('the bands', () => {
  test('are those of the reference', () => {
    expect(bootstrapBands(RECORD, digest('bench-bands-101'), 400)).toEqual({
      blockLength: near(2.62681229223),
      cagr: [near(-0.175809430627), near(0.0788460767474), near(0.383690703034)],
      sharpe: [near(-0.920849041678), near(0.485987982176), near(1.75551600697)],
    });
  });

  test('stay numbers where most resampled records stand still, and where one loses everything', () => {
    const still = new Float64Array(60);
    still[30] = 0.01;
    const { sharpe } = bootstrapBands(still, digest('still'), 400);
    expect(sharpe[0]).toBe(0);
    expect(sharpe[2]).toBeGreaterThan(0);
    const ruined = new Float64Array(60).fill(0.001);
    ruined[10] = -1;
    expect(bootstrapBands(ruined, digest('ruined'), 400).cagr[0]).toBe(-1);
  });
});
