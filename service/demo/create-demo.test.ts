import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { apps, installations } from "../core/store/tables/apps";
import { namespaces, repositories } from "../core/store/tables/repositories";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { createDemo } from "./demo-repository";

let test: TestService;
const params = { ownerSlug: "demo", repoName: "orders" };
const demo = () => test.call(getRepo, { params });

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
});
afterAll(() => test.close());

it("creates a repository on the first start that can be cloned", async () => {
  expect(await demo()).toMatchObject({ fullName: "demo/orders", defaultBranch: "main", owner: { type: "team" } });
  const url = `${test.url.replace("://", `://x-access-token:${test.keys.user}@`)}/demo/orders.git`;
  expect(await git(test.dataDir, "ls-remote", "--symref", url, "HEAD")).toMatch(/^ref: refs\/heads\/main/);
});

it("isn't changed by later starts", async () => {
  const before = await demo();
  const dir = test.service.repositories.path(before.id);
  await git(dir, "branch", "--delete", "--force", "fix/rounding");
  await test.restart();
  // The restart records that the branch was deleted outside the service.
  const moved = { updatedAt: expect.any(String), pushedAt: expect.any(String) };
  expect(await demo()).toEqual({ ...before, ...moved });
  expect(await git(dir, "for-each-ref", "refs/heads/fix")).toBe("");
});

it("is completed by the next start after a crash", async () => {
  const { id } = await demo();
  const { db, repositories: store } = test.service;
  await db.update(repositories).set({ pushedAt: null }).where(eq(repositories.id, id));
  await store.delete(id);
  await test.restart();
  const repo = await demo();
  expect([repo.id, typeof repo.pushedAt]).toEqual([id, "string"]);
  expect(await git(store.path(id), "rev-list", "--count", "main")).toBe("14");
});

it("isn't created again after it was deleted", async () => {
  const { id } = await demo();
  await test.service.db.delete(repositories).where(eq(repositories.id, id));
  await test.service.repositories.delete(id);
  await test.restart();
  expect((await test.send("GET", "/v1/repohost/repos/demo/orders")).status).toBe(404);
});

it("doesn't use an existing namespace named demo", async () => {
  for (const table of [installations, apps, namespaces]) await test.service.db.delete(table);
  await addNamespace(test.service, "Demo", { userId: 1 });
  await createDemo(test.service);
  expect(await test.service.db.select().from(repositories)).toEqual([]);
});
