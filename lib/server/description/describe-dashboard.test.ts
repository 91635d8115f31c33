import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import type { Description } from "@/lib/contract/openapi/description";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { table } from "@/lib/contract/tables/service-table.generated";
import { describeDashboard } from "./describe-dashboard";

let document: Description;
beforeAll(async () => {
  document = await describeDashboard({ webUrl: "https://slipway.example.com" });
});

describe("the OpenAPI description of the dashboard", () => {
  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it("lists exactly the operations that API tokens can call, at their address", () => {
    const listed = Object.values(document.paths).flatMap((item) => Object.values(item));
    const callable = [...dashboardTable, ...table].filter(({ sessionOnly }) => !sessionOnly);
    const ids = callable.flatMap(({ id, alternates }) => [id, ...alternates.map((_, index) => `${id}_${index + 2}`)]);
    expect(listed.map(({ operationId }) => operationId).sort()).toEqual(ids.sort());
    expect(ids).toEqual(expect.arrayContaining(["listApiTokens", "createAgent", "searchEverything"]));
    expect(ids).not.toContain("createApiToken");
    expect(document.servers).toEqual([{ url: "https://slipway.example.com/api" }]);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(["/dashboard/tokens", "/v1/agents"]));
  });

  it("has the role and the bearer token of every operation, not the service's credentials", () => {
    const addBudget = document.paths["/dashboard/budgets"]?.post;
    expect(addBudget).toMatchObject({ security: [{ bearer: [] }], "x-slipway-role": "admin" });
    expect(JSON.stringify(document.paths)).not.toContain("x-slipway-credentials");
    expect(Object.keys(document.components.securitySchemes)).toEqual(["bearer"]);
  });
});
