import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git, temporaryFolder } from "@/git/testing/git-fixture";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { createInstallationAccessToken } from "@/lib/contract/hosting/installations/create-installation-access-token";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import type { Repo } from "@/lib/contract/hosting/repo";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { namespaces } from "../../core/store/tables/repositories";
import { startTestService, type TestService } from "../../testing/test-service";
import { findRepositoryByUrl, repositoryPermission, repositoryUrl } from "../access/repository-access";
import { addApp, installedApp } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "./testing/repository-fixture";

let test: TestService;
let repo: Repo;
/** The repository as its team's admin gets it. */
let seen: object;
let stranger: { key: string; userId: number; teamId: number };

beforeAll(async () => {
  test = await startTestService({ GIT_URL: "https://git.example.test/code" });
  await addNamespace(test.service, "Acme", { teamId: 1 });
  repo = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Widgets" } });
  seen = { ...repo, viewerPermission: "admin" };
  stranger = await addUser(test.service, { email: "stranger@example.test" });
});
afterAll(() => test.close());

const get = (path: string, key = test.keys.user) => test.send("GET", `/v1/repohost/repos/${path}`, { key });

describe("Get Repo", () => {
  it("H-REPO-08 H-ADDR-01 H-ADDR-02: returns the repository", async () => {
    expect(await test.call(getRepo, { params: { ownerSlug: "Acme", repoName: "Widgets" } })).toEqual(seen);
  });

  it("H-ADDR-09 H-ADDR-10 H-ADDR-11: ignores case and returns the stored names", async () => {
    expect((await get("aCME/wIDGETS")).body).toEqual(seen);
  });

  it("H-ADDR-04: accepts `_` and the repository's id", async () => {
    expect((await get(`_/${repo.id}`)).body).toEqual(seen);
  });

  it("H-REPO-07: omits the owner's type if its team or user no longer exists", async () => {
    const orphaned = await addNamespace(test.service, "Orphaned", { teamId: 1 });
    const created = await test.call(createRepo, { params: { ownerSlug: "orphaned" }, body: { name: "Left" } });
    expect(created.owner).toEqual({ slug: "Orphaned", id: orphaned.id, type: "team" });
    const app = await addApp(test, { namespaceSlug: "orphaned", defaultScopes: ["repository:metadata:read"] });
    const params = { namespaceSlug: "orphaned" };
    const { id } = await test.call(installApp, { key: test.keys.admin, params, body: { appId: app.id } });
    const at = { installationId: id };
    const { token } = await test.call(createInstallationAccessToken, { key: app.jwt(), params: at, body: {} });
    // Simulates a partial restore; database constraints otherwise prevent this.
    const { db } = test.service;
    await db.execute(sql`alter table ${namespaces} drop constraint namespaces_owner`);
    await db.update(namespaces).set({ teamId: null }).where(eq(namespaces.id, orphaned.id));
    const found = await test.call(getRepo, { key: token, params: { ownerSlug: "orphaned", repoName: "left" } });
    const owner = { slug: "Orphaned", id: orphaned.id };
    expect(found).toEqual({ ...created, owner });
  });

  it("H-ADDR-05 H-ADDR-06: returns the same error for missing and inaccessible repositories", async () => {
    const responses = [
      await get(`_/${repo.id}`, stranger.key),
      await get("acme/widgets", stranger.key),
      await get(`_/repo_${"a".repeat(26)}`),
      await get("acme/none"),
    ];
    const bodies = responses.map(({ status, body }) => [
      status,
      JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
    ]);
    expect(bodies[0]?.[0]).toBe(404);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it.each(["repo_none", "widgets", "REPO_A"])("rejects the malformed repository id %s", async (id) => {
    expect(await get(`_/${id}`)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: "repo_name" }] }, {}] },
    });
  });

  it("returns a user's permission, but none to a service account", async () => {
    const member = await addUser(test.service, { email: "pusher@example.test", teamId: 1 });
    expect((await get("acme/widgets", member.key)).body).toMatchObject({ viewerPermission: "write" });
    expect((await get("acme/widgets", test.keys.serviceAccount)).body).toEqual(repo);
  });

  it("returns the permission of the user an app acts for", async () => {
    await addUser(test.service, { email: "mia@example.test", teamId: 1 });
    const { app, installationId } = await installedApp(test, { scopes: ["namespace:user_tokens:write"] });
    const params = { installationId };
    const body = { userEmail: "mia@example.test" };
    const { token } = await test.call(createInstallationUserToken, { key: app.jwt(), params, body });
    expect((await get("acme/widgets", token)).body).toEqual({ ...repo, viewerPermission: "write" });
  });

  it("returns the last push time", async () => {
    const folder = await temporaryFolder();
    await git(folder.path, "init", "--quiet", "--initial-branch=main");
    await commitFile(folder.path, "a.txt", "a\n");
    const url = `${test.url.replace("://", `://x-access-token:${test.keys.user}@`)}/acme/widgets.git`;
    await git(folder.path, "push", "--quiet", url, "main");
    await folder.remove();
    expect((await test.call(getRepo, { params: { ownerSlug: "acme", repoName: "widgets" } })).pushedAt).toMatch(/Z$/);
  });
});

