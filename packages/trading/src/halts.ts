import type { Order } from './order.ts';
import type { Protections } from './protections.ts';

/** Since when each symbol is halted because its price is stale, ms UTC; null when it is not. */
export class Halts {
  readonly since: (number | null)[];
  /** How many are halted now. */
  count = 0;
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.since = names.map(() => null);
  }

  restore(since: readonly (number | null)[]): void {
    for (let index = 0; index < this.since.length; index++) this.since[index] = since[index] ?? null;
    this.count = this.since.filter((moment) => moment !== null).length;
  }

  /** Records for every symbol whose halt begins or ends with the bar that ends at `end`. */
  update(halted: readonly string[], end: number, protections: Protections): void {
    for (let index = 0; index < this.#names.length; index++) {
      const since = this.since[index]!;
      const symbol = this.#names[index]!;
      const isHalted = halted.length > 0 && halted.includes(symbol);
      if (isHalted === (since !== null)) continue;
      this.since[index] = isHalted ? end : null;
      this.count += isHalted ? 1 : -1;
      const span = isHalted ? { from: end, until: null } : { from: since ?? end, until: end };
      protections.record({ kind: 'stale-price', symbol, ...span, figures: {} });
    }
  }
  /**
   * Withdraws what a decision has ordered for halted symbols, when the time of the next one has come: it would fill days later on
   * what was wanted before. What a protection has ordered waits on.
   */
  withdrawOvertaken(orders: (Order | null)[], end: number, protections: Protections): void {
    for (let index = 0; index < orders.length; index++) {
      if (this.since[index] === null || orders[index]?.decision == null) continue;
      orders[index] = null;
      const symbol = this.#names[index]!;
      protections.record({ kind: 'order-lapsed', symbol, from: end, until: null, figures: {} });
    }
  }
}
