import { CandleSeries, MINUTE_MS, type SymbolSpec } from '@botdepot/trading';

export const WALK: SymbolSpec = {
  symbol: 'WALK',
  category: 'crypto',
  costs: { feeBps: 0.1, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 },
};

/** A symbol's minutes, or longer bars, the same on every machine. */
export function randomWalk(bars: number, intervalMs = MINUTE_MS): CandleSeries {
  // A small linear congruential generator: the same walk on every machine.
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const candles = new CandleSeries(bars);
  let close = 100;
  for (let bar = 0; bar < bars; bar++) {
    const open = close;
    close = open * (1 + (random() + random() + random() - 1.5) * 0.001);
    const high = Math.max(open, close) * (1 + random() * 1e-4);
    const low = Math.min(open, close) * (1 - random() * 1e-4);
    candles.append(Date.UTC(2020, 0, 1) + bar * intervalMs, { open, high, low, close, volume: 1 });
  }
  return candles;
}
