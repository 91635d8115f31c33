import { describe, expect, it } from "vitest";
import { checkConclusions } from "@/lib/contract/hosting/check";
import { checkState, checksSummary, timeLeft } from "./check-state";

describe("how a check stands", () => {
  it("H-CHECK-04 H-CHECK-06: a run that was asked for again is pending, whatever its conclusion says", () => {
    expect(checkState({ status: "rerequested", conclusion: "success" })).toMatchObject({ kind: "pending" });
    expect(checkState({ status: "queued" })).toMatchObject({ kind: "pending" });
    expect(checkState({ status: "in_progress", conclusion: "failure" }).kind).toBe("pending");
    expect(checkState({ status: "completed", conclusion: "failure" }).kind).toBe("failed");
  });

  it("has a word of its own for each conclusion, and shows unknown ones as they are", () => {
    const words = checkConclusions.map((conclusion) => checkState({ status: "completed", conclusion }).word);
    expect(new Set(words).size).toBe(checkConclusions.length);
    expect(checkState({ status: "completed", conclusion: "constructor" })).toMatchObject({ word: "constructor" });
    expect(checkState({ status: "resting" })).toMatchObject({ kind: "pending", word: "resting" });
  });

  it("is summed up with the worst first", () => {
    const done = (conclusion: string) => ({ status: "completed", conclusion });
    const runs = [done("success"), done("skipped"), { status: "queued" }, done("failure")];
    expect(checksSummary(runs)).toBe("1 failed, 1 pending, 2 passed");
    expect(checksSummary([])).toBe("");
  });

  it("counts down in the largest units", () => {
    const at = "2026-01-01T00:00:00.000Z";
    const left = (seconds: number) => timeLeft(at, Date.parse(at) - seconds * 1000);
    expect([left(5), left(65), left(3660), left(0), left(-1)]).toEqual([
      ...["5 s", "1 min 5 s", "1 h 1 min"],
      ...[undefined, undefined],
    ]);
  });
});
