import fc from "fast-check";

/** Any code point, also halves of surrogate pairs. The library's unit "binary" keeps a table of 135 MB of them for shrinking. */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code));
