import { describe, expect, it } from "vitest";
import { defaultRepository } from "./default-repository";
import { allRepositories } from "./repository-select";

const orders = { fullName: "demo/orders", updatedAt: "2026-11-20T10:00:00Z" };
const billing = {
  fullName: "demo/billing",
  updatedAt: "2026-11-19T10:00:00Z",
  pushedAt: "2026-11-21T10:00:00Z",
};

describe("the default list of pull requests", () => {
  it("has all repositories if there are pull requests on other servers, even with one repository", () => {
    expect(defaultRepository([orders], "", 1)).toBe(allRepositories);
    expect(defaultRepository([], "", 1)).toBe(allRepositories);
    expect(defaultRepository([orders], "demo/deleted", 1)).toBe(allRepositories);
  });

  it("has the repository that changed last if there are none", () => {
    expect(defaultRepository([orders], "", 0)).toBe("demo/orders");
    expect(defaultRepository([orders, billing], "", 0)).toBe("demo/billing");
    expect(defaultRepository([], "", 0)).toBe("");
  });

  it("keeps the last choice", () => {
    expect(defaultRepository([orders, billing], "demo/orders", 1)).toBe("demo/orders");
    expect(defaultRepository([orders], allRepositories, undefined)).toBe(allRepositories);
  });

  it("isn't decided while it is unknown whether there are any", () => {
    expect(defaultRepository([orders], "", undefined)).toBe("");
  });
});
