/**
 * A map that keeps its most recently used entries: as many as their sizes, by default 1 each, add up to `limit`. A value's
 * size must not change while it is kept, and `undefined` can't be stored.
 */
export class RecentMap<K, V extends NonNullable<unknown> | null> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  constructor(limit: number, sizeOf: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
