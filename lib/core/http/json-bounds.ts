/** More than any operation accepts, but small enough to parse and validate in milliseconds. */
export const maxJsonValues = 20_000;
export const maxJsonDepth = 64;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Returns the position of the quote that ends the string starting at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/**
 * Returns why JSON text is too complex to parse, as the predicate of a sentence, or undefined. Makes one pass over the bytes,
 * because it must be cheaper than parsing. Doesn't validate the JSON.
 */
export function jsonBoundsProblem(
  bytes: Uint8Array,
  { values = maxJsonValues, depth = maxJsonDepth } = {},
): string | undefined {
  let count = 0;
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) count += 1;
    else if (byte === openBracket || byte === openBrace) {
      count += 1;
      level += 1;
    } else if (byte === closeBracket || byte === closeBrace) level -= 1;
    if (count > values) return `has more than ${values} values`;
    if (level > depth) return `is nested deeper than ${depth} levels`;
  }
  return undefined;
}
