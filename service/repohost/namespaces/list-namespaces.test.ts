import { afterAll, beforeAll, expect, it } from "vitest";
import { createRepo } from "@/lib/contract/repohost/create-repo";
import { listNamespaces } from "@/lib/contract/repohost/list-namespaces";
import { listRepos } from "@/lib/contract/repohost/list-repos";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace, addPerson } from "../repositories/testing";

let test: TestService;

beforeAll(async () => {
  test = await startTestService();
  const stranger = await addPerson(test.service, { email: "stranger@example.test" });
  await addNamespace(test.service, "others", { teamId: stranger.teamId });
  await addNamespace(test.service, "their-own", { userId: stranger.userId });
  await addNamespace(test.service, "Zebra", { teamId: 1 });
  await addNamespace(test.service, "acme", { teamId: 1 });
  await addNamespace(test.service, "Me", { userId: 1 });
});
afterAll(() => test.close());

it("H-NS-01 H-NS-09 H-NS-10: lists the caller's namespaces by slug", async () => {
  const { namespaces, nextPageToken } = await test.call(listNamespaces);
  expect(namespaces.map(({ namespace }) => [namespace.slug, namespace.type])).toEqual([
    ["acme", "team"],
    ["Me", "user"],
    ["Zebra", "team"],
  ]);
  expect(nextPageToken).toBe("");
});

it("H-NS-11: every slug is an owner slug for List Repos", async () => {
  for (const { namespace } of (await test.call(listNamespaces)).namespaces) {
    await test.call(listRepos, { params: { ownerSlug: namespace.slug } });
  }
});

it("H-NS-12 H-NS-14: viewerCanCreateRepositories says whether Create Repo passes", async () => {
  for (const { namespace, viewerCanCreateRepositories } of (await test.call(listNamespaces)).namespaces) {
    expect(viewerCanCreateRepositories).toBe(true);
    const repo = await test.call(createRepo, { params: { ownerSlug: namespace.slug }, body: { name: "probe" } });
    expect(repo.owner).toEqual(namespace);
  }
});

it("H-NS-07: pages, keeping the size of the first page", async () => {
  const first = await test.call(listNamespaces, { query: { pageSize: "2" } });
  const second = await test.call(listNamespaces, { query: { pageToken: first.nextPageToken, pageSize: "1" } });
  expect([first, second].map((page) => page.namespaces.map(({ namespace }) => namespace.slug))).toEqual([
    ["acme", "Me"],
    ["Zebra"],
  ]);
  expect((await test.send("GET", "/v1/repohost/namespaces?pageToken=x")).status).toBe(400);
});

it("H-NS-02 H-NS-05: refuses a service account", async () => {
  expect(await test.send("GET", "/v1/repohost/namespaces", { key: test.keys.serviceAccount })).toMatchObject({
    status: 403,
    body: { code: 7 },
  });
});
