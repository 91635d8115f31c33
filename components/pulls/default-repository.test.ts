import { expect, it } from "vitest";
import { defaultRepository } from "./default-repository";
import { allRepositories } from "./repository-select";

const orders = { fullName: "demo/orders" };

it("lists all repositories unless another one was chosen", () => {
  expect(defaultRepository([orders], "")).toBe(allRepositories);
  expect(defaultRepository([], "")).toBe(allRepositories);
  expect(defaultRepository([orders], allRepositories)).toBe(allRepositories);
  expect(defaultRepository([orders], "demo/orders")).toBe("demo/orders");
});

it("keeps the last choice until it is known to be deleted", () => {
  expect(defaultRepository(undefined, "demo/deleted")).toBe("demo/deleted");
  expect(defaultRepository([orders], "demo/deleted")).toBe(allRepositories);
});
