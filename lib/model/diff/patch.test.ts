import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPatch, parsePatch } from "./patch";
import { patchBetween } from "./patch-between";

/** Lines that look like diff headers and markers. */
const line = fc.constantFrom("a", "b", "", "-- x", "++ y", "@@ -1 +1 @@", "\\ No newline", " z", "diff --git a/x b/x");
const text = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.boolean())
  .map(([lines, ended]) => (lines.length === 0 ? "" : lines.join("\n") + (ended || lines.at(-1) === "" ? "\n" : "")));

function side(patch: string, before: string, which: "before" | "after"): string {
  const old = before.split("\n");
  const ended = before === "" || old.at(-1) === "";
  if (old.at(-1) === "") old.pop();
  const out: string[] = [];
  let at = 0;
  let endsOpen = !ended;
  for (const hunk of parsePatch(patch)) {
    const first = hunk.lines.find((each) => each.before !== undefined)?.before ?? hunk.before + 1;
    while (at < first - 1) out.push(old[at++] ?? "");
    for (const { kind, text: words, unended } of hunk.lines) {
      if (kind !== "added") at += 1;
      if (kind === (which === "after" ? "removed" : "added")) continue;
      out.push(words);
      endsOpen = unended === true;
    }
  }
  while (at < old.length) {
    out.push(old[at++] ?? "");
    endsOpen = !ended;
  }
  return out.length === 0 ? "" : out.join("\n") + (endsOpen ? "" : "\n");
}

describe("a patch", () => {
  it("round-trips any lines", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = patchBetween(before, after);
        expect(formatPatch(parsePatch(patch))).toBe(patch);
      }),
    );
  });

  it("turns the old text into the new one", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = patchBetween(before, after);
        expect(side(patch, before, "after")).toBe(after);
        expect(side(patch, before, "before")).toBe(before);
        expect(patch === "").toBe(before === after);
      }),
    );
  });

  it("parses a hunk whose title contains other separators of lines", () => {
    expect(parsePatch("@@ -1 +1 @@ f()\u2028\r\n-a\n+b")).toMatchObject([{ title: "f()\u2028\r", lines: [{}, {}] }]);
  });

  it("parses a removed line `-- x` as a line, not as a header", () => {
    const [hunk] = parsePatch("@@ -3,2 +3,2 @@ f()\n--- x\n+++ y\n @@ -1 +1 @@");
    expect(hunk).toMatchObject({ before: 3, after: 3, title: "f()" });
    expect(hunk?.lines).toEqual([
      { kind: "removed", text: "-- x", before: 3 },
      { kind: "added", text: "++ y", after: 3 },
      { kind: "same", text: "@@ -1 +1 @@", before: 4, after: 4 },
    ]);
  });
});
