import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRepositories } from "@/lib/contract/agents/list-repositories";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
});
afterAll(() => test.close());

describe("listed repositories", () => {
  it("A-META-17: are URLs that agents accept", async () => {
    const { status, body } = await test.send("GET", "/v1/repositories");
    const url = `${test.service.settings.gitUrl}/demo/orders`;
    expect({ status, body }).toEqual({ status: 200, body: { items: [{ url }] } });
    const create = { prompt: { text: "hello" }, repos: [{ url }] };
    expect((await test.send("POST", "/v1/agents", { body: create })).status).toBe(201);
  });

  it("A-META-18: are limited to those the caller can access", async () => {
    const stranger = await addUser(test.service, { email: "stranger@localhost" });
    await addNamespace(test.service, "theirs", { teamId: stranger.teamId });
    await test.call(createRepo, { params: { ownerSlug: "theirs" }, body: { name: "own" }, key: stranger.key });
    const names = async (key: string) => {
      const { body } = await test.send("GET", "/v1/repositories", { key });
      return JSON.stringify(body).match(/[^/"]+\/[^/"]+(?="})/g);
    };
    expect(await names(stranger.key)).toEqual(["theirs/own"]);
    expect(await names(test.keys.user)).toEqual(["demo/orders"]);
  });

  it("are sorted by owner and name, case-insensitively", async () => {
    await addNamespace(test.service, "Alpha", { teamId: 1 });
    for (const name of ["Zeta", "beta", "Gamma"]) {
      await test.call(createRepo, { params: { ownerSlug: "alpha" }, body: { name } });
    }
    const { items } = await test.call(listRepositories);
    const names = items.map(({ url }) => url.split("/").slice(-2).join("/"));
    expect(names).toEqual(["Alpha/beta", "Alpha/Gamma", "Alpha/Zeta", "demo/orders"]);
  });
});
