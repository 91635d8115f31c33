import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git } from "@/git/testing/git-fixture";
import { operations } from "@/service/operations.generated";
import { mirrors } from "../../core/store/tables/mirrors";
import { checkRepositories } from "../../verify/check-repositories";
import { installedApp } from "../installations/testing/installation-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { findMirror } from "./mirror-row";
import { type MirrorHarness, startMirrorHarness } from "./testing/mirror-fixture";

let harness: MirrorHarness;
type CreatedMirror = Awaited<ReturnType<MirrorHarness["create"]>>;
/** Remains inbound, for read-only tests. */
let inbound: CreatedMirror;
beforeAll(async () => {
  harness = await startMirrorHarness();
  inbound = await createMirrorAs("inbound", "inbound");
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

it("has no mirror to show for a repository that has never been one, and doesn't change it", async () => {
  const created = await send("POST", "/v1/repohost/repos/acme", { body: { name: "plain" } });
  const { id } = Object(created.body);
  const admin = { key: harness.test.keys.admin };
  const shown = await send("GET", `/admin/v1/repositories/${id}/mirror`, admin);
  expect([shown.status, shown.body]).toEqual([200, {}]);
  const change = { ...admin, body: { upstreamAdmins: [] } };
  expect(await send("PATCH", `/admin/v1/repositories/${id}/mirror`, change)).toMatchObject({
    status: 404,
    body: { error: { code: "mirror_not_found" } },
  });
  expect(await send("GET", "/admin/v1/repositories/repo_none/mirror", admin)).toMatchObject({
    status: 404,
    body: { error: { code: "repository_not_found" } },
  });
});

describe("Create Mirror", () => {
  it("rejects unknown namespaces and names that are taken, ignoring case", async () => {
    const create = (slug: string) =>
      send("POST", `/admin/v1/namespaces/${slug}/mirrors`, {
        key: harness.test.keys.admin,
        body: { name: "INBOUND", url: harness.url, upstreamAdmins: [] },
      });
    expect(await create("none")).toMatchObject({ status: 404, body: { error: { code: "namespace_not_found" } } });
    expect(await create("acme")).toMatchObject({ status: 409, body: { error: { code: "name_taken", field: "name" } } });
  });
});

describe("Update Mirror", () => {
  const patch = (id: string, body: object) =>
    send("PATCH", `/admin/v1/repositories/${id}/mirror`, { key: harness.test.keys.admin, body });

  it("changes given fields and keeps the rest", async () => {
    const { id } = await harness.create("settings");
    const url = harness.url.replace("widgets", "gadgets");
    const credential = { username: "x-access-token", password: "reader" };
    expect(await patch(id, { url, credential })).toMatchObject({
      status: 200,
      body: { url, hasCredential: true, upstreamAdmins: ["admin@localhost"] },
    });
    expect((await patch(id, { upstreamAdmins: [] })).body).toMatchObject({
      url,
      hasCredential: true,
      upstreamAdmins: [],
    });
    expect((await patch(id, { credential: null })).body).toMatchObject({ url, hasCredential: false });
    const invalid = await patch(id, { url: "http://git.example.com/x" });
    expect(invalid).toMatchObject({ status: 400, body: { error: { field: "url" } } });
  });

  it("rejects a detached mirror", async () => {
    const { id, path } = await harness.create("parted");
    expect((await send("DELETE", `${path}/mirror`)).status).toBe(204);
    expect(await patch(id, { upstreamAdmins: [] })).toMatchObject({
      status: 409,
      body: { error: { code: "mirror_detached" } },
    });
    const { body } = await send("GET", `/admin/v1/repositories/${id}/mirror`, { key: harness.test.keys.admin });
    expect(body).toMatchObject({ mirror: { status: "detached", upstreamAdmins: ["admin@localhost"] } });
  });
});

describe("Sync Mirror", () => {
  it("H-MIRROR-37 H-MIRROR-39 H-MIRROR-40 returns 200 once it matches the upstream", { tags: ["long"] }, async () => {
    const { path, dir } = inbound;
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
    // Existing commits don't require the upstream.
    harness.disconnect();
    expect(await sync(path, { ref: main, sha: id })).toMatchObject({ status: 200, body: { synced: true } });
    harness.connect();
  });

  it("H-MIRROR-41 returns 202 while it isn't synced: at once, or after a failed attempt", async () => {
    const { path, id } = inbound;
    harness.disconnect();
    const pending = { status: 202, body: { synced: false } };
    expect(await sync(path, { ref: main })).toMatchObject(pending);
    expect(await sync(path, { ref: main, sha: "0123456789abcdef0123456789abcdef01234567" })).toMatchObject(pending);
    expect(await sync(path, { ref: main, wait: true })).toMatchObject(pending);
    const result = await send("GET", `/admin/v1/repositories/${id}/mirror`, { key: harness.test.keys.admin });
    expect(result.body).toMatchObject({ mirror: { status: "inbound", lastErrorCode: "UpstreamUnreachable" } });
    harness.connect();
    expect(await sync(path, { ref: main, wait: true })).toMatchObject({ status: 200 });
    const later = await send("GET", `/admin/v1/repositories/${id}/mirror`, { key: harness.test.keys.admin });
    expect(later.body).toMatchObject({ mirror: { status: "inbound" } });
    expect(later.body).not.toHaveProperty("mirror.lastErrorCode");
  });

  it("returns 202 after the timeout while the upstream doesn't respond", async () => {
    const { path } = await createMirrorAs("slow", "inbound");
    const attempt = harness.hold();
    const waiting = sync(path, { ref: main, wait: true });
    await attempt.started;
    await expect
      .poll(() => {
        harness.clock.advance(60_000);
        return Promise.race([waiting, undefined]);
      })
      .toMatchObject({ status: 202, body: { synced: false } });
    attempt.fail();
    harness.connect();
  });

  it("syncs again at once if a request arrives while a sync is failing", async () => {
    const { path, id } = await createMirrorAs("failing", "inbound");
    const attempt = harness.hold();
    expect(await sync(path, { ref: main })).toMatchObject({ status: 202 });
    await attempt.started;
    harness.connect();
    const waiting = sync(path, { ref: main, wait: true });
    await expect.poll(async () => (await findMirror(harness.test.service.db, id))?.requestedSyncs).toBe(2);
    attempt.fail();
    // The clock isn't advanced, so a retry after a delay would come too late.
    expect(await waiting).toMatchObject({ status: 200, body: { synced: true } });
  });

  it("rejects short names, invalid ids, and repositories that aren't inbound mirrors", { tags: ["long"] }, async () => {
    const wrong = [{}, { ref: "main" }, { ref: "refs/" }, { ref: main, sha: "abc" }, { ref: main, wait: "yes" }];
    for (const body of wrong) expect(await sync(inbound.path, body)).toMatchObject({ status: 400, body: { code: 3 } });
    const outbound = await createMirrorAs("outbound", "outbound");
    expect(await sync(outbound.path, { ref: main })).toMatchObject(failedPrecondition);
    expect(await sync((await harness.create("dormant")).path, { ref: main })).toMatchObject(failedPrecondition);
  });

  it("runs periodically, including force pushes, nested names and a new default branch", {
    tags: ["long"],
  }, async () => {
    const { path, dir } = await createMirrorAs("periodic", "inbound");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:side");
    await sync(path, { ref: main, wait: true });
    await git(harness.work, "push", "--quiet", "origin", ":side", "HEAD:side/deep");
    await git(harness.work, "commit", "--quiet", "--amend", "--message=Amended");
    await git(harness.work, "push", "--quiet", "--force", "origin", "HEAD:main", "HEAD:trunk");
    await git(harness.source.dir, "symbolic-ref", "HEAD", "refs/heads/trunk");
    const id = await tip(harness.work, "HEAD");
    harness.clock.advance(61_000);
    await expect.poll(async () => (await send("GET", path)).body).toMatchObject({ defaultBranch: "trunk" });
    expect(await tip(dir, main)).toBe(id);
    expect(await tip(dir, "refs/heads/side/deep")).toBe(await tip(harness.source.dir, "refs/heads/side/deep"));
    await expect(tip(dir, "refs/heads/side")).rejects.toThrow();
    await git(harness.source.dir, "symbolic-ref", "HEAD", main);
    await git(harness.work, "push", "--quiet", "origin", ":trunk", ":side/deep");
  });
});

describe("an outbound mirror", () => {
  it("H-MIRROR-48 accepts all writes and pushes them upstream", { tags: ["long"] }, async () => {
    const { test, source } = harness;
    const { path, params, dir } = await createMirrorAs("open", "outbound");
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
    await expect.poll(() => tip(source.dir, "refs/tags/here").catch(() => "")).toBe(id);
    expect(await tip(source.dir, main)).toBe(id);
    await git(clone, "push", "--quiet", "origin", ":extra", ":refs/tags/here");
    await expect.poll(() => git(source.dir, "for-each-ref", "refs/tags/here")).toBe("");
    expect(await tip(dir, main)).toBe(id);
    await git(harness.work, "fetch", "--quiet", "origin");
    await git(harness.work, "reset", "--quiet", "--hard", "origin/main");
  });
});

describe("Detach Repo Mirror", () => {
  const detach = (path: string, key?: string) => send("DELETE", `${path}/mirror`, key ? { key } : {});

  it("H-MIRROR-16 H-MIRROR-19 H-MIRROR-20 H-MIRROR-22 H-MIRROR-23 H-MIRROR-24 leaves a native repository with its contents, without upstream refs", {
    tags: ["long"],
  }, async () => {
    const { test } = harness;
    const credential = { username: "x-access-token", password: "writer" };
    const { path, dir, params, id } = await harness.create("cut", { credential });
    await harness.runTransition(params, "initial_to_inbound");
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

  it("H-MIRROR-21 rejects a repository that has never been a mirror", async () => {
    await send("POST", "/v1/repohost/repos/acme", { body: { name: "plain" } });
    expect(await detach("/v1/repohost/repos/acme/plain")).toMatchObject(failedPrecondition);
  });

  it("H-MIRROR-17 requires repository admin", async () => {
    const { path } = await harness.create("kept");
    const member = await addUser(harness.test.service, { email: "member@cut.test", teamId: 1 });
    const named = { status: 403, body: { message: expect.stringContaining("repository:mirror:delete") } };
    expect(await detach(path, member.key)).toMatchObject(named);
    const { token } = await installedApp(harness.test, { scopes: ["repository:mirror:delete"] });
    expect(await detach(path, token)).toMatchObject(named);
  });

  it("ends an active transition", async () => {
    const { path, params } = await harness.create("halfway");
    harness.disconnect();
    await send("POST", `${path}/mirror:transition`, { body: { transition: "initial_to_inbound" } });
    expect(await detach(path)).toMatchObject({ status: 204 });
    harness.connect();
    expect(await harness.waitForJob(params)).toMatchObject({ status: "superseded" });
  });
});

describe("transition jobs", () => {
  it("H-MIRROR-28 H-MIRROR-31 H-MIRROR-32 returns the active and the last job, if any", async () => {
    const { path, params } = await harness.create("watched");
    const read = async () => (await send("GET", `${path}/mirror/transition-jobs:active`)).body;
    expect(await read()).toEqual({});
    harness.disconnect();
    await send("POST", `${path}/mirror:transition`, { body: { transition: "initial_to_inbound" } });
    expect(await read()).toMatchObject({ activeJob: { transition: "initial_to_inbound" } });
    expect(await read()).not.toHaveProperty("lastJob");
    harness.connect();
    const job = await harness.waitForJob(params);
    expect(await read()).toEqual({ lastJob: job });
  });

  it("H-MIRROR-26 H-MIRROR-29 H-MIRROR-38 can be read with the scopes allowed on every mirror", async () => {
    const { path, params } = inbound;
    const job = await harness.waitForJob(params);
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
    const rejected = { status: 403, body: { message: expect.stringContaining("repository:metadata:read") } };
    const responses = [
      await send("GET", `${jobs}/${job.id}`, { key: labels }),
      await send("GET", `${jobs}:active`, { key: labels }),
    ];
    // Every installation has the scope implicitly, but a token can be limited to exclude it.
    for (const response of responses) expect(response).toMatchObject(rejected);
  });

  it("belong to one repository", async () => {
    const job = await harness.waitForJob(inbound.params);
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
    // Requests rejected because of the state are charged too, like the cutover of an inbound mirror here.
    const body = id === "transitionRepoMirror" ? { transition: "initial_to_inbound" } : {};
    const wasted = id === "detachRepoMirror" ? path?.replace("inbound", "plain") : path;
    const limits = async () => Object((await send("GET", "/v1/repohost/rate_limit")).body).rate.used;
    const before = await limits();
    const method = operation?.method ?? "GET";
    await send(method, wasted ?? "", method === "POST" ? { body } : {});
    expect((await limits()) - before).toBe(points);
  });
});

describe("a crash", () => {
  it("loses nothing: the next start continues the transition, and database and git agree", {
    tags: ["long"],
  }, async () => {
    const { test } = harness;
    const { path, params } = await harness.create("crashed");
    harness.disconnect();
    await send("POST", `${path}/mirror:transition`, { body: { transition: "initial_to_inbound" } });
    await test.restart();
    harness.connect();
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    const problems: string[] = [];
    await checkRepositories(test.service, (subject, problem) => problems.push(`${subject} ${problem}`));
    expect(problems).toEqual([]);
  });
});
