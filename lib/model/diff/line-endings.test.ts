import { expect, it } from "vitest";
import { lineEndings } from "./line-endings";

const patch = (...lines: string[]) => ["@@ -1,2 +1,2 @@", ...lines].join("\n");

it.each([
  ["nothing for LF", patch(" a", "-b", "+c"), undefined],
  ["nothing for a carriage return inside a line", patch(" a", "-b", "+c\rd"), undefined],
  ["CRLF on both sides", patch(" a\r", "-b\r", "+c\r"), "CRLF"],
  ["a change to LF", patch("-a\r", "-b\r", "+a", "+b"), "CRLF → LF"],
  ["a change to CRLF", patch("-a", "+a\r"), "LF → CRLF"],
  ["a CRLF line added to an LF file", patch(" a", "+b\r"), "LF → mixed"],
  ["mixed endings on both sides", patch(" a\r", " b", "-c", "+d"), "Mixed line endings"],
  ["an added file", patch("+a\r", "+b\r"), "CRLF"],
  ["a removed file", patch("-a\r"), "CRLF"],
])("shows %s", (_, text, shown) => {
  expect(lineEndings(text)).toBe(shown);
});
