import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runErrorText, runErrorTexts } from "./run-errors";

/** Codes that the runner and the service give failed runs. */
function codesInSource(): Set<string> {
  const files = ["runner", "service/runs"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const sources = files
    .filter((name) => name.endsWith(".ts") && !name.includes(".test."))
    .map((name) => readFileSync(name, "utf8"));
  return new Set(
    sources.flatMap((text) => [...text.matchAll(/new RunFailure\(\s*"([a-z_]+)"/g)].flatMap(([, code]) => code ?? [])),
  );
}

describe("the text of a run error", () => {
  it("exists for every code of the runner", () => {
    const codes = codesInSource();
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !(code in runErrorTexts))).toEqual([]);
  });

  it("is general for unknown codes", () => {
    expect(runErrorText("quota_exceeded").title).toBe("Run failed");
    expect(runErrorText(undefined).title).toBe("Run failed");
  });
});
