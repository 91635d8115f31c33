import fc from "fast-check";
import { expect, it } from "vitest";
import { StrayOutput } from "./stray-output";

/** Adds the text in pieces of a size. */
function stray(text: string, size = text.length): string {
  const output = new StrayOutput();
  const data = Buffer.from(text);
  for (let at = 0; at < data.length; at += size) output.add(data.subarray(at, at + size));
  return output.text;
}

it.each([
  ["", ""],
  ["  \n\n", ""],
  ['{"jsonrpc":"2.0"}\n', ""],
  ["Usage: agent [options]\n  --acp\n", "Usage: agent [options]\n--acp"],
  ['banner\n{"id":1}\n', ""],
  ["\u001b[31mred\u0007", "[31mred"],
])("finds the text of %j", (output, text) => {
  expect(stray(output)).toBe(text);
});

it("is bounded and doesn't depend on how the output arrives", () => {
  expect(stray("x".repeat(100_000)).length).toBeLessThanOrEqual(300);
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(stray(text, size)).toBe(stray(text));
    }),
  );
});
