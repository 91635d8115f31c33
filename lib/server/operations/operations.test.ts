import { expect, it } from "vitest";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { table } from "@/lib/contract/tables/service-table.generated";
import { dashboardOperations } from "./operations.generated";

it("implements exactly the dashboard's operations, and replaces three of the service's", () => {
  const ids = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).sort();
  const own = dashboardOperations.map(({ operation }) => operation);
  const ofService = own.filter((operation) => table.some((entry) => entry === operation));
  expect(ids(ofService)).toEqual(["listNamespaces", "startGitHubConnection", "startMcpConnection"]);
  expect(ids(own.filter(({ family }) => family === "dashboard"))).toEqual(ids(dashboardTable));
  for (const { family, path } of dashboardTable) {
    expect(family).toBe("dashboard");
    expect(path).toMatch(/^\/dashboard\//);
  }
});
