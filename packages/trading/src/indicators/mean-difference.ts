import { greatestCommonDivisor } from '../greatest-common-divisor.ts';

/**
 * The sign of the difference between two simple means of the newest values, kept up to date value by value in constant
 * time, and exact: the running total is a pair of doubles that holds Σ without rounding (Knuth 1969, TwoSum; Dekker 1971), so
 * equal means are equal, the order of arrival leaves no residue, and a run that was restarted goes on as one that was not.
 *
 * Exact as long as the values of one window differ by less than a factor of about 10¹⁵.
 */
export class MeanDifference {
  readonly fast: number;
  readonly slow: number;
  /** What a value counts in either window: as rounded numbers, since whole ones would be converted at every value. */
  readonly #factors: Float64Array;
  /** The running total: a rounded sum and what the rounding has left out. */
  readonly #sum = new Float64Array(2);
  #side = 0;

  /** @param fast, @param slow lengths of the windows, 1 ≤ fast < slow. */
  constructor(fast: number, slow: number) {
    if (!(Number.isInteger(fast) && Number.isInteger(slow) && fast >= 1 && fast < slow)) {
      throw new RangeError(`windows of ${fast} and ${slow} values: expected 1 ≤ fast < slow`);
    }
    this.fast = fast;
    this.slow = slow;
    // mean(fast) > mean(slow) ⇔ Σfast · slow > Σslow · fast; without the common divisor the products stay small.
    const divisor = greatestCommonDivisor(fast, slow);
    this.#factors = Float64Array.of(slow / divisor, fast / divisor);
  }

  /** Where the fast mean stands: 1 above the slow one, −1 below, 0 equal or too few values. */
  get side(): number {
    return this.#side;
  }

  /**
   * Adds the values [from, until) of a column, at least one, and stops after the first at which the fast mean changes its side. All that
   * were added before stand before them in the column.
   * @param sides gets a number of the sign of the difference at each value; then nothing stops it, and `side` is not kept.
   * @returns the first value not added.
   */
  pushAll(column: Float64Array, from: number, until: number, sides: Float64Array | null = null): number {
    // Everything in local variables: this is the inner loop of a run over millions of bars.
    const { slow, fast } = this;
    const fastFactor = this.#factors[0]!;
    const slowFactor = this.#factors[1]!;
    const side = this.#side;
    let high = this.#sum[0]!;
    let low = this.#sum[1]!;
    let at = from;
    while (at < until) {
      const value = column[at]!;
      const outOfFast = at < fast ? 0 : column[at - fast]!;
      const outOfSlow = at < slow ? 0 : column[at - slow]!;
      at++;
      const gained = (value - outOfFast) * fastFactor;
      const lost = (outOfSlow - value) * slowFactor;
      if (Math.abs(gained) + Math.abs(lost) <= value / 8) {
        // Neighbouring values: differences, products and their sum are exact, being short multiples of the last digit of the
        // smallest of the three (Sterbenz 1974).
        const term = gained + lost;
        const sum = high + term;
        const added = sum - high;
        low += high - (sum - added) + (term - added);
        high = sum;
      } else {
        this.#sum[0] = high;
        this.#sum[1] = low;
        this.#addFar(value, outOfFast, outOfSlow);
        high = this.#sum[0]!;
        low = this.#sum[1]!;
      }
      const difference = high + low;
      if (sides !== null) sides[at - 1] = difference;
      if (sides !== null || at < slow) continue;
      if (difference > 0 ? side !== 1 : difference < 0 ? side !== -1 : side !== 0) {
        this.#side = difference > 0 ? 1 : difference < 0 ? -1 : 0;
        break;
      }
    }
    this.#sum[0] = high;
    this.#sum[1] = low;
    return at;
  }

  /** After a jump, and while the windows fill: every product by itself. */
  #addFar(value: number, outOfFast: number, outOfSlow: number): void {
    const fastFactor = this.#factors[0]!;
    const slowFactor = this.#factors[1]!;
    this.#addProduct(value, fastFactor);
    this.#addProduct(-outOfFast, fastFactor);
    this.#addProduct(outOfSlow, slowFactor);
    this.#addProduct(-value, slowFactor);
  }

  /** Adds value · factor in two parts that a double can hold each (Veltkamp's splitting). */
  #addProduct(value: number, factor: number): void {
    const scaled = 134_217_729 * value;
    const upper = scaled - (scaled - value);
    this.#add(upper * factor);
    this.#add((value - upper) * factor);
  }

  #add(term: number): void {
    const before = this.#sum[0]!;
    const sum = before + term;
    const gained = sum - before;
    this.#sum[1]! += before - (sum - gained) + (term - gained);
    this.#sum[0] = sum;
  }
}
