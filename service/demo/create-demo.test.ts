import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getRepo } from "@/lib/contract/hosting/get-repo";
import { apps, installations } from "../core/store/tables/apps";
import { namespaces, repositories } from "../core/store/tables/repositories";
import { git } from "../git/testing/git-fixture";
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

it("is there after the first start and can be cloned", async () => {
  expect(await demo()).toMatchObject({ fullName: "demo/orders", defaultBranch: "main", owner: { type: "team" } });
  const url = `${test.url.replace("://", `://x-access-token:${test.keys.user}@`)}/demo/orders.git`;
  expect(await git(test.dataDir, "ls-remote", "--symref", url, "HEAD")).toMatch(/^ref: refs\/heads\/main/);
});

it("is left alone by later starts", async () => {
  const before = await demo();
  const dir = test.service.repositories.path(before.id);
  await git(dir, "branch", "--delete", "--force", "fix/rounding");
  await test.restart();
  // That a branch was deleted behind the service's back is written down.
  const moved = { updatedAt: expect.any(String), pushedAt: expect.any(String) };
  expect(await demo()).toEqual({ ...before, ...moved });
  expect(await git(dir, "for-each-ref", "refs/heads/fix")).toBe("");
});

it("is finished by the next start when the first one crashed", async () => {
  const { id } = await demo();
  const { db, repositories: store } = test.service;
  await db.update(repositories).set({ pushedAt: null }).where(eq(repositories.id, id));
  await store.delete(id);
  await test.restart();
  const repo = await demo();
  expect([repo.id, typeof repo.pushedAt]).toEqual([id, "string"]);
  expect(await git(store.path(id), "rev-list", "--count", "main")).toBe("14");
});

it("does not come back when somebody removed it", async () => {
  const { id } = await demo();
  await test.service.db.delete(repositories).where(eq(repositories.id, id));
  await test.service.repositories.delete(id);
  await test.restart();
  expect((await test.send("GET", "/v1/repohost/repos/demo/orders")).status).toBe(404);
});

it("never touches a namespace demo of somebody else", async () => {
  for (const table of [installations, apps, namespaces]) await test.service.db.delete(table);
  await addNamespace(test.service, "Demo", { userId: 1 });
  await createDemo(test.service);
  expect(await test.service.db.select().from(repositories)).toEqual([]);
});
