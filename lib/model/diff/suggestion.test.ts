import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSuggestions, replaceLines, withoutSuggestions } from "./suggestion";

describe("suggestions", () => {
  it("are parsed from suggestion blocks", () => {
    const body = "Why?\n\n```suggestion\na\n\nb\n```\n```js\nno\n```\n````suggestion\n```\n````\n```suggestion\n```";
    expect(parseSuggestions(body)).toEqual([{ lines: ["a", "", "b"] }, { lines: ["```"] }, { lines: [] }]);
    expect(parseSuggestions("```suggestion\r\na\r\n```")).toEqual([{ lines: ["a"] }]);
  });

  it("can be omitted from the comment", () => {
    expect(withoutSuggestions("Why?\n\n```suggestion\na\n```\nOtherwise fine.\n```js\nno\n```")).toBe(
      "Why?\n\n\nOtherwise fine.\n```js\nno\n```",
    );
    expect(withoutSuggestions("```suggestion\r\na\r\n```\r\n")).toBe("");
  });

  it("replace exactly their lines", () => {
    expect(replaceLines("1\n2\n3\n", [{ startLine: 2, endLine: 2, lines: ["two", "more"] }])).toBe("1\ntwo\nmore\n3\n");
    expect(replaceLines("1\r\n2\r\n", [{ startLine: 1, endLine: 1, lines: ["x"] }])).toBe("x\r\n2\r\n");
    expect(replaceLines("1\n2", [{ startLine: 2, endLine: 2, lines: [] }])).toBe("1");
  });

  it("are rejected if they overlap or exceed the file", () => {
    const over = [
      { startLine: 1, endLine: 2, lines: ["x"] },
      { startLine: 2, endLine: 3, lines: ["y"] },
    ];
    expect(replaceLines("1\n2\n3\n", over)).toBeUndefined();
    expect(replaceLines("1\n", [{ startLine: 2, endLine: 2, lines: [] }])).toBeUndefined();
  });

  it("don't change the file if they match its content", () => {
    const line = fc.stringMatching(/^[a-z ]{0,4}\r?$/);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.nat(7), (lines, at) => {
        const text = `${lines.map((each) => each.replace(/\r$/, "")).join("\n")}\n`;
        const startLine = (at % lines.length) + 1;
        const own = text.split("\n")[startLine - 1] ?? "";
        expect(replaceLines(text, [{ startLine, endLine: startLine, lines: [own] }])).toBe(text);
      }),
    );
  });
});
