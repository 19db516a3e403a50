/** A map that forgets the entry used longest ago once it holds more than `capacity`. */
export class BoundedCache<Value> {
  readonly #entries = new Map<number, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The cached value of `key`, computed and kept when absent. */
  get(key: number, compute: (key: number) => Value): Value {
    const entries = this.#entries;
    const known = entries.get(key);
    if (known !== undefined) {
      // A Map iterates in order of insertion: putting the entry back makes it the youngest.
      entries.delete(key);
      entries.set(key, known);
      return known;
    }
    const value = compute(key);
    entries.set(key, value);
    if (entries.size > this.#capacity) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    return value;
  }
}