describe("repository addresses", () => {
  it("combine the git URL, owner and name", () => {
    expect(repositoryUrl(test.service, { ownerSlug: "Acme", name: "Widgets" })).toBe(
      "https://git.example.test/code/Acme/Widgets",
    );
  });

  it.each([
    "https://git.example.test/code/Acme/Widgets",
    "https://git.example.test/code/acme/widgets.git",
    "https://git.example.test/code/acme/widgets/",
    "https://git.example.test/code/acme/widgets.git/",
    "HTTPS://GIT.example.test:443/code/acme/widgets",
  ])("are resolved: %s", async (url) => {
    expect((await findRepositoryByUrl(test.service, url))?.id).toBe(repo.id);
  });

  it("are resolved under the service's own URLs", async () => {
    expect((await findRepositoryByUrl(test.service, `${test.url}/acme/widgets`))?.id).toBe(repo.id);
    const { servicePublicUrl } = test.service.settings;
    expect((await findRepositoryByUrl(test.service, `${servicePublicUrl}/acme/widgets.git`))?.id).toBe(repo.id);
  });

  it.each([
    "",
    "acme/widgets",
    "https://git.example.test/acme/widgets",
    "https://evil.test/code/acme/widgets",
    "https://git.example.test.evil.test/code/acme/widgets",
    "https://user:secret@git.example.test/code/acme/widgets",
    "https://git.example.test/code/acme/widgets?x",
    "https://git.example.test/code/acme/widgets/tree/main",
    "https://git.example.test/code/acme/%00",
    "git@git.example.test:acme/widgets.git",
    "file:///code/acme/widgets",
  ])("are rejected: %j", async (url) => {
    expect(await findRepositoryByUrl(test.service, url)).toBeUndefined();
  });
});

describe("permissions", () => {
  const as = async (user: { userId: number; teamId: number }) =>
    repositoryPermission(test.service, { kind: "user", ...user, keyId: "k", keyName: "k", keyCreatedAt: 0 }, repo.id);

  it("are admin for the team's admins, write for members, none for others", async () => {
    expect(await as({ userId: 1, teamId: 1 })).toBe("admin");
    expect(await as(await addUser(test.service, { email: "member@example.test", teamId: 1 }))).toBe("write");
    expect(await as(stranger)).toBe("none");
  });

  it("are none on a missing repository", async () => {
    const principal = { kind: "user", userId: 1, teamId: 1, keyId: "k", keyName: "k", keyCreatedAt: 0 } as const;
    expect(await repositoryPermission(test.service, principal, "repo_none")).toBe("none");
  });

  it("on a personal namespace are limited to its user", async () => {
    await addNamespace(test.service, "stranger", { userId: stranger.userId });
    const path = "/v1/repohost/repos/stranger";
    expect((await test.send("POST", path, { key: stranger.key, body: { name: "mine" } })).status).toBe(200);
    expect((await get("stranger/mine")).status).toBe(404);
    expect((await get("stranger/mine", stranger.key)).status).toBe(200);
  });
});
