import { describe, expect, it } from "vitest";
import { lengthenNestedFences } from "./nested-fences";

const nested = ["```markdown", "# Title", "```js", "a();", "```", "Then:", "```", "after"];

describe("fences in Markdown code blocks", () => {
  it("are kept in the block that contains them", () => {
    const lengthened = ["````markdown", ...nested.slice(1, 6), "````", "after"];
    expect(lengthenNestedFences(nested.join("\n"))).toBe(lengthened.join("\n"));
  });

  it("are kept in it while it is written", () => {
    for (let length = 3; length < 7; length += 1) {
      const [, ...rest] = nested.slice(0, length);
      expect(lengthenNestedFences(nested.slice(0, length).join("\n"))).toBe(["````markdown", ...rest].join("\n"));
    }
  });

  it.each([
    ["longer outer fences", ["````markdown", "```js", "a", "```", "````", "after"]],
    ["other outer fences", ["~~~md", "```js", "a", "```", "~~~", "after"]],
    ["Markdown without code blocks", ["```md", "text", "```", "after", "```js", "a", "```"]],
    ["other languages", ["```", "```js", "a", "```", "after"]],
    ["text", ["a ``` b", "c"]],
  ])("leaves %s as they are", (_, lines) => {
    expect(lengthenNestedFences(lines.join("\n"))).toBe(lines.join("\n"));
  });
});
