import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git } from "@/git/testing/git-fixture";
import { mirrorJobStatuses } from "@/lib/contract/hosting/mirror";
import { transitionRepoMirror } from "@/lib/contract/hosting/mirrors/transition-repo-mirror";
import { mirrorJobs, mirrors } from "../../core/store/tables/mirrors";
import { installedApp } from "../installations/testing/installation-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { type Address, type MirrorHarness, startMirrorHarness } from "./testing/mirror-fixture";

let harness: MirrorHarness;
beforeAll(async () => {
  harness = await startMirrorHarness();
});
afterAll(() => harness.close());

const tip = (dir: string, ref: string) => git(dir, "rev-parse", "--verify", ref);
const transitionPath = ({ repoName }: Address) => `/v1/repohost/repos/acme/${repoName}/mirror:transition`;
const request = (params: Address, transition: unknown, key?: string) =>
  harness.test.send("POST", transitionPath(params), { body: { transition }, ...(key ? { key } : {}) });
const status = async (path: string) => {
  const { body } = await harness.test.send("GET", path);
  return Object(body).mirror?.status;
};
const failedPrecondition = { status: 400, body: { code: 9 } };
/** Creates a mirror and transitions it to `inbound` or `outbound`. */
async function mirror(name: string, as: "inbound" | "outbound") {
  const created = await harness.create(name);
  expect(await harness.runTransition(created.params, "initial_to_inbound")).toMatchObject({ status: "succeeded" });
  if (as === "outbound") {
    expect(await harness.runTransition(created.params, "inbound_to_outbound")).toMatchObject({ status: "succeeded" });
  }
  return created;
}

