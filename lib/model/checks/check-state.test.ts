import { describe, expect, it } from "vitest";
import { checkConclusions } from "@/lib/contract/hosting/check";
import { checkState, checksSummary, timeLeft } from "./check-state";

describe("check state", () => {
  it("H-CHECK-04 H-CHECK-06: a re-requested run is pending, regardless of its conclusion", () => {
    expect(checkState({ status: "rerequested", conclusion: "success" })).toMatchObject({ kind: "pending" });
    expect(checkState({ status: "queued" })).toMatchObject({ kind: "pending" });
    expect(checkState({ status: "in_progress", conclusion: "failure" }).kind).toBe("pending");
    expect(checkState({ status: "completed", conclusion: "failure" }).kind).toBe("failed");
  });

  it("has a distinct label for each conclusion, and shows unknown ones as is", () => {
    const labels = checkConclusions.map((conclusion) => checkState({ status: "completed", conclusion }).label);
    expect(new Set(labels).size).toBe(checkConclusions.length);
    expect(checkState({ status: "completed", conclusion: "constructor" })).toMatchObject({ label: "constructor" });
    expect(checkState({ status: "resting" })).toMatchObject({ kind: "pending", label: "resting" });
  });

  it("is summarized with the worst results first", () => {
    const done = (conclusion: string) => ({ status: "completed", conclusion });
    const runs = [done("success"), done("skipped"), { status: "queued" }, done("failure")];
    expect(checksSummary(runs)).toBe("1 failed, 1 pending, 2 passed");
    expect(checksSummary([done("stale"), done("success")])).toBe("1 needs action, 1 passed");
    expect(checksSummary([done("stale"), done("cancelled")])).toBe("2 need action");
    expect(checksSummary([])).toBe("");
  });

  it("formats the time left in the two largest units", () => {
    const at = "2026-01-01T00:00:00.000Z";
    const left = (seconds: number) => timeLeft(at, Date.parse(at) - seconds * 1000);
    expect([left(5), left(65), left(3660), left(0), left(-1)]).toEqual([
      "5 s",
      "1 min 5 s",
      "1 h 1 min",
      undefined,
      undefined,
    ]);
  });
});
