import { afterAll, beforeAll, expect, it } from "vitest";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import { isInstallable, scopeCatalog } from "@/lib/contract/hosting/scope";
import { startTestService, type TestService } from "../../testing/test-service";
import { installedApp } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";

let test: TestService;

beforeAll(async () => {
  test = await startTestService();
  const stranger = await addUser(test.service, { email: "stranger@example.test" });
  await addNamespace(test.service, "others", { teamId: stranger.teamId });
  await addNamespace(test.service, "stranger", { userId: stranger.userId });
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

it("H-NS-12 H-NS-14: viewerCanCreateRepositories matches whether Create Repo succeeds", async () => {
  for (const { namespace, viewerCanCreateRepositories } of (await test.call(listNamespaces)).namespaces) {
    expect(viewerCanCreateRepositories).toBe(true);
    const repo = await test.call(createRepo, { params: { ownerSlug: namespace.slug }, body: { name: "probe" } });
    expect(repo.owner).toEqual(namespace);
  }
});

it("H-NS-13 viewerCanCreateRepositories is false if the plan or a team setting forbids it", async () => {
  const creates = async () =>
    (await test.call(listNamespaces)).namespaces.find(({ namespace }) => namespace.slug === "Zebra")
      ?.viewerCanCreateRepositories;
  const account = (body: object) => test.send("PATCH", "/admin/v1/namespaces/zebra", { key: test.keys.admin, body });
  for (const change of [{ plan: "none" }, { legacyPrivacy: true }, { hosting: false }]) {
    await account(change);
    const body = { name: `rejected-${Object.keys(change)[0]}` };
    expect([await creates(), (await test.send("POST", "/v1/repohost/repos/zebra", { body })).status]).toEqual([
      false,
      400,
    ]);
    await account({ plan: "team", legacyPrivacy: false, hosting: true });
  }
  expect(await creates()).toBe(true);
});

it("paginates with the first page's size", async () => {
  const first = await test.call(listNamespaces, { query: { pageSize: "2" } });
  const second = await test.call(listNamespaces, { query: { pageToken: first.nextPageToken, pageSize: "1" } });
  expect([first, second].map((page) => page.namespaces.map(({ namespace }) => namespace.slug))).toEqual([
    ["acme", "Me"],
    ["Zebra"],
  ]);
  expect((await test.send("GET", "/v1/repohost/namespaces?pageToken=x")).status).toBe(400);
});

it("H-NS-11 H-NS-13: shows users with a grant on one repository its owner and only that repository", async () => {
  const guest = await addUser(test.service, { email: "guest@example.test", teamId: 1 });
  await addNamespace(test.service, "guarded", { teamId: 1 });
  const created = [];
  for (const name of ["given", "other"]) {
    created.push(await test.call(createRepo, { params: { ownerSlug: "guarded" }, body: { name } }));
  }
  const members = { teamGroup: { kind: "members" } };
  await test.send("DELETE", "/v1/repohost/owners/guarded/grants", { body: members });
  const listed = async () => {
    const { status, body } = await test.send("GET", "/v1/repohost/repos/guarded", { key: guest.key });
    return [status, Object(body).repositories?.map(({ name }: { name: string }) => name)];
  };
  const creates = async () => {
    const { namespaces } = await test.call(listNamespaces, { key: guest.key });
    return namespaces.find(({ namespace }) => namespace.slug === "guarded")?.viewerCanCreateRepositories;
  };
  expect([await listed(), await creates()]).toEqual([[404, undefined], undefined]);
  const group = await test.send("PUT", "/admin/v1/teams/1/groups/guests", {
    key: test.keys.admin,
    body: { members: ["guest@example.test"] },
  });
  const grant = { group: { id: Object(group.body).id }, permission: "admin" };
  await test.send("POST", "/v1/repohost/repos/guarded/given/grants", { body: grant });
  expect([await listed(), await creates()]).toEqual([[200, ["given"]], false]);
  const body = { name: "mine" };
  expect((await test.send("POST", "/v1/repohost/repos/guarded", { key: guest.key, body })).status).not.toBe(200);
  await test.send("DELETE", "/v1/repohost/repos/guarded/given/grants", { body: grant });
  expect([await listed(), await creates()]).toEqual([[404, undefined], undefined]);
});

it("H-NS-03 H-NS-04: rejects app JWTs and installation tokens", async () => {
  const { app, token } = await installedApp(test, { scopes: scopeCatalog.filter(isInstallable) });
  for (const key of [app.jwt(), token]) {
    expect(await test.send("GET", "/v1/repohost/namespaces", { key })).toMatchObject({
      status: 403,
      body: { code: 7 },
    });
  }
});

it("H-NS-02 H-NS-05: rejects service accounts", async () => {
  expect(await test.send("GET", "/v1/repohost/namespaces", { key: test.keys.serviceAccount })).toMatchObject({
    status: 403,
    body: { code: 7 },
  });
});

it("H-NS-07: returns 30 namespaces per page by default", async () => {
  for (let each = 0; each < 31; each += 1) await addNamespace(test.service, `bulk-${each}`, { teamId: 1 });
  const first = await test.call(listNamespaces);
  expect(first.namespaces).toHaveLength(30);
  const { namespaces } = await test.call(listNamespaces, { query: { pageToken: first.nextPageToken } });
  expect(namespaces.length).toBeGreaterThan(0);
});
