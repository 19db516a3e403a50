// What a rule trades on a market that its seed makes; the same code in Node and in the browsers of a drill.

import {
  compileRule,
  type Rule,
  runBacktest,
  symbolSpec,
  textHash,
} from '../../packages/trading/src/browser.ts';
import { candlesFrom, DAY_MS, HOUR_MS } from '../../packages/trading/src/candles.ts';
import { MONDAY, seededRandom } from '../../packages/trading/src/testing/random-market.ts';

const BARS = 400;

/** Of each rule: how many fills, and the SHA-256 of all their figures. */
export type FillsOfRule = { fills: number; hash: string };

export function fillsOf(rules: readonly Rule[], firstSeed: number): FillsOfRule[] {
  return rules.map((rule, index) => {
    const baseIntervalMs = rule.interval === '1d' ? DAY_MS : HOUR_MS;
    const { fills } = runBacktest({
      strategy: compileRule(rule, ''),
      series: rule.symbols.map((symbol, place) => ({
        spec: symbolSpec(symbol, 'crypto'),
        candles: candlesFrom(barsOf(firstSeed + 100 * index + place, baseIntervalMs)),
      })),
      baseIntervalMs,
      startingEquity: 10_000,
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    });
    return { fills: fills.length, hash: textHash(JSON.stringify(fills)) };
  });
}

function barsOf(seed: number, intervalMs: number) {
  const random = seededRandom(seed);
  let price = 1 + random() * 1000;
  return Array.from({ length: BARS }, (_, bar) => {
    const open = price * (1 + (random() - 0.5) * 0.01);
    const close = open * (1 + (random() - 0.5) * 0.06);
    const high = Math.max(open, close) * (1 + random() * 0.01);
    const low = Math.min(open, close) * (1 - random() * 0.01);
    price = close;
    return { time: MONDAY + bar * intervalMs, open, high, low, close, volume: 0 };
  });
}
