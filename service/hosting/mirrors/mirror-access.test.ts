import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git } from "@/git/testing/git-fixture";
import { operations } from "@/service/operations.generated";
import { installedApp } from "../installations/testing/installation-fixture";
import { type MirrorHarness, startMirrorHarness } from "./testing/mirror-fixture";

let harness: MirrorHarness;
type CreatedMirror = Awaited<ReturnType<MirrorHarness["create"]>>;
/** Remains inbound, for read-only tests. */
let inbound: CreatedMirror;
beforeAll(async () => {
  harness = await startMirrorHarness();
  inbound = await createMirrorAs("inbound", "inbound");
  await send("POST", "/v1/repohost/repos/acme", { body: { name: "plain" } });
});
afterAll(() => harness.close());

async function createMirrorAs(name: string, as: "inbound" | "outbound"): Promise<CreatedMirror> {
  const mirror = await harness.create(name);
  await harness.runTransition(mirror.params, "initial_to_inbound");
  if (as === "outbound") await harness.runTransition(mirror.params, "inbound_to_outbound");
  return mirror;
}

const tip = (dir: string, ref: string) => git(dir, "rev-parse", "--verify", ref);
const send: MirrorHarness["test"]["send"] = (...args) => harness.test.send(...args);
const sync = (path: string, body: object, key?: string) =>
  send("POST", `${path}:syncMirror`, { body, ...(key ? { key } : {}) });
const failedPrecondition = { status: 400, body: { code: 9 } };
const main = "refs/heads/main";

async function publish(name: string, ...more: string[]): Promise<string> {
  const id = await commitFile(harness.work, name, `${name}\n`);
  await git(harness.work, "push", "--quiet", "origin", "HEAD:main", ...more);
  return id;
}

describe("a mirror that isn't outbound or is in transition", () => {
  it("H-MIRROR-42 H-MIRROR-43 is listed for an installation and can be selected for its tokens", async () => {
    const { mint } = await installedApp(harness.test, { scopes: ["repository:contents:read"] });
    const token = await mint({ repositoryIds: [inbound.id] });
    const { body } = await send("GET", "/v1/repohost/installation/repos", { key: token });
    expect(body).toMatchObject({ repositories: [{ id: inbound.id, mirror: { status: "inbound" } }] });
  });

  it("H-MIRROR-45 H-MIRROR-46 lets apps read only metadata and contents", { tags: ["long"] }, async () => {
    const scopes = ["contents", "pull_requests", "pull_requests:reviews", "checks", "labels", "rulesets", "settings"];
    const { token } = await installedApp(harness.test, { scopes: scopes.map((each) => `repository:${each}:write`) });
    const allowed = new Set(["repository:metadata:read", "repository:contents:read"]);
    const concerned = operations.filter(
      ({ operation: { path, credentials } }) => path.includes("{repoName}") && credentials.includes("installation"),
    );
    expect(concerned.length).toBeGreaterThan(50);
    for (const { operation } of concerned) {
      const path = operation.path
        .replace("{ownerSlug}", "acme")
        .replace("{repoName}", "inbound")
        .replace(/\{[^}]+\}/g, "x");
      const response = await send(operation.method, path, {
        key: token,
        ...(operation.body ? { body: {} } : {}),
      });
      const isRead = operation.scopes.every((scope) => allowed.has(scope));
      // Reads are allowed, and then rejected for their placeholders.
      const expected = isRead ? [200, 400, 404] : [403];
      expect(expected, `${operation.id}: ${JSON.stringify(response.body)}`).toContain(response.status);
    }
    const elsewhere = await installedApp(harness.test, {
      scopes: ["repository:labels:read"],
      repositories: ["plain"],
    });
    expect(await send("GET", `${inbound.path}/labels`, { key: elsewhere.token })).toMatchObject({ status: 404 });
  });

  it("H-MIRROR-47 rejects all pushes with 403, but serves clones", async () => {
    const { test, source } = harness;
    const url = new URL(`${test.url}/acme/inbound.git`);
    url.username = "x-access-token";
    url.password = test.keys.user;
    const clone = `${source.folder}/read-only`;
    await git(source.folder, "clone", "--quiet", url.href, clone);
    await commitFile(clone, "mine.txt", "mine\n");
    await expect(git(clone, "push", "--quiet", "origin", "HEAD:main")).rejects.toThrow("403");
    const { token } = await installedApp(test, { scopes: ["repository:contents:write"] });
    url.password = token;
    await expect(git(clone, "push", "--quiet", url.href, "HEAD:main")).rejects.toThrow("403");
  });

  it("rejects creating agents, since they couldn't push", async () => {
    const repo = (url: string) => ({ prompt: { text: "Look" }, repos: [{ url }] });
    const origin = harness.test.service.settings.gitUrl;
    const rejected = await send("POST", "/v1/agents", { body: repo(`${origin}/acme/inbound`) });
    expect(rejected).toMatchObject({
      status: 400,
      body: { error: { code: "repository_access", field: "repos.0.url", message: expect.stringContaining("mirror") } },
    });
    expect(await send("POST", "/v1/agents", { body: repo(`${origin}/acme/plain`) })).toMatchObject({ status: 201 });
  });

  it("H-REPO-19 H-REPO-20 H-REF-17 H-MERGE-20 rejects content changes by users", { tags: ["long"] }, async () => {
    const { path, dir } = inbound;
    const sha = await tip(dir, main);
    const author = { name: "Ada", email: "ada@example.test" };
    const commit = { targetBranch: "main", expectedHeadSha: sha, message: "x", author };
    expect(await send("PATCH", path, { body: { defaultBranch: "main" } })).toMatchObject(failedPrecondition);
    expect(await send("PATCH", path, { body: { deleteBranchOnMerge: true } })).toMatchObject(failedPrecondition);
    expect(await send("PATCH", path, { body: { visibility: "internal" } })).toMatchObject({ status: 200 });
    expect(await send("POST", `${path}/git/refs`, { body: { ref: "heads/x", sha } })).toMatchObject(failedPrecondition);
    const files = [{ path: "x", content: "x" }];
    const created = await send("POST", `${path}/git/commits:createFromFiles`, { body: { ...commit, files } });
    expect(created).toMatchObject(failedPrecondition);
    await git(harness.work, "push", "--quiet", "origin", "HEAD:older");
    await publish("base-moves.txt");
    await sync(path, { ref: main, wait: true });
    const pull = await send("POST", `${path}/pulls`, { body: { title: "Look", head: "main", base: "older" } });
    expect(pull).toMatchObject({ status: 200 });
    const at = `${path}/pulls/${Object(pull.body).number}`;
    expect(await send("GET", `${at}/mergeability`)).toMatchObject(failedPrecondition);
    expect(await send("POST", `${at}/merge`, { body: {} })).toMatchObject(failedPrecondition);
    expect(await send("DELETE", `${path}/git/refs/heads/older`)).toMatchObject(failedPrecondition);
    expect(await tip(dir, "refs/heads/older")).toBe(sha);
    await git(harness.work, "push", "--quiet", "origin", ":older");
  });
});
