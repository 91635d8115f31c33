import { describe, expect, it } from "vitest";
import { allowed, findWords } from "./vocabulary.mjs";

const words = (text: string, path = "lib/example.ts") => findWords(path, text).map(({ word }) => word);

describe("vocabulary", () => {
  it.each([
    ["const toldMirror = 1;", "told"],
    ["import { x } from './what-became-of';", "became of"],
    ["const BEHAVIOUR_LIMIT = 3;", "BEHAVIOUR"],
    ["// There is no such branch.", "no such"],
    ["throw new Error('body is no JSON');", "is no JSON"],
    ["title: 'Needs somebody'", "somebody"],
    ["// Starts it once more.", "once more"],
    ["const patchColour = '';", "Colour"],
    ["// The states are synchronised.", "synchronised"],
  ])("finds the word in %s", (text, word) => {
    expect(words(text)).toEqual([word]);
  });

  it.each([
    "const standalone = understandStandard(intolerable);",
    "// It is no longer needed: there is no cache.",
    "const promise = otherwise(exercise, enterprise, optimistic);",
    "shared-desktop, color, behavior, catalog, canceled",
  ])("accepts %s", (text) => {
    expect(words(text)).toEqual([]);
  });

  it("reports the line, and line 0 for the file name", () => {
    const hits = findWords("lib/told-mirror.ts", "one\ntwo heard\n");
    expect(hits.map(({ line, word }) => [line, word])).toEqual([
      [0, "told"],
      [2, "heard"],
    ]);
  });

  it("accepts wire values and the Unix account", () => {
    expect(words('if (status === "CANCELLED" || conclusion === "cancelled")')).toEqual([]);
    expect(words("// The run was cancelled.")).toEqual(["cancelled"]);
    expect(words("else `nobody`.", "postgres/account.ts")).toEqual([]);
  });

  it("has fewer than 20 exceptions, each with a reason", () => {
    expect(allowed.length).toBeLessThan(20);
    for (const { reason } of allowed) expect(reason).not.toBe("");
  });
});
