import type { InvestmentDetail } from '@botdepot/contract';
import { type Fixed12, fixed12FromNumber, MICROS_PER_CENT, type Micros, toWire } from '@botdepot/money';
import type { NavFigures } from '../bots.schema.ts';

/** A change of an investment's units, with the cumulative figures per unit at that moment. */
export type UnitChange = { readonly units: Fixed12; readonly figures: NavFigures };

/** In micro-USDT; all but `rounding` in whole cents. */
export type EarnedParts = {
  readonly realised: Micros;
  readonly unrealised: Micros;
  readonly costs: Micros;
  readonly financing: Micros;
  readonly manual: Micros;
  readonly rounding: Micros;
};

/**
 * How a value came about: initial + realised + unrealised − costs − financing + manual + rounding = value, exactly.
 *
 * Between two changes of its units an investment earns units × difference of the cumulative figures; each part is summed
 * over these spans and rounded to the nearest cent. `rounding` is what the cents do not say: some cents at most.
 *
 * @param changes in time order, the start first; a stop is not among them.
 * @param now the figures at the stop or at the newest tick.
 */
export function earnedBy(input: {
  initial: Micros;
  changes: readonly UnitChange[];
  now: NavFigures;
  manual: Micros;
  value: Micros;
}): EarnedParts {
  const { initial, changes, now, manual, value } = input;
  const earned = { realised: 0n, unrealised: 0n, costs: 0n, financing: 0n };
  let held = 0n;
  changes.forEach((change, index) => {
    held += change.units;
    const until = changes[index + 1]?.figures ?? now;
    earned.realised += share(held, until.realised - change.figures.realised);
    earned.unrealised += share(held, until.unrealised - change.figures.unrealised);
    earned.costs += share(held, costsOf(until) - costsOf(change.figures));
    earned.financing += share(held, until.financing - change.figures.financing);
  });
  const realised = toCent(earned.realised);
  const unrealised = toCent(earned.unrealised);
  const costs = toCent(earned.costs);
  const financing = toCent(earned.financing);
  const rounding = value - (initial + realised + unrealised - costs - financing + manual);
  return { realised, unrealised, costs, financing, manual, rounding };
}

/** The same as an answer of the API. */
export function breakdownOf(input: Parameters<typeof earnedBy>[0]): InvestmentDetail['breakdown'] {
  const { realised, unrealised, costs, financing, manual, rounding } = earnedBy(input);
  return {
    initialAmount: toWire(input.initial),
    realised: toWire(realised),
    unrealised: toWire(unrealised),
    costs: toWire(costs),
    financing: toWire(financing),
    manual: toWire(manual),
    rounding: toWire(rounding),
    value: toWire(input.value),
  };
}

/** Of trading; holding costs financing. */
const costsOf = (figures: NavFigures): number => figures.fee + figures.spread + figures.slippage;

/** Units × a figure per unit, with 6 more decimals than a micro-USDT so that sums of spans stay exact to the cent. */
const share = (units: Fixed12, perUnit: number): bigint => (units * fixed12FromNumber(perUnit)) / 10n ** 12n;

/** From 12 decimals to the nearest cent in micro-USDT; half a cent goes away from zero. */
function toCent(fixed: bigint): Micros {
  const cent = MICROS_PER_CENT * 10n ** 6n;
  const half = fixed < 0n ? -cent / 2n : cent / 2n;
  return ((fixed + half) / cent) * MICROS_PER_CENT;
}
