import { expect, it } from "vitest";
import { highlightMatches } from "./highlight-matches";

const marked = (line: string, submatches: { start: number; end: number }[]) =>
  highlightMatches(line, submatches).map(({ text, marked: is }) => (is ? `[${text}]` : text));

it("marks matches, handles multi-byte characters, and truncates long lines", () => {
  expect(marked("a discount", [{ start: 2, end: 10 }])).toEqual(["a ", "[discount]"]);
  expect(
    marked("é€ x y x", [
      { start: 6, end: 7 },
      { start: 10, end: 11 },
    ]),
  ).toEqual(["é€ ", "[x]", " y ", "[x]"]);
  expect(marked("plain", [])).toEqual(["plain"]);
  expect(marked("z".repeat(9_000), [{ start: 8_000, end: 8_001 }])).toEqual(["z".repeat(500), " …"]);
});
