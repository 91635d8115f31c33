import type { Codec } from "./local-store";

/**
 * A codec that stores a value as JSON. `read` returns `undefined` for invalid values, like a schema's `safeParse(value).data`;
 * `empty` is used for those and when nothing is stored.
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

/** A codec for arrays that drops invalid items. */
export const arrayCodec = <Item>(isItem: (json: unknown) => json is Item): Codec<readonly Item[]> =>
  jsonCodec<readonly Item[]>((json) => (Array.isArray(json) ? json.filter(isItem) : undefined), []);
