import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/service/operations.generated";
import { mirrors } from "../../core/store/tables/mirrors";
import { commitFile, git } from "../../git/testing/git-fixture";
import { checkRepositories } from "../../verify/check-repositories";
import { installedApp } from "../installations/testing/installation-fixture";
import { addPerson } from "../repositories/testing/repository-fixture";
import { type MirrorHarness, startMirrorHarness } from "./testing/mirror-fixture";

let harness: MirrorHarness;
type Made = Awaited<ReturnType<MirrorHarness["create"]>>;
/** One that stays inbound, for tests that only look. */
let inbound: Made;
beforeAll(async () => {
  harness = await startMirrorHarness();
  inbound = await made("inbound", "inbound");
});
afterAll(() => harness.close());

async function made(name: string, as: "inbound" | "outbound"): Promise<Made> {
  const mirror = await harness.create(name);
  await harness.turn(mirror.params, "initial_to_inbound");
  if (as === "outbound") await harness.turn(mirror.params, "inbound_to_outbound");
  return mirror;
}

const tip = (dir: string, ref: string) => git(dir, "rev-parse", "--verify", ref);
const send: MirrorHarness["test"]["send"] = (...given) => harness.test.send(...given);
const sync = (path: string, body: object, key?: string) =>
  send("POST", `${path}:syncMirror`, { body, ...(key ? { key } : {}) });
const failedPrecondition = { status: 400, body: { code: 9 } };
const main = "refs/heads/main";

async function publish(name: string, ...more: string[]): Promise<string> {
  const id = await commitFile(harness.work, name, `${name}\n`);
  await git(harness.work, "push", "--quiet", "origin", "HEAD:main", ...more);
  return id;
}

describe("Sync Mirror", () => {
  it("H-MIRROR-37 H-MIRROR-39 H-MIRROR-40 answers 200 once it has what the source has", async () => {
    const { path, dir, params } = inbound;
    const id = await publish("one.txt", "HEAD:topic");
    expect(await sync(path, { ref: main, wait: true })).toMatchObject({ status: 200, body: { synced: true } });
    expect(await tip(dir, main)).toBe(id);
    expect(await tip(dir, "refs/heads/topic")).toBe(id);
    await git(harness.work, "push", "--quiet", "origin", ":topic");
    const next = await publish("two.txt");
    expect(await sync(path, { ref: main, wait: true, sha: next.toUpperCase() })).toMatchObject({
      status: 200,
      body: { synced: true },
    });
    await expect(tip(dir, "refs/heads/topic")).rejects.toThrow();
    // What is here already needs no source.
    harness.cut();
    expect(await sync(path, { ref: main, sha: id })).toMatchObject({ status: 200, body: { synced: true } });
    harness.connect();
    expect(params.repoName).toBe("inbound");
  });

  it("H-MIRROR-41 answers 202 while it is not synced: at once, and when the time is over", async () => {
    const { path, id } = inbound;
    harness.cut();
    const pending = { status: 202, body: { synced: false } };
    expect(await sync(path, { ref: main })).toMatchObject(pending);
    expect(await sync(path, { ref: main, sha: "0123456789abcdef0123456789abcdef01234567" })).toMatchObject(pending);
    const waiting = sync(path, { ref: main, wait: true });
    await expect
      .poll(
        async () => {
          harness.clock.advance(60_000);
          return Promise.race([waiting, undefined]);
        },
        { interval: 200 },
      )
      .toMatchObject(pending);
    const seen = await send("GET", `/admin/v1/repositories/${id}/mirror`, { key: harness.test.keys.admin });
    expect(seen.body).toMatchObject({ status: "inbound", lastErrorCode: "UpstreamUnreachable" });
    harness.connect();
    expect(await sync(path, { ref: main, wait: true })).toMatchObject({ status: 200 });
    const later = await send("GET", `/admin/v1/repositories/${id}/mirror`, { key: harness.test.keys.admin });
    expect(later.body).not.toHaveProperty("lastErrorCode");
  });

  it("refuses short names, other ids, and repositories that follow nothing", async () => {
    const wrong = [{}, { ref: "main" }, { ref: "refs/" }, { ref: main, sha: "abc" }, { ref: main, wait: "yes" }];
    for (const body of wrong) expect(await sync(inbound.path, body)).toMatchObject({ status: 400, body: { code: 3 } });
    const outbound = await made("leading", "outbound");
    expect(await sync(outbound.path, { ref: main })).toMatchObject(failedPrecondition);
    expect(await sync((await harness.create("dormant")).path, { ref: main })).toMatchObject(failedPrecondition);
  });

  it("comes by itself as time goes by, forced moves, deep names and a new default branch included", async () => {
    const { path, dir, params } = await made("following", "inbound");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:side");
    await sync(path, { ref: main, wait: true });
    await git(harness.work, "push", "--quiet", "origin", ":side", "HEAD:side/deep");
    await git(harness.work, "commit", "--quiet", "--amend", "--message=Otherwise");
    await git(harness.work, "push", "--quiet", "--force", "origin", "HEAD:main", "HEAD:trunk");
    await git(harness.source.dir, "symbolic-ref", "HEAD", "refs/heads/trunk");
    const id = await tip(harness.work, "HEAD");
    harness.clock.advance(61_000);
    await expect
      .poll(async () => (await send("GET", path)).body, { timeout: 10_000 })
      .toMatchObject({ defaultBranch: "trunk" });
    expect(await tip(dir, main)).toBe(id);
    expect(await tip(dir, "refs/heads/side/deep")).toBe(await tip(harness.source.dir, "refs/heads/side/deep"));
    await expect(tip(dir, "refs/heads/side")).rejects.toThrow();
    await git(harness.source.dir, "symbolic-ref", "HEAD", main);
    await git(harness.work, "push", "--quiet", "origin", ":trunk", ":side/deep");
    expect(params.repoName).toBe("following");
  });
});

