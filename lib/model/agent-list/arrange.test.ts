import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import {
  arrangeRows,
  countTabs,
  groupHeadings,
  groupings,
  keepOrder,
  rowsOfTab,
  sortKeys,
  sumChanges,
} from "./arrange";

const row = (id: string, rest: Partial<AgentRow> = {}): AgentRow => ({
  id,
  name: id,
  status: "IDLE",
  env: { type: "cloud" },
  latestRunId: "run-1",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  ...rest,
});
const run = (status: string, durationMs?: number) => ({ status, updatedAt: "", ...(durationMs && { durationMs }) });
const url = "https://git.example.com/demo/orders/pulls/1";
const pulls = [{ url, state: "open" as const, draft: false, additions: 3, deletions: 1 }];
const rows = [
  row("running", { run: run("RUNNING") }),
  row("starting", { run: run("CREATING") }),
  row("queued", { run: run("CREATING"), env: { type: "pool", name: "gpu" }, tokens: 5 }),
  row("failed", { run: run("ERROR", 20), tokens: 50 }),
  row("review", {
    run: run("FINISHED", 10),
    pulls,
    repos: [{ url: "https://git.example.com/demo/orders", prUrl: url }],
  }),
];
const context = { costs: new Map<string, number>(), pinned: new Set<string>() };
const ids = (sort: string, more: Partial<typeof context> = {}) =>
  arrangeRows(rows, { sort, grouping: "none" }, { ...context, ...more }).map(({ id }) => id);

describe("the agent list", () => {
  it("counts agents by tab; pull requests of unknown state don't need a review", () => {
    expect(countTabs(rows)).toEqual({ all: 5, running: 2, queued: 1, failed: 1, review: 1 });
    expect(countTabs(rows.map(({ pulls: _pulls, ...rest }) => rest)).review).toBe(0);
    expect(rowsOfTab(rows, "failed").map(({ id }) => id)).toEqual(["failed"]);
  });

  it("sorts by a value, with unknown values last in either direction", () => {
    expect(ids("tokens").slice(0, 2)).toEqual(["queued", "failed"]);
    expect(ids("-tokens").slice(0, 2)).toEqual(["failed", "queued"]);
    expect(ids("duration").slice(0, 2)).toEqual(["review", "failed"]);
    expect(ids("status")).toEqual(["failed", "review", "queued", "starting", "running"]);
  });

  it("keeps the given order for unknown sort keys, with pinned agents first", () => {
    expect(ids("nonsense")).toEqual(rows.map(({ id }) => id));
    expect(ids("-created", { pinned: new Set(["failed"]) })[0]).toBe("failed");
  });

  it("adds up the changed lines of pull requests", () => {
    expect(rows.map(sumChanges).filter(Boolean)).toEqual([{ additions: 3, deletions: 1 }]);
  });

  it("names each group above its first row", () => {
    const grouped = arrangeRows(rows, { sort: "", grouping: "repository" }, context);
    expect([...groupHeadings(grouped, "repository")]).toEqual([
      [0, "No repository"],
      [4, "demo/orders"],
    ]);
    expect(groupHeadings(rows, "none").size).toBe(0);
  });

  it("filters sorted agents without sorting again", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sortKeys),
        fc.boolean(),
        fc.constantFrom(...groupings),
        fc.subarray(rows),
        (key, down, grouping, matching) => {
          const options = { sort: `${down ? "-" : ""}${key}`, grouping };
          const kept = keepOrder(arrangeRows(rows, options, context), matching);
          expect(kept).toEqual(arrangeRows(matching, options, context));
        },
      ),
    );
  });

  it("neither loses nor repeats agents", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sortKeys), fc.boolean(), fc.constantFrom(...groupings), (key, down, grouping) => {
        const arranged = arrangeRows(rows, { sort: `${down ? "-" : ""}${key}`, grouping }, context);
        expect(new Set(arranged)).toEqual(new Set(rows));
        expect(arranged).toHaveLength(rows.length);
      }),
    );
  });
});
