import { type Candles, DAY_MS, firstIndexAt } from '../candles.ts';
import { costRates, type SymbolSpec } from '../costs.ts';

export interface BuyAndHoldInput {
  readonly series: readonly { readonly spec: SymbolSpec; readonly candles: Candles }[];
  /** Length of the bars, ms. */
  readonly baseIntervalMs: number;
  /** Bars that start in [from, until) are used, ms UTC. */
  readonly from: number;
  readonly until: number;
  readonly costFactor: number;
  readonly startingEquity: number;
  /** Starts of the consecutive UTC days to value it on, ms, as in `DailyEquity`. */
  readonly days: ArrayLike<number>;
}

const NO_FINANCING = { financed: false, slippageFactor: 1 } as const;

/**
 * What the same capital would have become in equal parts in every symbol that has a bar in the period: each part waits as cash
 * for the first bar of its symbol, buys at its open with fee, half spread and slippage, and is held at mid prices without
 * financing and without a sale at the end. A symbol whose bars end keeps its last price.
 *
 * @returns one value per day, at the end of the day; the starting equity on every day when no symbol has a bar.
 */
export function buyAndHoldEquity(input: BuyAndHoldInput): Float64Array {
  const { series, baseIntervalMs, from, until, costFactor, startingEquity, days } = input;
  const result = new Float64Array(days.length);
  const bought = series.filter(({ candles }) => firstIndexAt(candles, from) < firstIndexAt(candles, until));
  if (bought.length === 0) return result.fill(startingEquity);
  const part = startingEquity / bought.length;
  for (const { spec, candles } of bought) {
    const { fee, spread, slippage } = costRates(spec.costs, NO_FINANCING, costFactor);
    const first = firstIndexAt(candles, from);
    const end = firstIndexAt(candles, until);
    const units = part / (candles.open[first]! * (1 + fee + spread + slippage));
    let next = first;
    for (let day = 0; day < days.length; day++) {
      while (next < end && candles.time[next]! + baseIntervalMs <= days[day]! + DAY_MS) next++;
      result[day]! += next > first ? units * candles.close[next - 1]! : part;
    }
  }
  return result;
}
