import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { noticeOf } from "./notice";
import { mostWatched, readWatched, withRun } from "./watched-runs";

const run = (status: string, more: Partial<Run> = {}): Run => ({
  id: "run-1",
  agentId: "bc-1",
  status,
  createdAt: "",
  updatedAt: "",
  ...more,
});

describe("the notice of a run that ended", () => {
  it("says why a run failed, and that somebody is needed", () => {
    const notice = noticeOf("Fix it", run("ERROR", { error: { message: "The push was refused." }, durationMs: 4_000 }));
    expect(notice).toEqual({
      title: "Run failed",
      body: "Fix it · The push was refused. · after 4.0 s",
      tone: "error",
      needsSomebody: true,
    });
  });

  it("asks for a look at a pull request", () => {
    const git = { branches: [{ repoUrl: "h/o/r", branch: "svc/x", prUrl: "https://h/o/r/pulls/1" }] };
    expect(noticeOf("Fix it", run("FINISHED", { git }))).toMatchObject({ title: "Run finished", needsSomebody: true });
    expect(noticeOf("Fix it", run("FINISHED"))).toMatchObject({ needsSomebody: false });
  });

  it("says a status of a newer service as it is", () => {
    expect(noticeOf("x", run("PAUSED_FOREVER")).title).toBe("Run PAUSED_FOREVER");
  });
});

describe("the runs that are watched", () => {
  it("are each there once, the newest kept", () => {
    const ids = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 80 });
    fc.assert(
      fc.property(ids, (given) => {
        const all = given.map((id) => ({ agentId: "a", runId: `${id}`, name: "n" }));
        const kept = all.reduce(withRun, readWatched(null));
        expect(new Set(kept.map(({ runId }) => runId)).size).toBe(kept.length);
        expect(kept.length).toBeLessThanOrEqual(mostWatched);
        if (all.length > 0) expect(kept.at(-1)).toEqual(all.at(-1));
      }),
    );
  });

  it("are read whatever is kept", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(readWatched(text))));
  });
});
