import { describe, expect, it } from "vitest";
import { attributesPaths, linguistGenerated } from "./linguist-generated";

const root = (text: string) => [{ path: ".gitattributes", text }];
const generated = (text: string, ...paths: string[]) => [...linguistGenerated(root(text), paths)];

describe("linguist-generated", () => {
  it.each([
    ["*.gen.ts linguist-generated", "src/a.gen.ts", true],
    ["*.gen.ts linguist-generated", "src/a.ts", undefined],
    ["dist/** linguist-generated=true", "dist/deep/a.js", true],
    ["dist/** linguist-generated=true", "web/dist/a.js", undefined],
    ["/api.ts text linguist-generated diff", "api.ts", true],
    ["/api.ts linguist-generated", "src/api.ts", undefined],
    ["src/*.ts linguist-generated", "src/deep/a.ts", undefined],
    ["*.lock -linguist-generated", "yarn.lock", false],
    ["*.lock linguist-generated=false", "yarn.lock", false],
    ["dist/ linguist-generated", "dist/a.js", undefined],
    ['"a b.txt"\tlinguist-generated', "a b.txt", true],
    ["# *.ts linguist-generated", "a.ts", undefined],
    ["!*.ts linguist-generated", "a.ts", undefined],
    ["[attr]linguist linguist-generated", "linguist", undefined],
    ["*.ts linguist-generated\r", "a.ts", true],
  ])("%s sets %s to %s", (text, path, expected) => {
    expect(linguistGenerated(root(text), [path]).get(path)).toBe(expected);
  });

  it("is decided by the last matching line and the innermost folder", () => {
    const text = "*.ts linguist-generated\nhand.ts -linguist-generated\nany.ts !linguist-generated\n";
    expect(generated(text, "a.ts", "hand.ts", "any.ts")).toEqual([
      ["a.ts", true],
      ["hand.ts", false],
    ]);
    const files = [...root(text), { path: "src/.gitattributes", text: "*.ts -linguist-generated" }];
    expect(linguistGenerated(files, ["src/deep/a.ts"]).get("src/deep/a.ts")).toBe(false);
    expect(linguistGenerated(files, ["other/a.ts"]).get("other/a.ts")).toBe(true);
  });

  it("reads the attributes of the folders of changed files", () => {
    const existing = new Set([".gitattributes", "src/.gitattributes", "src/a/.gitattributes", "docs/.gitattributes"]);
    expect(attributesPaths(existing, ["src/a/b.ts", "src/c.ts"])).toEqual([
      ".gitattributes",
      "src/.gitattributes",
      "src/a/.gitattributes",
    ]);
  });

  it("takes bounded time for hostile rules", { timeout: 20_000 }, () => {
    const paths = Array.from({ length: 3_000 }, (_, index) => `${"a/".repeat(20)}${index}`);
    const text = `${"*".repeat(100)}b linguist-generated\n`.repeat(2_000);
    expect(linguistGenerated(root(text), paths).size).toBe(0);
  });
});