describe("Transition Repo Mirror", () => {
  it("H-MIRROR-01 H-MIRROR-08 H-MIRROR-33 H-MIRROR-25 returns the job, shows the transition status, and fetches all branches and tags", async () => {
    await git(harness.work, "tag", "v1");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:deep/branch", "v1");
    const { params, path, dir } = await harness.create("first");
    expect(await status(path)).toBeUndefined();
    harness.disconnect();
    const response = await request(params, "initial_to_inbound");
    const job = { transition: "initial_to_inbound", status: "queued", phase: "queued", attemptCount: 0 };
    expect(response).toMatchObject({
      status: 200,
      body: { ...job, id: expect.stringMatching(/^rmt_/), job, repository: { name: "first" } },
    });
    expect(await status(path)).toBe("transitioning-initial-to-inbound");
    harness.connect();
    const ended = await harness.waitForJob(params);
    expect(ended).toMatchObject({ id: Object(response.body).id, status: "succeeded", phase: "completed" });
    expect(await harness.test.send("GET", `${path}/mirror/transition-jobs/${ended.id}`)).toMatchObject({
      status: 200,
      body: ended,
    });
    expect(await status(path)).toBe("inbound");
    for (const ref of ["refs/heads/main", "refs/heads/deep/branch", "refs/tags/v1"]) {
      expect(await tip(dir, ref)).toBe(await tip(harness.source.dir, ref));
    }
    const { body } = await harness.test.send("GET", path);
    expect(body).toMatchObject({ mirror: { source: "git", sourceId: "acme/widgets" }, defaultBranch: "main" });
  });

  it("H-MIRROR-05 requires one of the three transitions", async () => {
    const { params } = await harness.create("picky");
    for (const body of [{}, { transition: "outbound" }, { transition: null }]) {
      expect(await harness.test.send("POST", transitionPath(params), { body })).toMatchObject({
        status: 400,
        body: { code: 3, details: [{ fieldViolations: [{ field: "transition" }] }, {}] },
      });
    }
  });

  it("H-MIRROR-06 H-MIRROR-07 rejects a wrong start status and a second job", async () => {
    const { params } = await harness.create("started");
    expect(await request(params, "inbound_to_outbound")).toMatchObject(failedPrecondition);
    expect(await request(params, "outbound_to_inbound")).toMatchObject(failedPrecondition);
    harness.disconnect();
    const all = await Promise.all(Array.from({ length: 8 }, () => request(params, "initial_to_inbound")));
    expect(all.map((response) => response.status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await request(params, "initial_to_inbound")).toMatchObject(failedPrecondition);
    harness.connect();
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    expect(await request(params, "initial_to_inbound")).toMatchObject(failedPrecondition);
    const native = await harness.test.send("POST", "/v1/repohost/repos/acme", { body: { name: "native" } });
    expect(native.status).toBe(200);
    const address = { ownerSlug: "acme", repoName: "native" };
    expect(await request(address, "initial_to_inbound")).toMatchObject(failedPrecondition);
  });

  it("H-MIRROR-02 H-MIRROR-03 H-MIRROR-10 requires admin of the repository and its upstream", async () => {
    const { params, path, id } = await harness.create("guarded");
    const { test } = harness;
    const admin = await addUser(test.service, { email: "other@acme.test", teamId: 1, isTeamAdmin: true });
    const member = await addUser(test.service, { email: "member@acme.test", teamId: 1 });
    const stranger = await addUser(test.service, { email: "stranger@example.test" });
    for (const [verb, body] of [
      ["transition", { transition: "initial_to_inbound" }],
      ["forceCutover", {}],
    ] as const) {
      const as = (key: string) => test.send("POST", `${path}/mirror:${verb}`, { key, body });
      expect(await as(admin.key)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("upstream") },
      });
      expect(await as(member.key)).toMatchObject({ status: 403 });
      expect(await as(stranger.key)).toMatchObject({ status: 404 });
      const scopes = ["repository:mirror:write", "repository:metadata:read"];
      const { token } = await installedApp(test, { scopes });
      const expected = { status: 403, body: { message: expect.stringContaining("repository:mirror:write") } };
      expect(await as(token)).toMatchObject(expected);
      expect(await as(member.key)).toMatchObject(expected);
    }
    expect(transitionRepoMirror.scopes).toEqual(["repository:mirror:write"]);
    const jobs = await test.service.db.select().from(mirrorJobs).where(eq(mirrorJobs.repositoryId, id));
    expect(jobs).toEqual([]);
    const changed = { upstreamAdmins: ["other@acme.test"] };
    const response = await test.send("PATCH", `/admin/v1/repositories/${id}/mirror`, {
      key: test.keys.admin,
      body: changed,
    });
    expect(response).toMatchObject({ status: 200, body: changed });
    expect(await request(params, "initial_to_inbound", admin.key)).toMatchObject({ status: 200 });
    await harness.waitForJob(params);
  });

  it("H-MIRROR-35 retries while the upstream is unreachable, then rolls back", { tags: ["long"] }, async () => {
    const { params, path } = await harness.create("away");
    harness.disconnect();
    const job = await harness.runTransition(params, "initial_to_inbound");
    expect(job).toMatchObject({
      status: "failed_rolled_back",
      attemptCount: 3,
      lastErrorCode: "UpstreamUnreachable",
      lastErrorMessage: "Couldn't reach the upstream",
    });
    expect(await status(path)).toBeUndefined();
    harness.connect();
    const next = await harness.runTransition(params, "initial_to_inbound");
    expect(next.status).toBe("succeeded");
    expect(next).not.toHaveProperty("lastErrorCode");
  });

  it("doesn't become outbound with a read-only credential", { tags: ["long"] }, async () => {
    const { params, path } = await mirror("reading", "inbound");
    harness.connect("reader");
    expect(await harness.runTransition(params, "inbound_to_outbound")).toMatchObject({
      status: "failed_rolled_back",
      lastErrorCode: "UpstreamAccessDenied",
      attemptCount: 1,
    });
    expect(await status(path)).toBe("inbound");
    harness.connect();
  });

  it("updates the upstream before becoming inbound again, and stores the credential encrypted", {
    tags: ["long"],
  }, async () => {
    const { test, source } = harness;
    harness.connect("reader");
    const credential = { username: "x-access-token", password: "writer" };
    const { params, path, dir, id } = await harness.create("turning", { credential });
    const [row] = await test.service.db.select().from(mirrors).where(eq(mirrors.repositoryId, id));
    expect(row?.credential?.toString("latin1")).not.toContain("writer");
    await harness.runTransition(params, "initial_to_inbound");
    expect(await harness.runTransition(params, "inbound_to_outbound")).toMatchObject({ status: "succeeded" });
    const sha = await tip(dir, "refs/heads/main");
    await test.send("POST", `${path}/git/refs`, { body: { ref: "refs/heads/local", sha } });
    expect(await harness.runTransition(params, "outbound_to_inbound")).toMatchObject({ status: "succeeded" });
    expect(await tip(source.dir, "refs/heads/local")).toBe(sha);
    expect(await status(path)).toBe("inbound");
    await git(harness.work, "push", "--quiet", "origin", ":local");
    harness.connect();
  });
});

