import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { runNotice } from "./notice";
import { addRun, maxWatchedRuns, readWatched } from "./watched-runs";

const run = (status: string, more: Partial<Run> = {}): Run => ({
  id: "run-1",
  agentId: "bc-1",
  status,
  createdAt: "",
  updatedAt: "",
  ...more,
});

describe("the notification for a finished run", () => {
  it("includes the reason for a failure", () => {
    const notice = runNotice(
      "Fix it",
      run("ERROR", { error: { code: "push_rejected", message: "The push was rejected." }, durationMs: 4_000 }),
      undefined,
    );
    expect(notice).toEqual({
      title: "Run failed: push rejected",
      body: "Fix it · The push was rejected. · after 4.0 s",
      tone: "error",
    });
  });

  it("mentions a pull request", () => {
    const git = { branches: [{ repoUrl: "h/o/r", branch: "svc/x", prUrl: "https://h/o/r/pulls/1" }] };
    expect(runNotice("Fix it", run("FINISHED", { git }), undefined)).toMatchObject({
      title: "Run finished",
      body: "Fix it · pull request ready for review",
    });
    expect(runNotice("Fix it", run("FINISHED"), undefined).body).toBe("Fix it");
  });

  it("shows an unknown status as is", () => {
    expect(runNotice("x", run("PAUSED_FOREVER"), undefined).title).toBe("Run PAUSED_FOREVER");
  });
});

describe("watched runs", () => {
  it("contain each run once and keep the newest", () => {
    const ids = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 80 });
    fc.assert(
      fc.property(ids, (values) => {
        const all = values.map((id) => ({ agentId: "a", runId: `${id}`, name: "n" }));
        const kept = all.reduce(addRun, readWatched(null));
        expect(new Set(kept.map(({ runId }) => runId)).size).toBe(kept.length);
        expect(kept.length).toBeLessThanOrEqual(maxWatchedRuns);
        if (all.length > 0) expect(kept.at(-1)).toEqual(all.at(-1));
      }),
    );
  });

  it("can be read from any stored text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(readWatched(text))));
  });
});
