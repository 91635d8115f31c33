import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git, temporaryFolder } from "@/git/testing/git-fixture";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { installationTokens } from "../../core/store/tables/apps";
import { addNamespace } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { addApp, installedApp } from "./testing/installation-fixture";

const clock = new FakeClock({ running: true });
let hosted: HostedRepository;
let other: { id: string };
let outside: { id: string };

beforeAll(async () => {
  hosted = await startHostedRepository({}, clock);
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  other = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Gadgets" } });
  await addNamespace(hosted.test.service, "Other-Team", { teamId: 1 });
  outside = await hosted.test.call(createRepo, { params: { ownerSlug: "other-team" }, body: { name: "Things" } });
});
afterAll(() => hosted.close());

const send = (method: string, path: string, key: string, body?: unknown) =>
  hosted.test.send(method, path.startsWith("/") ? path : `/v1/repohost/repos/${path}`, {
    key,
    ...(body === undefined ? {} : { body }),
  });
const tokensPath = (id: string) => `/v1/repohost/app/installations/${id}/access_tokens`;
const read = ["repository:contents:read"];

function cloneUrl(key: string, name = "acme/widgets", user = "x-access-token"): string {
  return `${hosted.test.url.replace("://", `://${user}:${key}@`)}/${name}.git`;
}

async function lsRemote(url: string): Promise<string> {
  return git(hosted.work, "ls-remote", url).catch((error: Error) => error.message);
}

describe("Create Installation Access Token", () => {
  it("H-TOKEN-01 H-TOKEN-03 H-TOKEN-04: expires within 15 minutes and with the JWT", async () => {
    const { app, installationId } = await installedApp(hosted.test, { scopes: read });
    const expiry = async (exp: number) => {
      const now = Math.floor(clock.now() / 1000);
      const { status, body } = await send("POST", tokensPath(installationId), app.jwt({ exp: now + exp }), {});
      expect(status).toBe(200);
      expect(body).toMatchObject({ token: expect.stringMatching(/^oit_[0-9a-f]{64}$/) });
      return (Date.parse((body as { expiresAt: string }).expiresAt) - now * 1000) / 1000;
    };
    expect(await expiry(300)).toBe(300);
    const longest = await expiry(1800);
    expect(longest).toBeGreaterThanOrEqual(900);
    expect(longest).toBeLessThan(903);
  });

  it("is only stored as a hash", async () => {
    const { token } = await installedApp(hosted.test, { scopes: read });
    const rows = await hosted.test.service.db.select().from(installationTokens);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
  });

  it("H-TOKEN-07: stops working when it expires", async () => {
    const { token } = await installedApp(hosted.test, { scopes: read });
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(200);
    clock.advance(15 * 60_000 + 1000);
    expect(await send("GET", "acme/widgets/branches", token)).toMatchObject({ status: 401, body: { code: 16 } });
    expect(await lsRemote(cloneUrl(token))).toMatch(/Authentication failed|could not read/i);
  });

  it("H-TOKEN-06: costs the app one point; an app has twice an installation's points", async () => {
    const { app, token, mint } = await installedApp(hosted.test, { scopes: read });
    const { rate } = await hosted.test.call(getRateLimit, { key: app.jwt() });
    await mint();
    expect((await hosted.test.call(getRateLimit, { key: app.jwt() })).rate.used - rate.used).toBe(1);
    const of = await hosted.test.call(getRateLimit, { key: token });
    expect(rate.limit / of.rate.limit).toBe(2);
  });

  it("H-TOKEN-02 H-INST-26: only accesses its repositories, by name and id", async () => {
    const { mint } = await installedApp(hosted.test, { scopes: read });
    const token = await mint({ repositoryIds: [hosted.repo.id] });
    expect((await send("GET", "acme/widgets", token)).status).toBe(200);
    expect((await send("GET", `_/${hosted.repo.id}`, token)).status).toBe(200);
    expect((await send("GET", "acme/gadgets", token)).status).toBe(404);
    expect((await send("GET", `_/${other.id}`, token)).status).toBe(404);
    const listed = await send("GET", "/v1/repohost/installation/repos", token);
    expect(listed.body).toMatchObject({ repositories: [{ id: hosted.repo.id }], repoSelectionMode: "all" });
  });

  it.each<[string, () => unknown, string]>([
    ["a scope that wasn't granted", () => ({ scopes: ["repository:labels:read"] }), "scopes[0]"],
    ["an unknown scope", () => ({ scopes: ["x"] }), "scopes[0]"],
    ["a scope twice", () => ({ scopes: [read[0], read[0]] }), "scopes"],
    ["a repository twice", () => ({ repositoryIds: [other.id, other.id] }), "repository_ids"],
    ["a repository of another namespace", () => ({ repositoryIds: [outside.id] }), "repository_ids[0]"],
    ["an unknown repository", () => ({ repositoryIds: ["repo_none"] }), "repository_ids[0]"],
    ["51 repositories", () => ({ repositoryIds: Array.from({ length: 51 }, (_, n) => `repo_${n}`) }), "repository_ids"],
  ])("rejects %s and names the field", async (_name, body, field) => {
    const { app, installationId } = await installedApp(hosted.test, { scopes: read });
    const response = await send("POST", tokensPath(installationId), app.jwt(), body());
    expect(response).toMatchObject({ status: 400, body: { code: 3, details: [{ fieldViolations: [{ field }] }, {}] } });
  });

  it("lists the installation's scopes if another one is requested", async () => {
    const { app, installationId } = await installedApp(hosted.test, {
      scopes: ["repository:checks:write", "namespace:user_tokens:write"],
    });
    const { body } = await send("POST", tokensPath(installationId), app.jwt(), { scopes: ["repository:checks"] });
    const held = "repository:metadata:read, repository:checks:read, repository:checks:write";
    expect(body).toMatchObject({ message: `scopes[0]: must be one of ${held}, which the installation has` });
  });

  it("is only available to the installation's app", async () => {
    const { installationId } = await installedApp(hosted.test, { scopes: read });
    const stranger = await addApp(hosted.test);
    expect((await send("POST", tokensPath(installationId), stranger.jwt(), {})).status).toBe(404);
    expect((await send("POST", tokensPath("inst_none"), stranger.jwt(), {})).status).toBe(404);
    expect((await send("POST", tokensPath(installationId), hosted.test.keys.user, {})).status).toBe(403);
  });
});

