import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { compileQuery, createFilter } from "./match";
import { invalidTerms, parseQuery } from "./query";

const base = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", latestRunId: "run-1" };
const known: AgentRow = {
  ...base,
  id: "bc-1",
  name: "Fix the login",
  status: "IDLE",
  env: { type: "pool", name: "build" },
  run: { status: "ERROR", updatedAt: base.updatedAt },
  repos: [{ url: "https://git.example.com/acme/Orders.git" }],
  branches: [{ repoUrl: "git.example.com/acme/Orders", branch: "svc/fix", prUrl: "https://git.example.com/a/pull/12" }],
  owner: { id: "p", name: "Ada Lovelace", me: true },
  labels: ["Urgent"],
  batch: { id: "0b0b0b0b-1111-4111-8111-111111111111", name: "Compare Models" },
};
const fresh: AgentRow = { ...base, id: "bc-2", name: "New one", status: "ACTIVE", env: { type: "cloud" } };
const archived: AgentRow = { ...known, id: "bc-3", status: "ARCHIVED", run: { status: "FINISHED", updatedAt: "" } };

const ids = (query: string) => createFilter([known, fresh, archived])(parseQuery(query)).shown.map(({ id }) => id);

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
    ["owner:me", ["bc-1"]],
    ["owner:love", ["bc-1"]],
    ["owner:none", ["bc-2"]],
    ["-owner:me", ["bc-2"]],
    ["label:urgent", ["bc-1"]],
    ["label:urg", []],
    ["label:none", ["bc-2"]],
    ["batch:compare", ["bc-1"]],
    ['batch:"compare models"', ["bc-1"]],
    ["batch:0b0b0b0b-1111-4111-8111-111111111111", ["bc-1"]],
    ["batch:0b0b0b0b", []],
    ["batch:any", ["bc-1"]],
    ["batch:none", ["bc-2"]],
    ["pr:none", []],
    ["status:", ["bc-1", "bc-2"]],
    ["nothing-has-this", []],
  ])("%j means %j", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  const url = "https://git.example.com/a/pull/12";
  const pull = { url, state: "open", draft: false, additions: 1, deletions: 0, checks: "failed" } as const;
  const now = Date.parse(base.createdAt) + 2 * 86_400_000 + 2 * 3_600_000;
  const paid: AgentRow = { ...known, id: "bc-4", tokens: 2_000_000, model: "Large-2", pulls: [pull] };
  const idsWith = (query: string) =>
    createFilter([paid, { ...fresh, updatedAt: "2026-01-03T00:00:00Z" }])(parseQuery(query), { now }).shown.map(
      ({ id }) => id,
    );

  it.each([
    ["pr:open", ["bc-4"]],
    ["pr:merged", []],
    ["pr:draft", []],
    ["checks:failed", ["bc-4"]],
    ["checks:passed", []],
    ["model:large", ["bc-4"]],
    ["-model:large", ["bc-2"]],
    ["age:>1d", ["bc-4", "bc-2"]],
    ["age:<1d", []],
    ["updated:today", ["bc-2"]],
    ["updated:<1h", []],
    ["updated:>1d -updated:>2h", []],
    ["updated:>1d", ["bc-4"]],
    ["tokens:>1M", ["bc-4"]],
    ["tokens:<=2m", ["bc-4"]],
    ["tokens:>2M", []],
  ])("%j, with pull requests, models, ages and tokens, means %j", (query, expected) => {
    expect(idsWith(query)).toEqual(expected);
  });

  it("reports invalid values", () => {
    const invalid = (text: string) => invalidTerms(parseQuery(text)).map(({ term }) => term.values.join());
    expect(invalid("age:soon tokens:1M age:2d updated:2d updated:Today updated:yesterday")).toEqual([
      "soon",
      "yesterday",
    ]);
    expect(invalid("status:blah,failed status:needs-review,ERROR,idle")).toEqual(["blah,failed"]);
    expect(invalid("archived:only pr:opened checks:bad pr:#12,open checks:Passed archived:any")).toEqual([
      "only",
      "opened",
      "bad",
    ]);
    expect(invalid("status: repo:anything")).toEqual([]);
  });

  it("uses the words on screen for statuses, and those of the API as aliases", () => {
    const url = "https://git.example.com/a/pull/1";
    const pull = { url, draft: false, additions: 1, deletions: 0 };
    const finished = { ...known, run: { status: "FINISHED", updatedAt: "" } };
    const queued = { ...fresh, env: { type: "pool" }, run: { status: "CREATING", updatedAt: "" } };
    const rows: AgentRow[] = [
      { ...finished, id: "plain", branches: [] },
      { ...finished, id: "review", pulls: [{ ...pull, state: "open" }] },
      { ...finished, id: "checks", pulls: [{ ...pull, state: "open", checks: "failed" }] },
      { ...finished, id: "merged", pulls: [{ ...pull, state: "merged" }] },
      { ...finished, id: "archived", status: "ARCHIVED", branches: [] },
      { ...queued, id: "queued" },
      { ...known, id: "failed" },
    ];
    const found = (query: string) => createFilter(rows)(parseQuery(query)).shown.map(({ id }) => id);
    expect(found("status:finished")).toEqual(["plain"]);
    expect(found("status:FINISHED")).toEqual(["plain", "review", "checks", "merged"]);
    expect(found("archived:any status:finished")).toEqual(["plain", "archived"]);
    expect(found("status:needs-review")).toEqual(["review"]);
    expect(found('status:"Checks failed",merged')).toEqual(["checks", "merged"]);
    expect(found("status:queued")).toEqual(["queued"]);
    expect(found("status:creating")).toEqual(["queued"]);
    expect(found("status:failed")).toEqual(["failed"]);
    expect(found("status:error")).toEqual(["failed"]);
  });

  it("distinguishes undecidable agents from those that don't match", () => {
    expect(createFilter([known, fresh])(parseQuery("repo:x"))).toEqual({ shown: [], unknown: 1 });
    expect(createFilter([known, fresh])(parseQuery("-repo:x")).unknown).toBe(1);
    expect(createFilter([known, fresh])(parseQuery("status:RUNNING")).unknown).toBe(1);
    expect(createFilter([known, fresh])(parseQuery("status:RUNNING login")).unknown).toBe(0);
  });

  it("finds fewer agents, never more, with every additional word or term", () => {
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

  it("finds agents that have become old enough while the query is typed", () => {
    const filter = createFilter([known]);
    const olderThan3Days = (query: string, time: number) => filter(parseQuery(`age:>3d ${query}`), { now: time }).shown;
    expect(olderThan3Days("f", now)).toEqual([]);
    expect(olderThan3Days("fi", now + 86_400_000)).toEqual([known]);
  });

  it("finds the same agents while a query is typed, changed and deleted as when it is complete", () => {
    const rows = [known, fresh, archived, { ...paid, status: "ARCHIVED" }, paid];
    const typed = fc.constantFrom(
      "fix login",
      "lo ",
      "LOGIN archived:any",
      "archived:any bc-",
      "status:archived n",
      "-repo:orders",
      "repo:orders fix",
      "age:>2d fix",
      "-age:>2d bc",
      "updated:today",
      "author:me f",
      "",
    );
    const step = fc.record({ text: typed, length: fc.nat({ max: 16 }), laterMs: fc.constantFrom(0, 7_200_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const filter = createFilter(rows);
        let time = now;
        for (const { text, length, laterMs } of steps) {
          time += laterMs - 3_600_000;
          for (const end of [length, length + 1]) {
            const query = parseQuery(text.slice(0, end));
            expect(filter(query, { now: time })).toEqual(createFilter(rows)(query, { now: time }));
          }
        }
      }),
    );
  });
});
