import { z } from 'zod';
import type { BarColumns } from '../bar-set.ts';
import { DAY_MS } from '../candles.ts';
import { MeanDifference } from '../indicators/mean-difference.ts';
import type {
  BarObserver,
  MarketView,
  PortfolioView,
  Strategy,
  StrategyDecision,
  SymbolIntent,
} from '../strategy.ts';

const bars = z.number().int().min(1).max(1000);

export const smaCrossParameters = z
  .strictObject({
    fast: bars.default(10).describe('Bars of the fast mean of closes.'),
    slow: bars.default(30).describe('Bars of the slow mean; more than the fast one.'),
    lot: z.number().min(1e-8).max(1e6).default(1).describe('Smallest quantity that is traded, units.'),
  })
  .refine(({ fast, slow }) => fast < slow, 'fast must be less than slow');

export type SmaCrossParameters = z.infer<typeof smaCrossParameters>;

/** - `crossed-above`, `crossed-below`: at the newest bar. - `no-cross`: nothing to do. */
type SmaCrossReason = 'crossed-above' | 'crossed-below' | 'no-cross';

/**
 * The textbook rule that engines are compared by: after the first strict cross of two simple means of closes always in
 * the market, long above and short below. A cross is strict when the fast mean is strictly below the slow one on the bar
 * before and strictly above it on this bar, or the reverse. Decided at the close and filled at the next open, where a
 * flip closes first and then opens with all the equity in whole lots. Several symbols get equal parts of it.
 *
 * No bot of the platform: it has no protections, pays no financing and takes every bar as it is given.
 *
 * @param intervalMs length of the bars, ms.
 */
export function smaCross(intervalMs: number): Strategy<SmaCrossParameters> {
  return {
    id: 'sma-cross',
    version: '1',
    parameters: smaCrossParameters,
    decisionIntervalMs: intervalMs,
    costRule: { financed: false, slippageFactor: 1 },
    // Twice the bars, because markets are closed about a third of the time.
    warmUpDays: ({ slow }) => Math.ceil((2 * (slow + 1) * intervalMs) / DAY_MS) + 10,
    protectionLimits: () => ({
      maxDrawdown: 1,
      pauseMs: 0,
      maxDailyLoss: 1,
      maxGross: Number.POSITIVE_INFINITY,
    }),
    createObserver: (symbols, parameters) => new CrossObserver(symbols, parameters),
    decide,
  };
}

/** Watches for crosses. A cross stands until the next bar of its symbol, so that a market that is shut does not lose it. */
class CrossObserver implements BarObserver {
  readonly means: readonly MeanDifference[];
  /** 1 or −1 where the newest bar crossed upwards or downwards. */
  readonly crosses: Int8Array;
  isDue = false;

  constructor(symbols: number, { fast, slow }: SmaCrossParameters) {
    this.means = Array.from({ length: symbols }, () => new MeanDifference(fast, slow));
    this.crosses = new Int8Array(symbols);
  }

  observe(index: number, { close }: BarColumns, from: number, until: number): number {
    const means = this.means[index]!;
    let at = from;
    while (at < until) {
      const before = means.side;
      at = means.pushAll(close, at, until);
      const crossed = means.side * before === -1;
      this.crosses[index] = crossed ? means.side : 0;
      if (!crossed) continue;
      this.isDue = true;
      break;
    }
    return at;
  }
}

function decide(
  { symbols, observer }: MarketView,
  { positions }: PortfolioView,
  { lot }: SmaCrossParameters,
): StrategyDecision {
  if (!(observer instanceof CrossObserver)) throw new TypeError('sma-cross needs its own observer');
  const intents = symbols.map((_, index): SymbolIntent => {
    const cross = observer.crosses[index]!;
    const means = observer.means[index]!;
    const figures = { fast: means.mean(means.fast), slow: means.mean(means.slow) };
    const held = positions[index]!.units;
    if (cross === 0 || held * cross > 0) {
      return {
        target: null,
        adjustment: 'none',
        signal: cross,
        reason: 'no-cross' satisfies SmaCrossReason,
        figures,
      };
    }
    return {
      target: { weight: cross / symbols.length, lot, stop: null, closeAt: null },
      adjustment: held === 0 ? 'entry' : 'reverse',
      signal: cross,
      reason: (cross > 0 ? 'crossed-above' : 'crossed-below') satisfies SmaCrossReason,
      figures,
    };
  });
  return { intents, figures: {} };
}
