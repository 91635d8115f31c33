import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason } from "@/lib/contract/dashboard/get-overview";
import type { PullNeed, PullNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { inboxItems, isUnread } from "./inbox-items";

const agent = (id: string, reason: AttentionReason, updatedAt: string, prUrl?: string) => {
  const row: AgentRow = {
    ...{ id, name: id, status: "IDLE", env: { type: "cloud" }, createdAt: "", updatedAt, latestRunId: "r" },
    branches: prUrl === undefined ? [] : [{ repoUrl: "h/o/r", prUrl }],
  };
  return { reason, agent: row };
};
const pull = (number: string, need: PullNeed, updatedAt: string): PullNeedingAttention => ({
  ...{ id: number, number, need, updatedAt, title: "t", why: "" },
  repository: { ownerSlug: "acme", repoName: "orders" },
});

it("orders by urgency, then by time", () => {
  const agents = [
    agent("review", "pullRequest", "2026-05-05"),
    agent("old-failure", "failed", "2026-05-01"),
    agent("queued", "queued", "2026-05-02"),
    agent("failure", "expired", "2026-05-03"),
  ];
  const pulls = [
    pull("1", "blocked", "2026-05-09"),
    pull("2", "checks", "2026-05-02"),
    pull("3", "ready", "2026-05-06"),
  ];
  expect(inboxItems(agents, pulls).map(({ key }) => key)).toEqual([
    "agent:queued",
    "agent:failure",
    "pull:acme/orders/2",
    "agent:old-failure",
    "pull:acme/orders/3",
    "agent:review",
    "pull:acme/orders/1",
  ]);
});

it("lists a pull request once, and keeps its agent if that failed", () => {
  const url = "https://git.example.com/Acme/orders/pull/2";
  const agents = [agent("a", "pullRequest", "2026-05-01", url), agent("b", "failed", "2026-05-01", url)];
  const keys = inboxItems(agents, [pull("2", "ready", "2026-05-01")]).map(({ key }) => key);
  expect(keys).toEqual(["agent:b", "pull:acme/orders/2"]);
});

it("shows an item as unread again when it changes", () => {
  const [item] = inboxItems([agent("a", "failed", "2026-05-02T10:00:00Z")], []);
  if (!item) throw new Error("no item");
  expect(isUnread(item, {})).toBe(true);
  expect(isUnread(item, { "agent:a": "2026-05-02T10:00:00.500Z" })).toBe(false);
  expect(isUnread(item, { "agent:a": "2026-05-02T09:59:59.000Z" })).toBe(true);
});
