import { describe, expect, it } from "vitest";
import { lineComment } from "./line-comment";

const patch = "@@ -1,3 +1,3 @@\n a\n-b\n+c\n d";
const file = { filename: "src/a.ts", status: "modified", additions: 1, deletions: 1, changes: 2, patch } as const;

describe("a follow-up about lines of a diff", () => {
  it("names and quotes the lines", () => {
    expect(lineComment([file], { path: "src/a.ts", side: "right", startLine: 2, endLine: 3 })).toBe(
      "In `src/a.ts`, lines 2–3:\n```\nc\nd\n```\n",
    );
  });

  it("quotes removed lines", () => {
    expect(lineComment([file], { path: "src/a.ts", side: "left", startLine: 2, endLine: 2 })).toBe(
      "In `src/a.ts`, removed line 2:\n```\nb\n```\n",
    );
  });

  it("names only the file when the comment is on the file", () => {
    expect(lineComment([file], { path: "src/a.ts", side: "right", startLine: 0, endLine: 0 })).toBe("In `src/a.ts`:\n");
  });

  it("uses a fence that the quoted text can't close", () => {
    const fenced = { ...file, patch: "@@ -0,0 +1,1 @@\n+````" };
    expect(lineComment([fenced], { path: "src/a.ts", side: "right", startLine: 1, endLine: 1 })).toContain(
      "`````\n````\n`````",
    );
  });
});