describe("an outbound mirror", () => {
  it("H-MIRROR-48 takes every write again, and its source gets what is pushed to it", async () => {
    const { test, source } = harness;
    const { path, params, dir } = await made("open", "outbound");
    const { token } = await installedApp(test, {
      scopes: ["repository:contents:write", "repository:labels:write"],
      repositories: ["open"],
    });
    const label = { name: "bug", color: "ff0000" };
    expect(await send("POST", `${path}/labels`, { key: token, body: label })).toMatchObject({ status: 200 });
    expect(await send("PATCH", path, { body: { deleteBranchOnMerge: true } })).toMatchObject({ status: 200 });
    const clone = `${source.folder}/open`;
    const url = new URL(`${test.url}/${params.ownerSlug}/${params.repoName}.git`);
    url.username = "x-access-token";
    url.password = token;
    await git(source.folder, "clone", "--quiet", url.href, clone);
    const id = await commitFile(clone, "here.txt", "here\n");
    await git(clone, "push", "--quiet", "origin", "HEAD:main", "HEAD:refs/tags/here", "HEAD:extra");
    await expect.poll(() => tip(source.dir, "refs/tags/here").catch(() => ""), { timeout: 10_000 }).toBe(id);
    expect(await tip(source.dir, main)).toBe(id);
    await git(clone, "push", "--quiet", "origin", ":extra", ":refs/tags/here");
    await expect.poll(() => git(source.dir, "for-each-ref", "refs/tags/here"), { timeout: 10_000 }).toBe("");
    expect(await tip(dir, main)).toBe(id);
    await git(harness.work, "fetch", "--quiet", "origin");
    await git(harness.work, "reset", "--quiet", "--hard", "origin/main");
  });
});

