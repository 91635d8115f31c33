import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { compileQuery, filterRows } from "./match";
import { parseQuery } from "./query";

const base = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", latestRunId: "run-1" };
const known: AgentRow = {
  ...{ ...base, id: "bc-1", name: "Fix the login", status: "IDLE", env: { type: "pool", name: "build" } },
  run: { status: "ERROR", updatedAt: base.updatedAt },
  repos: [{ url: "https://git.example.com/acme/Orders.git" }],
  branches: [{ repoUrl: "git.example.com/acme/Orders", branch: "svc/fix", prUrl: "https://git.example.com/a/pull/12" }],
};
const fresh: AgentRow = { ...base, id: "bc-2", name: "New one", status: "ACTIVE", env: { type: "cloud" } };
const archived: AgentRow = { ...known, id: "bc-3", status: "ARCHIVED", run: { status: "FINISHED", updatedAt: "" } };

const ids = (query: string) => filterRows([known, fresh, archived], parseQuery(query)).shown.map(({ id }) => id);

describe("filtering agents", () => {
  it.each([
    ["", ["bc-1", "bc-2"]],
    ["LOGIN fix", ["bc-1"]],
    ["svc/fix", ["bc-1"]],
    ["status:error", ["bc-1"]],
    ["status:idle", ["bc-1"]],
    ["status:error,active", ["bc-1", "bc-2"]],
    ["-status:active", ["bc-1"]],
    ["status:archived", ["bc-3"]],
    ["archived:yes", ["bc-3"]],
    ["archived:no", ["bc-1", "bc-2"]],
    ["archived:any status:finished", ["bc-3"]],
    ["env:pool", ["bc-1"]],
    ["env:build", ["bc-1"]],
    ["repo:orders", ["bc-1"]],
    ["repo:acme/orders", ["bc-1"]],
    ["-repo:orders", []],
    ["pr:any", ["bc-1"]],
    ["pr:#12", ["bc-1"]],
    ["pr:https://git.example.com/a/pull/12", ["bc-1"]],
    ["pr:none", []],
    ["status:", ["bc-1", "bc-2"]],
    ["nothing-has-this", []],
  ])("%j means %j", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it("distinguishes undecidable agents from those that don't match", () => {
    expect(filterRows([known, fresh], parseQuery("repo:x"))).toEqual({ shown: [], unknown: 1 });
    expect(filterRows([known, fresh], parseQuery("-repo:x")).unknown).toBe(1);
    expect(filterRows([known, fresh], parseQuery("status:RUNNING")).unknown).toBe(1);
    expect(filterRows([known, fresh], parseQuery("status:RUNNING login")).unknown).toBe(0);
  });

  it("finds fewer agents, never more, with every further word or term", () => {
    const part = fc.constantFrom(
      "fix",
      "o",
      "status:idle",
      "-env:cloud",
      "repo:orders",
      "pr:any",
      "zzz",
      "archived:any",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.constantFrom("l", "status:idle", "pr:any"), (parts, more) => {
        const fewer = compileQuery(parseQuery([...parts, more].join(" ")));
        const all = compileQuery(parseQuery(parts.join(" ")));
        for (const row of [known, fresh, archived]) if (fewer(row) === "yes") expect(all(row)).toBe("yes");
      }),
    );
  });
});
