import { expect, it } from "vitest";
import { concerns } from "./budget-usage";

const budget = {
  scope: "repository",
  repository: "acme/orders",
  userId: null,
  agentId: null,
  automationId: null,
} as const;

it.each([
  [{ url: "https://git.example.com/acme/orders.git" }, true],
  [{ url: "https://git.example.com/acme/other" }, false],
  [{ url: "https://other.example.com/any/thing", prUrl: "https://git.example.com/ACME/orders/pull/7" }, true],
  [{ url: "https://git.example.com/acme/other", prUrl: "https://git.example.com/acme/other/pull/7" }, false],
  [{ url: "https://git.example.com/acme/other", prUrl: "orders" }, false],
])("counts an agent on %j toward a budget of acme/orders: %s", (repo, expected) => {
  const subject = { agentId: "bc-1", ownerId: null, automationId: null };
  expect(concerns(budget, { ...subject, repos: [repo] })).toBe(expected);
});