describe("Force Repo Mirror Cutover", () => {
  const force = (path: string) => harness.test.send("POST", `${path}/mirror:forceCutover`, { body: {} });

  it("H-MIRROR-09 H-MIRROR-12 replaces an outbound mirror's refs with the upstream's", { tags: ["long"] }, async () => {
    const { path, params, dir } = await mirror("forced", "outbound");
    const sha = await tip(dir, "refs/heads/main");
    harness.disconnect();
    await harness.test.send("POST", `${path}/git/refs`, { body: { ref: "refs/heads/local-only", sha } });
    expect(await force(path)).toMatchObject({ status: 200, body: { transition: "outbound_to_inbound" } });
    harness.connect();
    const job = await harness.waitForJob(params);
    expect(job).toMatchObject({ status: "succeeded" });
    expect(await status(path)).toBe("inbound");
    await expect(tip(dir, "refs/heads/local-only")).rejects.toThrow();
    expect(await tip(dir, `refs/internal/mirror-snapshots/${job.id}/heads/local-only`)).toBe(sha);
    expect(await git(harness.source.dir, "branch", "--list", "local-only")).toBe("");
  });

  it("H-MIRROR-13 H-MIRROR-14 works when a transition is stuck, and supersedes its job", {
    tags: ["long"],
  }, async () => {
    const { path, params, dir } = await mirror("stuck", "outbound");
    // An upstream commit that the mirror must neither lose nor overwrite.
    await git(harness.work, "checkout", "--quiet", "--detach", "origin/main");
    const upstreamSha = await commitFile(harness.work, "upstream.txt", "upstream\n");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:main");
    const stuck = await harness.runTransition(params, "outbound_to_inbound");
    expect(stuck).toMatchObject({ status: "requires_attention", lastErrorCode: "MirrorIntegrityMismatch" });
    expect(await status(path)).toBe("transitioning-outbound-to-inbound");
    expect(await request(params, "outbound_to_inbound")).toMatchObject(failedPrecondition);
    expect(await force(path)).toMatchObject({ status: 200 });
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    expect(await tip(dir, "refs/heads/main")).toBe(upstreamSha);
    const found = await harness.test.send("GET", `${path}/mirror/transition-jobs/${stuck.id}`);
    expect(found.body).toMatchObject({ status: "superseded", completedAt: expect.any(String) });
  });

  it("H-MIRROR-15 is rejected in every other status", { tags: ["long"] }, async () => {
    const { path, params } = await harness.create("unready");
    expect(await force(path)).toMatchObject(failedPrecondition);
    harness.disconnect();
    await request(params, "initial_to_inbound");
    expect(await force(path)).toMatchObject(failedPrecondition);
    harness.connect();
    await harness.waitForJob(params);
    expect(await force(path)).toMatchObject(failedPrecondition);
    await harness.runTransition(params, "inbound_to_outbound");
    harness.disconnect();
    await request(params, "outbound_to_inbound");
    expect(await force(path)).toMatchObject(failedPrecondition);
    harness.connect();
    await harness.waitForJob(params);
  });

  it("H-MIRROR-34 only uses job statuses from the specification", { tags: ["long"] }, async () => {
    const rows = await harness.test.service.db.select({ status: mirrorJobs.status }).from(mirrorJobs);
    const found = [...new Set(rows.map((row) => row.status))].sort();
    expect(found).toEqual(["failed_rolled_back", "succeeded", "superseded"]);
    expect([...mirrorJobStatuses].sort()).toEqual([
      "failed_rolled_back",
      "queued",
      "requires_attention",
      "running",
      "succeeded",
      "superseded",
    ]);
  });

  it("a transition that requires attention continues after an administrator updates the mirror", {
    tags: ["long"],
  }, async () => {
    const { path, params, id } = await mirror("attended", "outbound");
    const sha = await git(harness.work, "rev-parse", "origin/main");
    await git(harness.work, "push", "--quiet", "origin", `${sha}:refs/heads/surplus`);
    expect(await harness.runTransition(params, "outbound_to_inbound")).toMatchObject({ status: "requires_attention" });
    await git(harness.work, "push", "--quiet", "origin", ":surplus");
    const admin = { key: harness.test.keys.admin, body: {} };
    expect(await harness.test.send("PATCH", `/admin/v1/repositories/${id}/mirror`, admin)).toMatchObject({
      status: 200,
    });
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    expect(await status(path)).toBe("inbound");
  });
});
