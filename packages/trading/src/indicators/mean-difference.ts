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
  readonly #window: Float64Array;
  readonly #fastFactor: number;
  readonly #slowFactor: number;
  /** The running total: a rounded sum and what the rounding has left out. */
  readonly #sum = new Float64Array(2);
  readonly #one = new Float64Array(1);
  #next = 0;
  /** Where the value lies that leaves the fast window. */
  #leaving: number;
  /** Values until the slow window is full. */
  #missing: number;
  #side = 0;

  /** @param fast, @param slow lengths of the windows, 1 ≤ fast < slow. */
  constructor(fast: number, slow: number) {
    if (!(Number.isInteger(fast) && Number.isInteger(slow) && fast >= 1 && fast < slow)) {
      throw new RangeError(`windows of ${fast} and ${slow} values: expected 1 ≤ fast < slow`);
    }
    this.fast = fast;
    this.slow = slow;
    this.#window = new Float64Array(slow);
    this.#leaving = slow - fast;
    this.#missing = slow;
    // mean(fast) > mean(slow) ⇔ Σfast · slow > Σslow · fast; without the common divisor the products stay small.
    const divisor = greatestCommonDivisor(fast, slow);
    this.#fastFactor = slow / divisor;
    this.#slowFactor = fast / divisor;
  }

  /** Where the fast mean stands: 1 above the slow one, −1 below, 0 equal or too few values. */
  get side(): number {
    return this.#side;
  }

  /** Adds the newest value and says where the fast mean stands then. */
  push(value: number): number {
    this.#one[0] = value;
    this.pushAll(this.#one, 0, 1);
    return this.#side;
  }

  /**
   * Adds values [from, until), at least one, and stops after the first at which the fast mean changes its side.
   * @returns the first value not added.
   */
  pushAll(values: Float64Array, from: number, until: number): number {
    // Everything in local variables: this is the inner loop of a run over millions of bars.
    const window = this.#window;
    const size = window.length;
    const fastFactor = this.#fastFactor;
    const slowFactor = this.#slowFactor;
    const side = this.#side;
    let next = this.#next;
    let leaving = this.#leaving;
    let high = this.#sum[0]!;
    let low = this.#sum[1]!;
    let missing = this.#missing;
    let at = from;
    while (at < until) {
      const value = values[at++]!;
      const outOfFast = window[leaving]!;
      const outOfSlow = window[next]!;
      window[next] = value;
      next = next + 1 === size ? 0 : next + 1;
      leaving = leaving + 1 === size ? 0 : leaving + 1;
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
      if (missing > 0 && --missing > 0) continue;
      const difference = high + low;
      if (difference > 0 ? side !== 1 : difference < 0 ? side !== -1 : side !== 0) {
        this.#side = difference > 0 ? 1 : difference < 0 ? -1 : 0;
        break;
      }
    }
    this.#next = next;
    this.#leaving = leaving;
    this.#missing = missing;
    this.#sum[0] = high;
    this.#sum[1] = low;
    return at;
  }

  /** Mean of the newest `count` values, at most `slow` of them; for people, not for the comparison. */
  mean(count: number): number {
    const window = this.#window;
    const next = this.#next;
    // The newest values lie before `next`, and where that is not enough, at the end of the ring.
    const before = Math.min(count, next);
    let sum = 0;
    for (let at = next - before; at < next; at++) sum += window[at]!;
    for (let at = window.length - (count - before); at < window.length; at++) sum += window[at]!;
    return sum / count;
  }

  /** After a jump, and while the windows fill: every product by itself. */
  #addFar(value: number, outOfFast: number, outOfSlow: number): void {
    this.#addProduct(value, this.#fastFactor);
    this.#addProduct(-outOfFast, this.#fastFactor);
    this.#addProduct(outOfSlow, this.#slowFactor);
    this.#addProduct(-value, this.#slowFactor);
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

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
