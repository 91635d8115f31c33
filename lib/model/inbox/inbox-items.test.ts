import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason } from "@/lib/contract/dashboard/get-overview";
import type { PullNeed, PullNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { inboxItems, isUnread } from "./inbox-items";

const agent = (
  id: string,
  reason: AttentionReason,
  status: string,
  updatedAt: string,
  more: Partial<AgentRow> = {},
) => {
  const row: AgentRow = {
    ...{ id, name: id, status: "IDLE", env: { type: "pool" }, createdAt: "", updatedAt, latestRunId: "r" },
    run: { status, updatedAt },
    ...more,
  };
  return { reason, agent: row };
};
const withPull = (more: object): Partial<AgentRow> => {
  const url = "https://git.example.com/acme/orders/pull/2";
  return {
    branches: [{ repoUrl: "h/o/r", prUrl: url }],
    pulls: [{ url, state: "open", draft: false, additions: 1, deletions: 1, ...more }],
  };
};
const pull = (number: string, need: PullNeed, updatedAt: string): PullNeedingAttention => ({
  ...{ id: number, number, need, updatedAt, title: "t", why: "" },
  repository: { ownerSlug: "acme", repoName: "orders" },
});

it("orders by urgency, then by time", () => {
  const agents = [
    agent("review", "pullRequest", "FINISHED", "2026-05-08", withPull({})),
    agent("old-failure", "failed", "ERROR", "2026-05-01"),
    agent("queued", "queued", "CREATING", "2026-05-02"),
    agent("plan", "plan", "FINISHED", "2026-05-03", { run: { status: "FINISHED", updatedAt: "", plan: true } }),
    agent("failure", "expired", "EXPIRED", "2026-05-03"),
    agent("fix", "pullRequest", "FINISHED", "2026-05-04", withPull({ review: "changes_requested" })),
  ];
  const pulls = [
    pull("1", "blocked", "2026-05-09"),
    pull("2", "checks", "2026-05-02"),
    pull("3", "ready", "2026-05-06"),
  ];
  expect(inboxItems(agents, pulls).map(({ key }) => key)).toEqual([
    "agent:queued",
    "agent:failure",
    "agent:old-failure",
    "agent:plan",
    "agent:fix",
    "pull:acme/orders/2",
    "agent:review",
    "pull:acme/orders/3",
    "pull:acme/orders/1",
  ]);
});

it("shows an item as unread again when it changes", () => {
  const [item] = inboxItems([agent("a", "failed", "ERROR", "2026-05-02T10:00:00Z")], []);
  if (!item) throw new Error("no item");
  expect(isUnread(item, {})).toBe(true);
  expect(isUnread(item, { "agent:a": "2026-05-02T10:00:00.500Z" })).toBe(false);
  expect(isUnread(item, { "agent:a": "2026-05-02T09:59:59.000Z" })).toBe(true);
});