describe("an installation token", () => {
  it("H-AUTH-06 H-AUTH-07 H-AUTH-13: is limited to its scopes; errors name the missing scope", async () => {
    const { token } = await installedApp(hosted.test, { scopes: read });
    const sha = await hosted.git("rev-parse", "HEAD");
    expect((await send("GET", "acme/widgets/contents?path=a.txt", token)).status).toBe(200);
    const denied = await send("POST", "acme/widgets/git/refs", token, { ref: "heads/x", sha });
    expect(denied).toMatchObject({
      status: 403,
      body: { code: 7, message: expect.stringContaining("repository:contents:write") },
    });
    expect((await send("GET", "acme/widgets/pulls", token)).status).toBe(403);
    expect((await send("GET", "/v1/repohost/namespaces", token)).status).toBe(403);
  });

  it("H-INST-33 H-TOKEN-08: a write scope includes read, for installations and limited tokens", async () => {
    const scopes = ["repository:contents:write", "repository:labels:write"];
    const { token, mint, app } = await installedApp(hosted.test, { scopes });
    const { body } = await send("GET", "/v1/repohost/app/installations", app.jwt());
    expect(body).toMatchObject({
      installations: [
        {
          scopes: [
            "repository:contents:read",
            "repository:contents:write",
            "repository:metadata:read",
            "repository:labels:read",
            "repository:labels:write",
          ],
        },
      ],
    });
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(200);
    const limited = await mint({ scopes: ["repository:contents:write"] });
    expect((await send("GET", "acme/widgets/branches", limited)).status).toBe(200);
    expect((await send("GET", "acme/widgets", limited)).status).toBe(403);
    const reading = await mint({ scopes: read });
    expect((await send("POST", "acme/widgets/git/refs", reading, { ref: "heads/y", sha: "0".repeat(40) })).status).toBe(
      403,
    );
  });

  it("returns the same error for missing and inaccessible repositories", async () => {
    const { token } = await installedApp(hosted.test, { scopes: read, repositories: ["widgets"] });
    expect((await send("GET", "acme/widgets/branches", token)).status).toBe(200);
    const responses = await Promise.all(
      [
        "acme/gadgets",
        `_/${other.id}`,
        "other-team/things",
        `_/${outside.id}`,
        "acme/none",
        `_/repo_${"a".repeat(26)}`,
      ].map((at) => send("GET", `${at}/branches`, token)),
    );
    const bodies = responses.map(({ status, body }) => [
      status,
      JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
    ]);
    expect(bodies[0]?.[0]).toBe(404);
    expect(new Set(bodies.map(String)).size).toBe(1);
  });

  it("can't access the agents API", async () => {
    const { token } = await installedApp(hosted.test, { scopes: read });
    expect((await send("GET", "/v1/agents", token)).status).toBe(403);
    expect((await send("GET", "/v1/me", token)).status).toBe(403);
    expect((await send("POST", "/v1/agents", token, { prompt: { text: "x" } })).status).toBe(403);
  });

  it("H-ACTOR-12 H-ACTOR-15: acts as the app", async () => {
    const scopes = ["repository:contents:write", "repository:pull_requests:write"];
    const { token, app } = await installedApp(hosted.test, { scopes });
    const sha = await hosted.commit({ "b.txt": "b\n" });
    await hosted.push(`${sha}:refs/heads/by-app`);
    const input = { title: "By an app", head: "by-app", base: "main" };
    const { status, body } = await send("POST", "acme/widgets/pulls", token, input);
    expect(status).toBe(200);
    expect((body as { author: unknown }).author).toEqual({ app: { id: app.id, displayName: "Builder" } });
    await hosted.test.send("DELETE", `/admin/v1/apps/${app.id}`, { key: hosted.test.keys.admin });
    const { number } = body as { number: string };
    const read = await send("GET", `acme/widgets/pulls/${number}`, hosted.test.keys.user);
    expect((read.body as { author: unknown }).author).toEqual({ app: { id: app.id } });
  });
});

