import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { normalFromWord } from '../simulator/normal-distribution.ts';
import { falseDiscoveryRates } from './false-discovery.ts';
import { overfittingByBlocks, overfittingOf } from './overfitting.ts';
import { compareWithRandomBots, type JudgedTrade } from './random-bots.ts';
import { sfc32 } from './sfc32.ts';
import { sharpeSampleOf } from './sharpe-sample.ts';
import { chanceOfSharpe } from './sharpe-tests.ts';
import { bootstrapBands } from './stationary-bootstrap.ts';

// Whether chance is called chance: records without any edge, of which it is known how often each figure must be wrong. Every
// run draws the same. The short forms find what is wrong by much; the sizes that the specification asks for are long.

const digest = (key: string): Uint8Array => createHash('sha256').update(key).digest();

class Draw {
  readonly #next: () => number;

  constructor(key: string) {
    this.#next = sfc32(digest(key));
  }

  readonly uniform = (): number => this.#next() / 2 ** 32;
  readonly normal = (): number => normalFromWord(this.#next());
  /** Student's with four degrees of freedom: tails as heavy as those of prices. */
  readonly student = (): number => {
    const squares = this.normal() ** 2 + this.normal() ** 2 + this.normal() ** 2 + this.normal() ** 2;
    return this.normal() / Math.sqrt(squares / 4);
  };
  readonly record = (days: number, day: () => number): Float64Array =>
    Float64Array.from({ length: days }, day);
}

const chanceOf = (returns: ArrayLike<number>): number =>
  chanceOfSharpe(sharpeSampleOf(returns).value!).value!;

describe('bots without an edge pass a forward test at 5 % in five of a hundred', () => {
  function passing(bots: number, days: number, kind: 'normal' | 'student'): number {
    const draw = new Draw(`${kind}/${days}`);
    let passed = 0;
    for (let bot = 0; bot < bots; bot++) if (chanceOf(draw.record(days, draw[kind])) <= 0.05) passed += 1;
    return passed / bots;
  }

  test('2,000 of them', () => {
    const share = passing(2000, 180, 'normal');
    expect(share).toBeGreaterThan(0.035);
    expect(share).toBeLessThan(0.065);
  });

  test.each([180, 365])('10,000 of %i days', { tags: ['long'] }, (days) => {
    const share = passing(10_000, days, 'normal');
    expect(share).toBeGreaterThanOrEqual(0.045);
    expect(share).toBeLessThanOrEqual(0.055);
  });

  test.each([180, 365])('10,000 of %i days with heavy tails', { tags: ['long'] }, (days) => {
    expect(passing(10_000, days, 'student')).toBeLessThanOrEqual(0.06);
  });
});

describe('a board of noise names somebody in five of a hundred', () => {
  /** Sixty bots that share a factor, some much and some not at all. */
  function naming(boards: number): number {
    const draw = new Draw('boards');
    let named = 0;
    for (let board = 0; board < boards; board++) {
      const factor = draw.record(180, draw.normal);
      const chances = Array.from({ length: 60 }, (_, bot) =>
        chanceOf(factor.map((value) => ((bot % 4) / 4) * value + draw.normal())),
      );
      if (Math.min(...falseDiscoveryRates(chances)) <= 0.05) named += 1;
    }
    return named / boards;
  }

  test('100 boards', () => expect(naming(100)).toBeLessThanOrEqual(0.12));
  test('2,000 boards', { tags: ['long'] }, () => expect(naming(2000)).toBeLessThanOrEqual(0.057));
});

describe('PBO', () => {
  const noise = (key: string, days: number): Float64Array[] => {
    const draw = new Draw(key);
    return Array.from({ length: 20 }, () => draw.record(days, () => 0.01 * draw.normal()));
  };

  test('is 1 for noise that earns nothing in all: what one half gains the other one loses', () => {
    const recentred = noise('recentred', 640).map((variant) => {
      const mean = variant.reduce((sum, value) => sum + value, 0) / variant.length;
      return variant.map((value) => value - mean);
    });
    expect(overfittingByBlocks(recentred, 16).value?.pbo).toBeGreaterThanOrEqual(0.95);
  });

  test('is next to 0 for one that is better than all others', () => {
    const variants = noise('dominant', 320);
    variants[7] = variants[7]!.map((value) => value + 0.0025);
    expect(overfittingByBlocks(variants, 8).value?.pbo).toBeLessThanOrEqual(0.06);
  });

  test('of 500 variants by sixteen blocks takes a second of the processor at most', {
    tags: ['long'],
  }, () => {
    const draw = new Draw('sweep');
    const sweep = Array.from({ length: 500 }, () => draw.record(1460, draw.normal));
    const before = process.cpuUsage();
    expect(overfittingOf(sweep).value?.combinations).toBe(12_870);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test('is one half for noise, on average', () => {
    const each = Array.from(
      { length: 200 },
      (_, sweep) => overfittingByBlocks(noise(`${sweep}`, 160), 8).value!,
    );
    expect(each.reduce((sum, { pbo }) => sum + pbo, 0) / each.length).toBeCloseTo(0.5, 1);
  });
});

describe('a bot that trades at random is like the random bots', () => {
  /** p of bots that toss coins in markets without a direction. */
  function chances(bots: number, randomBots: number): number[] {
    const draw = new Draw('coin-tossers');
    return Array.from({ length: bots }, (_, bot) => {
      let price = 100;
      const open = draw.record(600, () => {
        price *= Math.exp(0.01 * draw.normal());
        return price;
      });
      const trades: JudgedTrade[] = [];
      for (let bar = 0; bar < open.length; bar++) {
        if (draw.uniform() > 0.1) continue;
        const bars = Math.min(1 + Math.floor(15 * draw.uniform()), open.length - bar);
        const exit = open[bar + bars] ?? price;
        const side = draw.uniform() < 0.5 ? 1 : -1;
        trades.push({ side, bars, weight: 0.25 + 0.75 * draw.uniform(), entry: open[bar]!, exit });
        bar += bars - 1;
      }
      const market = { open, lastClose: price, trades, costPerSide: 0.0008, financingPerBar: 0.00001 };
      return compareWithRandomBots([market], digest(`monkeys/${bot}`), randomBots).value!.p;
    });
  }

  /** Kolmogorov and Smirnov: how often uniform numbers lie as far from the diagonal. */
  function uniformity(values: readonly number[]): number {
    const sorted = values.toSorted((a, b) => a - b);
    const count = sorted.length;
    const furthest = Math.max(
      ...sorted.map((value, index) => Math.max((index + 1) / count - value, value - index / count)),
    );
    const distance = (Math.sqrt(count) + 0.12 + 0.11 / Math.sqrt(count)) * furthest;
    let chance = 0;
    for (let term = 1; term <= 100; term++)
      chance += 2 * (-1) ** (term - 1) * Math.exp(-2 * (term * distance) ** 2);
    return Math.min(chance, 1);
  }

  test('60 bots against 100', () => expect(uniformity(chances(60, 100))).toBeGreaterThan(0.01));
  test('500 bots against 1,000', { tags: ['long'] }, () =>
    expect(uniformity(chances(500, 1000))).toBeGreaterThan(0.01),
  );
  test('and whether numbers are uniform is seen', () => {
    const even = Array.from({ length: 60 }, (_, index) => (index + 0.5) / 60);
    expect(uniformity(even)).toBeCloseTo(1, 12);
    expect(uniformity(even.map((value) => value ** 2))).toBeLessThan(0.01);
  });
});

describe('nine in ten bands hold the true Sharpe ratio', () => {
  /** Of records of 1,500 days whose days take a part of the one before. */
  function covering(records: number, phi: number, replicates: number): number {
    const draw = new Draw(`bands/${phi}`);
    // Sharpe 1 a year, of returns whose variance is that of the shocks / (1 − φ²).
    const mean = 1 / Math.sqrt(365 * (1 - phi * phi));
    let held = 0;
    for (let record = 0; record < records; record++) {
      let before = 0;
      const returns = draw.record(1500, () => {
        before = phi * before + draw.normal();
        return 0.01 * (mean + before);
      });
      const { sharpe } = bootstrapBands(returns, digest(`bands/${phi}/${record}`), replicates);
      if (sharpe[0] <= 1 && sharpe[2] >= 1) held += 1;
    }
    return held / records;
  }

  test.each([0, 0.2])('30 records, φ = %f', (phi) => {
    const share = covering(30, phi, 100);
    expect(share).toBeGreaterThanOrEqual(0.73);
    expect(share).toBeLessThan(1);
  });
  test.each([0, 0.2])('1,000 records, φ = %f', { tags: ['long'], timeout: 300_000 }, (phi) => {
    const share = covering(1000, phi, 400);
    expect(share).toBeGreaterThanOrEqual(0.85);
    expect(share).toBeLessThanOrEqual(0.92);
  });
});
