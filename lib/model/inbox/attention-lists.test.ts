import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type AttentionStatus, attentionStatuses } from "@/lib/contract/dashboard/agents/get-overview";
import { createFilter } from "../agent-query/match";
import { parseQuery } from "../agent-query/query";
import { rowStatusKind } from "../status/row-status";
import { attentionLists, longerLists } from "./attention-lists";

const url = "https://git.example.com/acme/orders/pull/2";
const open = { url, state: "open", draft: false, additions: 1, deletions: 1 } as const;
const run = (status: string, more: object = {}) => ({ run: { status, updatedAt: "", ...more } });
const finished = (...pulls: AgentRow["pulls"] & object) => ({
  ...run("FINISHED"),
  repos: [{ url: "h/o/r", prUrl: url }],
  branches: [],
  ...(pulls.length > 0 ? { pulls } : {}),
});
const cases: Readonly<Record<AttentionStatus, Partial<AgentRow>>> = {
  input: run("RUNNING", { questionId: "q" }),
  queued: { ...run("CREATING"), env: { type: "pool" } },
  failed: run("ERROR"),
  expired: run("EXPIRED"),
  plan: run("FINISHED", { plan: true }),
  checks: finished({ ...open, checks: "failed" }),
  changes: finished({ ...open, review: "changes_requested" }),
  conflict: finished({ ...open, mergeability: "conflict" }),
  review: finished(open),
  finished: finished(),
};
const others = [run("RUNNING"), run("CANCELLED"), run("FINISHED"), finished({ ...open, state: "merged" })];
const rows = [...Object.entries(cases), ...others.map((more, index) => [`other-${index}`, more] as const)].map(
  ([id, more]): AgentRow => ({
    id,
    name: "",
    status: "IDLE",
    env: { type: "cloud" },
    createdAt: "",
    updatedAt: "",
    latestRunId: "r",
    repos: [],
    branches: [],
    ...more,
  }),
);

it("has one list for every status", () => {
  expect(attentionLists.flatMap(({ statuses }) => statuses).sort()).toEqual([...attentionStatuses].sort());
  for (const status of attentionStatuses) {
    const row = rows.find(({ id }) => id === status);
    expect(row && rowStatusKind(row)).toBe(status);
  }
});

it.each(attentionLists)("lists exactly the agents $noun", ({ query, statuses }) => {
  const { shown, unknown } = createFilter(rows)(parseQuery(query));
  expect(shown.map(({ id }) => id)).toEqual(
    rows.filter(({ id }) => statuses.some((each) => each === id)).map(({ id }) => id),
  );
  expect(unknown).toBe(0);
});

it("offers the lists that have more agents than the inbox", () => {
  const items = [{ status: "failed" }, { status: "expired" }, { status: "plan" }] as const;
  const counts = [
    { status: "failed", agents: 1 },
    { status: "expired", agents: 2 },
    { status: "plan", agents: 1 },
  ] as const;
  expect(longerLists({ items, counts }).map(({ query, agents }) => [query, agents])).toEqual([
    ["status:failed,expired", 3],
  ]);
});