describe("git over HTTPS with a token", () => {
  it("H-GIT-03 H-GIT-04 H-GIT-05: accepts x-access-token and the token, limited to its scopes", async () => {
    const { token, mint } = await installedApp(hosted.test, {
      scopes: ["repository:contents:write", "repository:labels:read"],
      repositories: ["widgets"],
    });
    expect(await lsRemote(cloneUrl(token))).toContain("refs/heads/main");
    expect(await lsRemote(cloneUrl(token, "acme/gadgets"))).toMatch(/not found/i);
    expect(await lsRemote(cloneUrl(token, "acme/widgets", "someone"))).toMatch(/Authentication failed|could not read/i);
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const path = "/acme/widgets.git/info/refs?service=git-upload-pack";
    expect((await fetch(`${hosted.test.url}${path}`, bearer)).status).toBe(401);

    const folder = await temporaryFolder();
    await git(folder.path, "clone", "--quiet", cloneUrl(token), "work");
    const work = `${folder.path}/work`;
    await commitFile(work, "c.txt", "c\n");
    await git(work, "push", "--quiet", "origin", "HEAD:refs/heads/pushed");
    const reading = await mint({ scopes: read });
    const rejected = await git(work, "push", cloneUrl(reading), "HEAD:refs/heads/more").catch((e: Error) => e.message);
    expect(rejected).toMatch(/403/);
    const none = await mint({ scopes: ["repository:labels:read"] });
    expect(await lsRemote(cloneUrl(none))).toMatch(/403/);
    await folder.remove();
  });
});
