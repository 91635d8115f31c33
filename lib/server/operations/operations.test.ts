import { expect, it } from "vitest";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { dashboardOperations } from "./operations.generated";

it("implements exactly the operations of the dashboard's table", () => {
  const ids = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).sort();
  expect(ids(dashboardOperations.map(({ operation }) => operation))).toEqual(ids(dashboardTable));
  for (const { family, path } of dashboardTable) {
    expect(family).toBe("dashboard");
    expect(path).toMatch(/^\/dashboard\//);
  }
});