describe("Detach Repo Mirror", () => {
  const detach = (path: string, key?: string) => send("DELETE", `${path}/mirror`, key ? { key } : {});

  it("H-MIRROR-16 H-MIRROR-19 H-MIRROR-20 H-MIRROR-22 H-MIRROR-23 H-MIRROR-24 leaves a native repository with its contents, and nothing of the source", async () => {
    const { test } = harness;
    const credential = { username: "x-access-token", password: "writer" };
    const { path, dir, params, id } = await harness.create("cut", { credential });
    await harness.turn(params, "initial_to_inbound");
    const before = await tip(dir, main);
    expect(await detach(path)).toMatchObject({ status: 204, body: "" });
    expect((await send("GET", path)).body).not.toHaveProperty("mirror");
    const [row] = await test.service.db.select().from(mirrors).where(eq(mirrors.repositoryId, id));
    expect(row).toMatchObject({ credential: null, detachedAt: expect.any(Number) });
    await publish("after-detach.txt");
    harness.clock.advance(24 * 60 * 60_000);
    await test.service.mirrors.tick();
    expect(await sync(path, { ref: main, wait: true })).toMatchObject(failedPrecondition);
    expect(await tip(dir, main)).toBe(before);
    expect(await git(dir, "for-each-ref", "refs/internal/mirror")).toBe("");
    expect(await send("POST", `${path}/git/refs`, { body: { ref: "heads/mine", sha: before } })).toMatchObject({
      status: 200,
    });
    expect(await detach(path)).toMatchObject({ status: 204 });
  });

  it("H-MIRROR-21 refuses a repository that never was a mirror", async () => {
    await send("POST", "/v1/repohost/repos/acme", { body: { name: "plain" } });
    expect(await detach("/v1/repohost/repos/acme/plain")).toMatchObject(failedPrecondition);
  });

  it("H-MIRROR-17 is for people who administer the repository", async () => {
    const { path } = await harness.create("kept");
    const member = await addPerson(harness.test.service, { email: "member@cut.test", teamId: 1 });
    const named = { status: 403, body: { message: expect.stringContaining("repository:mirror:delete") } };
    expect(await detach(path, member.key)).toMatchObject(named);
    const { token } = await installedApp(harness.test, { scopes: ["repository:mirror:delete"] });
    expect(await detach(path, token)).toMatchObject(named);
  });

  it("ends a transition that is under way", async () => {
    const { path, params } = await harness.create("halfway");
    harness.cut();
    await send("POST", `${path}/mirror:transition`, { body: { transition: "initial_to_inbound" } });
    expect(await detach(path)).toMatchObject({ status: 204 });
    harness.connect();
    expect(await harness.settled(params)).toMatchObject({ status: "superseded" });
  });
});

describe("transition jobs", () => {
  it("H-MIRROR-28 H-MIRROR-31 H-MIRROR-32 shows the active and the last one, and nothing where there was none", async () => {
    const { path, params } = await harness.create("watched");
    const read = async () => (await send("GET", `${path}/mirror/transition-jobs:active`)).body;
    expect(await read()).toEqual({});
    harness.cut();
    await send("POST", `${path}/mirror:transition`, { body: { transition: "initial_to_inbound" } });
    expect(await read()).toMatchObject({ activeJob: { transition: "initial_to_inbound" } });
    expect(await read()).not.toHaveProperty("lastJob");
    harness.connect();
    const job = await harness.settled(params);
    expect(await read()).toEqual({ lastJob: job });
  });

  it("H-MIRROR-26 H-MIRROR-29 H-MIRROR-38 can be read with the scopes that hold for every mirror, and not without", async () => {
    const { path, params } = inbound;
    const job = await harness.settled(params);
    const { mint } = await installedApp(harness.test, {
      scopes: ["repository:metadata:read", "repository:contents:read", "repository:labels:read"],
    });
    const jobs = `${path}/mirror/transition-jobs`;
    const metadata = await mint({ scopes: ["repository:metadata:read"] });
    expect(await send("GET", `${jobs}/${job.id}`, { key: metadata })).toMatchObject({ status: 200 });
    expect(await send("GET", `${jobs}:active`, { key: metadata })).toMatchObject({ status: 200 });
    expect(await sync(path, { ref: main }, metadata)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("repository:contents:read") },
    });
    const contents = await mint({ scopes: ["repository:contents:read"] });
    expect(await sync(path, { ref: main }, contents)).toMatchObject({ status: 202 });
    const labels = await mint({ scopes: ["repository:labels:read"] });
    const refused = { status: 403, body: { message: expect.stringContaining("repository:metadata:read") } };
    const answers = [
      await send("GET", `${jobs}/${job.id}`, { key: labels }),
      await send("GET", `${jobs}:active`, { key: labels }),
    ];
    // Every installation holds the scope by itself; a token may be narrowed to leave it out.
    for (const answer of answers) expect(answer).toMatchObject(refused);
  });

  it("are those of their repository alone", async () => {
    const job = await harness.settled(inbound.params);
    const other = await harness.create("elsewhere");
    expect(await send("GET", `${other.path}/mirror/transition-jobs/${job.id}`)).toMatchObject({ status: 404 });
    expect(await send("GET", `${inbound.path}/mirror/transition-jobs/rmt_none`)).toMatchObject({ status: 404 });
  });
});

