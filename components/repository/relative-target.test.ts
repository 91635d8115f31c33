import { describe, expect, it } from "vitest";
import { relativeTarget } from "./relative-target";

describe("a link in a document of a repository", () => {
  it.each([
    ["docs/pricing.md", "README.md", "docs/pricing.md"],
    ["./a.md#part", "docs/b.md", "docs/a.md"],
    ["../src/x.js?raw=1", "docs/deep/b.md", "docs/src/x.js"],
    ["/LICENSE", "docs/b.md", "LICENSE"],
    ["with%20space.md", "README.md", "with space.md"],
    ["..", "docs/b.md", ""],
  ])("%s in %s is %s", (href, document, path) => {
    expect(relativeTarget(href, document)).toBe(path);
  });

  it.each([
    "https://x.example",
    "//x.example/a",
    "mailto:a@b",
    "javascript:alert(1)",
    "#part",
    "",
    "../../out",
    "%zz",
    "a\\b",
  ])("%j stays what it is", (href) => {
    expect(relativeTarget(href, "docs/b.md")).toBeUndefined();
  });
});
