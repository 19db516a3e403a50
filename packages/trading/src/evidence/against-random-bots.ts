import type { BacktestResult, BacktestSeries } from '../backtest.ts';
import { DAY_MS, firstIndexAt } from '../candles.ts';
import { costRates } from '../costs.ts';
import { percentile } from '../statistics/rolling-returns.ts';
import type { Figure } from './figure.ts';
import { type JudgedMarket, type JudgedTrade, type RandomBots, randomBotsOf } from './random-bots.ts';

/** Of 1.000 random bots: their total returns, fractions. */
export interface RandomBotSummary {
  /** (1 + how many were at least as good) / 1001. */
  readonly p: number;
  /** How many were worse. */
  readonly worse: number;
  readonly count: number;
  /** 5th, 50th and 95th percentile. */
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** Of the run by the same formula, which knows no open position. */
  readonly actual: number;
}

/**
 * A backtest beside bots that make its trades at random moments.
 *
 * @param series the candles of the run. @param seed by convention of `monkeys/` and hashes of strategy and data.
 */
export function againstRandomBots(
  result: BacktestResult,
  series: readonly Pick<BacktestSeries, 'spec' | 'candles'>[],
  seed: Uint8Array,
): Figure<RandomBotSummary> {
  const bots = randomBotsOf(judgedMarkets(result, series), seed);
  return bots.value === null ? bots : { value: summaryOf(bots.value), missing: null };
}

/**
 * The markets as random bots see them. The weight of a trade is what was held on average, at its first price, against the
 * equity at the end of the day before it; what changed in between is left out, for them as for the run.
 */
function judgedMarkets(
  { trades, daily, provenance }: BacktestResult,
  series: readonly Pick<BacktestSeries, 'spec' | 'candles'>[],
): JudgedMarket[] {
  const { from, until, baseIntervalMs, startingEquity, costRule, costFactor } = provenance;
  const firstDay = daily.day[0] ?? from;
  const equityBefore = (at: number): number => {
    const days = Math.floor((at - firstDay) / DAY_MS);
    return days > 0 ? daily.equity[days - 1]! : startingEquity;
  };
  return series.flatMap(({ spec, candles }): JudgedMarket[] => {
    const own = trades.filter(({ symbol }) => symbol === spec.symbol);
    if (own.length === 0) return [];
    const [first, end] = [firstIndexAt(candles, from), firstIndexAt(candles, until)];
    const { fee, spread, slippage, financingPerMs } = costRates(spec.costs, costRule, costFactor);
    return [
      {
        open: candles.open.subarray(first, end),
        lastClose: candles.close[end - 1]!,
        costPerSide: fee + spread + slippage,
        financingPerBar: financingPerMs * baseIntervalMs,
        trades: own.map((trade): JudgedTrade => {
          const start = firstIndexAt(candles, trade.openedAt);
          const last = firstIndexAt(candles, trade.closedAt);
          // The bar in which it ended counts where it was held after its open.
          const isInside = trade.lastPrice !== candles.open[last];
          return {
            side: trade.direction === 'long' ? 1 : -1,
            bars: Math.max(1, last - start + (isInside ? 1 : 0)),
            weight: (trade.meanUnits * trade.firstPrice) / equityBefore(trade.openedAt),
            entry: trade.firstPrice,
            exit: trade.lastPrice,
          };
        }),
      },
    ];
  });
}

function summaryOf({ returns, actual, p }: RandomBots): RandomBotSummary {
  const sorted = Float64Array.from(returns).sort();
  return {
    p,
    worse: sorted.reduce((count, value) => (value < actual ? count + 1 : count), 0),
    count: sorted.length,
    low: percentile(sorted, 0.05)!,
    median: percentile(sorted, 0.5)!,
    high: percentile(sorted, 0.95)!,
    actual,
  };
}