describe("points", () => {
  it.each([
    ["H-MIRROR-04", "transitionRepoMirror", 10],
    ["H-MIRROR-11", "forceRepoMirrorCutover", 10],
    ["H-MIRROR-18", "detachRepoMirror", 5],
    ["H-MIRROR-27", "getMirrorTransitionJob", 1],
    ["H-MIRROR-30", "getActiveMirrorTransitionJob", 1],
  ])("%s %s costs %i", async (_rule, id, points) => {
    const { operation } = operations.find((each) => each.operation.id === id) ?? {};
    const path = operation?.path
      .replace("{ownerSlug}", "acme")
      .replace("{repoName}", "inbound")
      .replace("{jobId}", "rmt_none");
    // What is refused for its state has been charged like what succeeds; a cutover of an inbound mirror is.
    const body = id === "transitionRepoMirror" ? { transition: "initial_to_inbound" } : {};
    const wasted = id === "detachRepoMirror" ? path?.replace("inbound", "plain") : path;
    const limits = async () => Object((await send("GET", "/v1/repohost/rate_limit")).body).rate.used;
    const before = await limits();
    const method = operation?.method ?? "GET";
    await send(method, wasted ?? "", method === "POST" ? { body } : {});
    expect((await limits()) - before).toBe(points);
  });
});

describe("a mirror that is no stable outbound one", () => {
  it("H-MIRROR-42 H-MIRROR-43 is listed with an installation and can be named by its tokens", async () => {
    const { mint } = await installedApp(harness.test, { scopes: ["repository:contents:read"] });
    const token = await mint({ repositoryIds: [inbound.id] });
    const { body } = await send("GET", "/v1/repohost/installation/repos", { key: token });
    expect(body).toMatchObject({ repositories: [{ id: inbound.id, mirror: { status: "inbound" } }] });
  });

  it("H-MIRROR-45 H-MIRROR-46 lets apps read metadata and contents, and refuses them all else", async () => {
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
      const answer = await send(operation.method, path, {
        key: token,
        ...(operation.body ? { body: {} } : {}),
      });
      const isRead = operation.scopes.every((scope) => allowed.has(scope));
      const seen = [operation.id, answer.status];
      if (isRead) expect(seen).not.toEqual([operation.id, 403]);
      else expect(seen).toEqual([operation.id, 403]);
    }
    const elsewhere = await installedApp(harness.test, {
      scopes: ["repository:labels:read"],
      repositories: ["plain"],
    });
    expect(await send("GET", `${inbound.path}/labels`, { key: elsewhere.token })).toMatchObject({ status: 404 });
  });

  it("H-MIRROR-47 refuses pushes with 403, whoever pushes, and serves clones", async () => {
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

  it("has no agents, whose work nobody could push: creating one is refused, naming the repository", async () => {
    const repo = (url: string) => ({ prompt: { text: "Look" }, repos: [{ url }] });
    const origin = harness.test.service.settings.gitUrl;
    const refused = await send("POST", "/v1/agents", { body: repo(`${origin}/acme/inbound`) });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: "repository_access", field: "repos.0.url", message: expect.stringContaining("mirror") } },
    });
    expect(await send("POST", "/v1/agents", { body: repo(`${origin}/acme/plain`) })).toMatchObject({ status: 201 });
  });

  it("H-REPO-19 H-REPO-20 H-REF-17 H-MERGE-20 refuses people what would change its contents", async () => {
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

describe("a crash", () => {
  it("costs nothing: the next start goes on with the transition, and database and git agree", async () => {
    const { test } = harness;
    const { path, params } = await harness.create("crashed");
    harness.cut();
    await send("POST", `${path}/mirror:transition`, { body: { transition: "initial_to_inbound" } });
    await test.restart();
    harness.connect();
    expect(await harness.settled(params)).toMatchObject({ status: "succeeded" });
    const problems: string[] = [];
    await checkRepositories(test.service, (subject, problem) => problems.push(`${subject} ${problem}`));
    expect(problems).toEqual([]);
  });
});
