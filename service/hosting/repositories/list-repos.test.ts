import { afterAll, beforeAll, expect, it } from "vitest";
import { putSystemApp } from "@/lib/contract/admin/apps/put-system-app";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import { repositoryListScope } from "@/lib/contract/hosting/scope";
import { repositories } from "../../core/store/tables/repositories";
import { startTestService, type TestService } from "../../testing/test-service";
import { keyIdOf, newKeyPair, signJwt } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "./testing/repository-fixture";

let test: TestService;
let stranger: string;
const params = { ownerSlug: "acme" };

beforeAll(async () => {
  test = await startTestService();
  const namespace = await addNamespace(test.service, "Acme", { teamId: 1 });
  stranger = (await addUser(test.service, { email: "stranger@example.test" })).key;
  const { db, ids, clock } = test.service;
  await db.insert(repositories).values(
    Array.from({ length: 105 }, (_, index) => {
      const name = `Part-${String(index).padStart(3, "0")}`;
      const now = clock.now();
      return {
        id: ids.typed("repo"),
        namespaceId: namespace.id,
        name,
        nameFolded: name.toLowerCase(),
        defaultBranch: "main",
        createdAt: now,
        updatedAt: now,
      };
    }),
  );
});
afterAll(() => test.close());

it("H-REPO-10: lists the repositories of an owner by name", async () => {
  const { repositories: repos } = await test.call(listRepos, { params });
  expect(repos[0]).toMatchObject({ name: "Part-000", fullName: "Acme/Part-000", owner: { slug: "Acme" } });
});

it("H-PAGE-01 H-PAGE-02: returns 30 per page, at most 100, without gaps", async () => {
  expect((await test.call(listRepos, { params })).repositories.length).toBe(30);
  expect((await test.call(listRepos, { params, query: { pageSize: "0" } })).repositories.length).toBe(30);
  const first = await test.call(listRepos, { params, query: { pageSize: "500" } });
  expect(first.repositories.length).toBe(100);
  const second = await test.call(listRepos, { params, query: { pageToken: first.nextPageToken } });
  expect(second.nextPageToken).toBe("");
  const names = [...first.repositories, ...second.repositories].map(({ name }) => name);
  expect(new Set(names).size).toBe(105);
});

it("keeps a token's page size", async () => {
  const { nextPageToken } = await test.call(listRepos, { params, query: { pageSize: "2" } });
  const next = await test.call(listRepos, { params, query: { pageToken: nextPageToken, pageSize: "50" } });
  expect(next.repositories.map(({ name }) => name)).toEqual(["Part-002", "Part-003"]);
});

it("filters by any part of the name, ignoring case, as plain text", async () => {
  const named = async (filter: string) =>
    (await test.call(listRepos, { params, query: { filter } })).repositories.map(({ name }) => name);
  expect(await named("PART-10")).toEqual(["Part-100", "Part-101", "Part-102", "Part-103", "Part-104"]);
  expect(await named("%")).toEqual([]);
});

it("lists only the repositories of an app's installation and token", async () => {
  const { publicKey, privateKey } = newKeyPair();
  const key = test.keys.admin;
  const at = { namespaceSlug: "acme" };
  const defaultScopes = ["namespace:user_tokens:write", repositoryListScope];
  const app = { publicKey, displayName: "Dashboard", description: "Acts for users", defaultScopes };
  const { id: appId } = await test.call(putSystemApp, { params: at, body: app, key });
  const installed = { appId, repositories: ["part-003", "part-001"] };
  const { id: installationId } = await test.call(installApp, { params: at, body: installed, key });
  const iat = Math.floor(test.service.clock.now() / 1000);
  const claims = { iss: appId, aud: "repohost-apps", iat, exp: iat + 600 };
  const jwt = signJwt(privateKey, { alg: "EdDSA", typ: "JWT", kid: keyIdOf(publicKey) }, claims);
  const list = async (limits: { repositoryIds?: string[] } = {}) => {
    const body = { userEmail: "admin@localhost", ...limits };
    const created = await test.call(createInstallationUserToken, { params: { installationId }, body, key: jwt });
    return (await test.call(listRepos, { params, key: created.token })).repositories;
  };
  const [first, third] = await list();
  expect([first?.name, third?.name]).toEqual(["Part-001", "Part-003"]);
  expect(await list()).toHaveLength(2);
  expect(await list({ repositoryIds: [third?.id ?? ""] })).toEqual([third]);
});

it.each(["x", "bm90", Buffer.from('{"list":"namespaces","size":1,"after":"a"}').toString("base64url")])(
  "rejects the page token %s and names the field",
  async (pageToken) => {
    expect(await test.send("GET", `/v1/repohost/repos/acme?pageToken=${pageToken}`)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: "page_token" }] }, {}] },
    });
  },
);

it("rejects invalid page sizes and filters", async () => {
  for (const query of ["pageSize=x", "pageSize=-1", "filter=%00"]) {
    expect((await test.send("GET", `/v1/repohost/repos/acme?${query}`)).status).toBe(400);
  }
});

it("returns the same error for unknown and inaccessible owners", async () => {
  expect((await test.send("GET", "/v1/repohost/repos/missing")).status).toBe(404);
  expect((await test.send("GET", "/v1/repohost/repos/acme", { key: stranger })).status).toBe(404);
  expect((await test.send("GET", "/v1/repohost/repos/_")).status).toBe(404);
});
