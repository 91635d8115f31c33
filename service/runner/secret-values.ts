/** Replacement for a secret. */
const mark = "[masked]";
/** Shorter values could match words. */
const minLength = 8;
/** How many characters of a value at the end of a text can be its start. */
const minPartLength = 4;

/** Hides the values of an agent's own variables in everything the agent writes. */
export class SecretValues {
  readonly #values: readonly string[];

  constructor(variables: Readonly<Record<string, string>> = {}) {
    // The longest first, so that no value is hidden in part because it contains another.
    this.#values = [...new Set(Object.values(variables).filter(({ length }) => length >= minLength))].sort(
      (one, other) => other.length - one.length,
    );
  }

  mask(text: string): string {
    return this.#values.reduce((masked, value) => masked.replaceAll(value, mark), text);
  }

  /** Masks all texts in a JSON value. */
  maskDeep(value: unknown): unknown {
    if (this.#values.length === 0) return value;
    if (typeof value === "string") return this.mask(value);
    if (Array.isArray(value)) return value.map((each) => this.maskDeep(each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.maskDeep(each)]));
  }

  /** Length of the end of a text that is the start of a value, so what follows decides whether it is hidden. */
  openLength(text: string): number {
    let longest = 0;
    for (const value of this.#values) {
      for (let length = Math.min(value.length - 1, text.length); length >= minPartLength; length -= 1) {
        if (!text.endsWith(value.slice(0, length))) continue;
        longest = Math.max(longest, length);
        break;
      }
    }
    return longest;
  }
}
