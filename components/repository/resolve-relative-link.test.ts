import { describe, expect, it } from "vitest";
import { resolveRelativeLink } from "./resolve-relative-link";

describe("resolveRelativeLink", () => {
  it.each([
    ["docs/pricing.md", "README.md", "docs/pricing.md"],
    ["./a.md#part", "docs/b.md", "docs/a.md"],
    ["../src/x.js?raw=1", "docs/deep/b.md", "docs/src/x.js"],
    ["/LICENSE", "docs/b.md", "LICENSE"],
    ["with%20space.md", "README.md", "with space.md"],
    ["..", "docs/b.md", ""],
  ])("resolves %s in %s to %s", (href, document, path) => {
    expect(resolveRelativeLink(href, document)).toBe(path);
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
  ])("leaves %j unchanged", (href) => {
    expect(resolveRelativeLink(href, "docs/b.md")).toBeUndefined();
  });
});
