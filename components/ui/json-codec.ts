import type { Codec } from "./local-store";

/**
 * Stores a value as JSON. `read` returns `undefined` for JSON that is not such a value, as a schema's
 * `safeParse(value).data` does; `empty` is the value then, and where nothing is stored.
 */
export function jsonCodec<Value>(read: (json: unknown) => Value | undefined, empty: Value): Codec<Value> {
  const emptyText = JSON.stringify(empty);
  return {
    parse: (text) => {
      if (text === "") return empty;
      try {
        return read(JSON.parse(text)) ?? empty;
      } catch {
        return empty;
      }
    },
    format: (value) => {
      const text = JSON.stringify(value);
      return text === emptyText ? "" : text;
    },
  };
}

/** A codec for arrays, whose unreadable items are left out. */
export const arrayCodec = <Item>(isItem: (json: unknown) => json is Item): Codec<readonly Item[]> =>
  jsonCodec<readonly Item[]>((json) => (Array.isArray(json) ? json.filter(isItem) : undefined), []);
