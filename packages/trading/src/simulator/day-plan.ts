import { HOUR_MS } from '../candles.ts';
import {
  CRYPTO_WEEKEND_VARIANCE,
  HOURLY_VOLATILITY,
  MONDAY_INTRADAY_VARIANCE,
  WEEKEND_GAP,
} from './calibration.ts';
import { SIMULATED_SYMBOLS, type SimulatedSymbol, SYMBOL_COUNT } from './symbols.ts';
import { tradingDayStart, weekdayOfDayNumber } from './trading-day.ts';

/**
 * How the variance of one trading day is spread over its hours. The unit is the variance of an average day of the
 * symbol (an average of all seven days for crypto, of Monday to Friday for the others). Arrays indexed
 * `hour * SYMBOL_COUNT + symbol`.
 */
export interface DayPlan {
  /** 24, but 23 and 25 on the days on which the clocks change (Sundays). */
  readonly hours: number;
  /** Variance of each hour; 0 while the symbol is closed. */
  readonly variance: Float64Array;
  /** Square root of `variance`. */
  readonly deviation: Float64Array;
  /**
   * Standard deviation that carries a symbol's correlation with others: `deviation` on days it trades. On weekend days
   * of a closed market it is the hour's part in the coming gap: the weekend's news arrives while crypto trades, so the
   * gap is the sum of moves in the shadow of the crypto hours.
   */
  readonly shadow: Float64Array;
  /** Variance that has been realised at the start of each hour, the weekend gap included once the market is open. */
  readonly elapsed: Float64Array;
  /** Variance of the whole day, per symbol. */
  readonly total: Float64Array;
  /** Variance of the gap with which the symbol reopens on this day, per symbol; 0 except on Mondays. */
  readonly gapVariance: Float64Array;
  /** Number of the first open hour, per symbol; `hours` when it does not trade. */
  readonly firstHour: Int32Array;
}

const MONDAY = 1;

/** Variances of a symbol's gap and open hours on a weekday (0 = Sunday). They average to 1 over the days it trades. */
function dayVariance(symbol: SimulatedSymbol, weekday: number): { gap: number; intraday: number } {
  const weekend = weekday === 0 || weekday === 6;
  if (symbol.opensAfterHours === null) {
    return { gap: 0, intraday: weekend ? CRYPTO_WEEKEND_VARIANCE : (7 - 2 * CRYPTO_WEEKEND_VARIANCE) / 5 };
  }
  if (weekend) return { gap: 0, intraday: 0 };
  const gap = WEEKEND_GAP[symbol.profile] ** 2;
  if (weekday === MONDAY) return { gap, intraday: MONDAY_INTRADAY_VARIANCE };
  return { gap: 0, intraday: (5 - gap - MONDAY_INTRADAY_VARIANCE) / 4 };
}

function buildPlan(hours: number, firstUtcHour: number, weekday: number): DayPlan {
  const plan = {
    hours,
    variance: new Float64Array(hours * SYMBOL_COUNT),
    deviation: new Float64Array(hours * SYMBOL_COUNT),
    shadow: new Float64Array(hours * SYMBOL_COUNT),
    elapsed: new Float64Array(hours * SYMBOL_COUNT),
    total: new Float64Array(SYMBOL_COUNT),
    gapVariance: new Float64Array(SYMBOL_COUNT),
    firstHour: new Int32Array(SYMBOL_COUNT),
  };
  SIMULATED_SYMBOLS.forEach((symbol, i) => {
    const { gap, intraday } = dayVariance(symbol, weekday);
    const first = intraday === 0 ? hours : (symbol.opensAfterHours ?? 0);
    const profile = HOURLY_VOLATILITY[symbol.profile];
    const weight = (hour: number): number => (hour < first ? 0 : profile[(firstUtcHour + hour) % 24]! ** 2);
    let weights = 0;
    for (let hour = 0; hour < hours; hour++) weights += weight(hour);
    let elapsed = 0;
    for (let hour = 0; hour < hours; hour++) {
      const at = hour * SYMBOL_COUNT + i;
      if (hour === first) elapsed += gap;
      plan.variance[at] = weights > 0 ? (intraday * weight(hour)) / weights : 0;
      plan.deviation[at] = Math.sqrt(plan.variance[at]!);
      plan.elapsed[at] = elapsed;
      elapsed += plan.variance[at]!;
    }
    const weekend = weekday === 0 || weekday === 6;
    for (let at = i; at < hours * SYMBOL_COUNT; at += SYMBOL_COUNT) {
      // Symbol 0 is crypto and so already complete; each of the two weekend days carries half of the gap's variance.
      const share = plan.variance[at - i]! / plan.total[0]!;
      const shut = weekend && symbol.opensAfterHours !== null;
      plan.shadow[at] = shut ? WEEKEND_GAP[symbol.profile] * Math.sqrt(share / 2) : plan.deviation[at]!;
    }
    plan.total[i] = elapsed;
    plan.gapVariance[i] = gap;
    plan.firstHour[i] = first;
  });
  return plan;
}

const plans = new Map<number, DayPlan>();

/** The plan of a trading day. Plans depend only on weekday, first UTC hour and length, so few exist; they are shared. */
export function dayPlan(day: number): DayPlan {
  const start = tradingDayStart(day);
  const hours = Math.round((tradingDayStart(day + 1) - start) / HOUR_MS);
  const firstUtcHour = (start / HOUR_MS) % 24;
  const weekday = weekdayOfDayNumber(day);
  const key = (hours * 24 + firstUtcHour) * 7 + weekday;
  const known = plans.get(key);
  if (known) return known;
  const plan = buildPlan(hours, firstUtcHour, weekday);
  plans.set(key, plan);
  return plan;
}
