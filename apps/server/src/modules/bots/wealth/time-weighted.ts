import type { Micros } from '@botdepot/money';

export type Instant = { readonly at: Date; readonly wealth: Micros; readonly flow: Micros };
export type Returned = { readonly returnFraction: number; readonly drawdown: number };

/**
 * The time-weighted return (GIPS 2020, true time-weighted): the growth between flows, chained. Between two instants
 * growth is (wealth − flow) / wealth before; a flow happens at its instant, so it never counts as growth. Nothing grows
 * while there is nothing. Drawdowns run from the highest index so far, the start included.
 *
 * @param instants in time order; every flow has one.
 */
export function timeWeighted(instants: readonly Instant[]): Returned[] {
  let index = 1;
  let peak = 1;
  let before: Micros | undefined;
  return instants.map(({ wealth, flow }) => {
    if (before !== undefined && before > 0n) index *= Number(wealth - flow) / Number(before);
    before = wealth;
    peak = Math.max(peak, index);
    return { returnFraction: index - 1, drawdown: Math.min(0, index / peak - 1) };
  });
}
