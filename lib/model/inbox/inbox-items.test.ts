import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionStatus } from "@/lib/contract/dashboard/agents/get-overview";
import type { PullNeed, PullNeedingAttention } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
import { inboxItems, isUnread } from "./inbox-items";

const agent = (id: string, status: AttentionStatus, updatedAt: string, more: Partial<AgentRow> = {}) => {
  const row: AgentRow = {
    id,
    name: id,
    status: "IDLE",
    env: { type: "pool" },
    createdAt: "",
    updatedAt,
    latestRunId: "r",
    ...more,
  };
  return { status, agent: row, canPrompt: true };
};
const mine = { owner: { id: "p", name: "Ada", me: true } };
const pull = (number: string, need: PullNeed, updatedAt: string, isMine = false): PullNeedingAttention => ({
  id: number,
  number,
  need,
  updatedAt,
  title: "t",
  why: "",
  mine: isMine,
  repository: { ownerSlug: "acme", repoName: "orders" },
});

it("orders by urgency, then the user's own first, then by time", () => {
  const agents = [
    agent("review", "review", "2026-05-08"),
    agent("my-review", "review", "2026-05-07", mine),
    agent("old-failure", "failed", "2026-05-01"),
    agent("queued", "queued", "2026-05-09"),
    agent("plan", "plan", "2026-05-03"),
    agent("failure", "expired", "2026-05-03"),
    agent("fix", "changes", "2026-05-04"),
    agent("asking", "input", "2026-05-01"),
    agent("unknown", "finished", "2026-05-01"),
  ];
  const pulls = [
    pull("1", "blocked", "2026-05-09", true),
    pull("2", "checks", "2026-05-02"),
    pull("3", "review", "2026-05-06", true),
    pull("4", "changes", "2026-05-01", true),
  ];
  expect(inboxItems(agents, pulls).map(({ key }) => key)).toEqual([
    "agent:asking/input",
    "agent:queued/queued",
    "agent:failure/expired",
    "agent:old-failure/failed",
    "agent:plan/plan",
    "pull:acme/orders/4/changes",
    "agent:fix/changes",
    "pull:acme/orders/2/checks",
    "agent:my-review/review",
    "pull:acme/orders/3/review",
    "agent:review/review",
    "agent:unknown/finished",
    "pull:acme/orders/1/blocked",
  ]);
});

it("shows an item as unread again when it changes", () => {
  const [item] = inboxItems([agent("a", "failed", "2026-05-02T10:00:00Z")], []);
  if (!item) throw new Error("no item");
  expect(isUnread(item, {})).toBe(true);
  expect(isUnread(item, { [item.key]: "2026-05-02T10:00:00.500Z" })).toBe(false);
  expect(isUnread(item, { [item.key]: "2026-05-02T09:59:59.000Z" })).toBe(true);
});

it("shows an item as unread again when it needs something else, although the agent didn't change", () => {
  const [review] = inboxItems([agent("a", "review", "2026-05-02T10:00:00Z")], []);
  const [checks] = inboxItems([agent("a", "checks", "2026-05-02T10:00:00Z")], []);
  if (!review || !checks) throw new Error("no item");
  const reads = { [review.key]: "2026-05-03T10:00:00.000Z" };
  expect(isUnread(review, reads)).toBe(false);
  expect(isUnread(checks, reads)).toBe(true);
});
