import { describe, expect, it } from "vitest";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { table as serviceTable } from "@/lib/contract/tables/service-table.generated";
import { operationText, parseAuditTarget } from "./audit-text";

describe("the text of an audit entry", () => {
  it.each([
    ["cancelRun", "Canceled run"],
    ["createAgent", "Created agent"],
    ["upsertRepositoryGrant", "Saved repository grant"],
    ["addUser", "Added user"],
    ["createSignInLink", "Created sign-in link"],
    ["addSshKey", "Added SSH key"],
    ["deleteGitHubApp", "Deleted GitHub app"],
    ["addFollowUp", "Added queued message"],
    ["resumeFollowUps", "Resumed queued messages"],
    ["batchUpsertCheckRuns", "Saved check runs"],
    ["openPortPreview", "Opened port preview"],
    ["updateRepo", "Updated repository"],
    ["somethingNew", "somethingNew"],
    ["sign", "sign"],
  ])("%s reads %s", (operation, text) => {
    expect(operationText(operation)).toBe(text);
  });

  it("is in words for every write", () => {
    const writes = [...serviceTable, ...dashboardTable].filter(({ method }) => method !== "GET");
    expect(writes.map(({ id }) => id).filter((id) => operationText(id) === id)).toEqual([]);
  });

  it.each([
    ["/v1/agents/bc-1/runs/run-2/cancel", { agentId: "bc-1" }],
    ["/v1/repohost/repos/demo/orders/pulls/12/merge", { ownerSlug: "demo", repoName: "orders", pullNumber: "12" }],
    ["/v1/repohost/repos/demo/a%2Fb", { ownerSlug: "demo", repoName: "a/b" }],
    ["/v1/repohost/repos/demo/%zz", { ownerSlug: "demo", repoName: "%zz" }],
    ["/dashboard/agents/bc-1/follow-ups/fu-2", { agentId: "bc-1" }],
    ["/dashboard/users", undefined],
  ])("%s is about %j", (path, target) => {
    expect(parseAuditTarget(path)).toEqual(target);
  });
});
