import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CheckSuiteInput } from "@/lib/contract/hosting/check";
import { isoTime } from "@/lib/core/clock";
import { type Checks, type Posted, startChecks } from "./testing/check-fixture";

let checks: Checks;
let sha: string;

beforeAll(async () => {
  checks = await startChecks();
});
afterAll(() => checks.close());

const post = (run: object = {}, suite: object = {}) => checks.app.post({ sha, run, suite });
const read = async (id: string) => (await checks.request("GET", `check-runs/${id}`)).body;
const invalid = (field: string) => ({
  status: 400,
  body: { code: 3, details: [{ fieldViolations: [{ field }] }, {}] },
});
const send = (run: object) => checks.app.send({ sha, run });
const completed = (conclusion: string, seconds: number, more: object = {}) => ({
  status: "completed",
  conclusion,
  externalUpdatedAt: checks.ago(seconds),
  ...more,
});

describe("Post Check Run", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "ci.example"])("rejects the details URL %s", (detailsUrl) => {
    const input = { key: "ci", name: "CI", externalId: "s" };
    expect(CheckSuiteInput.safeParse({ ...input, detailsUrl }).success).toBe(false);
    expect(CheckSuiteInput.safeParse({ ...input, detailsUrl: "https://ci.example/1" }).success).toBe(true);
  });

  it("H-CHECK-01 H-CHECK-05 H-CHECK-07 H-CHECK-11 H-CHECK-14 H-CHECK-15 H-CHECK-47: stores the run and returns it with its suite and outcome", async () => {
    sha = await checks.newHead();
    const output = { title: "Fine", summary: "**All** fine", text: "" };
    const times = { startedAt: checks.ago(90), completedAt: checks.ago(61), externalUpdatedAt: checks.ago(60) };
    const run = { ...completed("success", 60), ...times, detailsUrl: "https://ci.example/1", output };
    const { checkSuite, checkRun, outcome } = await post(run, { detailsUrl: "https://ci.example" });
    expect(outcome).toBe("created");
    const actor = { app: { id: checks.app.appId, displayName: "Builder" } };
    expect(checkSuite).toMatchObject({
      id: expect.stringMatching(/^crg_[a-z2-7]{26}$/),
      repository: { id: checks.repo.id, name: "Widgets", owner: { slug: "Acme" } },
      sha,
      key: "ci",
      name: "CI",
      externalId: "suite-1",
      detailsUrl: "https://ci.example",
      actor,
    });
    expect(checkRun).toMatchObject({
      id: expect.stringMatching(/^cr_[a-z2-7]{26}$/),
      checkSuite: { id: checkSuite.id },
      sha,
      key: "lint",
      name: "Lint",
      status: "completed",
      conclusion: "success",
      externalId: "run-1",
      isRerequestable: false,
      actor,
      ...times,
      output,
    });
    for (const absent of ["deadlineAt", "rerequestedAt", "rerequestedBy"]) expect(checkRun).not.toHaveProperty(absent);
    expect(await read(checkRun.id)).toEqual(checkRun);
    expect((await checks.request("GET", `check-suites/${checkSuite.id}`)).body).toEqual(checkSuite);
  });

  it("H-CHECK-05: accepts every conclusion, but only with status completed", async () => {
    const all = ["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", "stale"];
    for (const conclusion of all) {
      expect((await post(completed(conclusion, 60, { key: conclusion }))).checkRun.conclusion).toBe(conclusion);
    }
    const field = invalid("check_run.conclusion");
    expect(await send(completed("fine", 60))).toMatchObject(field);
    expect(await send({ status: "completed" })).toMatchObject(field);
    expect(await send({ status: "queued", conclusion: "success" })).toMatchObject(field);
  });

  it("H-CHECK-02 H-CHECK-03: accepts queued, in_progress and completed, but not rerequested", async () => {
    for (const status of ["queued", "in_progress"]) {
      const { checkRun } = await post({ key: status, status });
      expect(checkRun.status).toBe(status);
      expect(checkRun).not.toHaveProperty("conclusion");
    }
    for (const status of ["rerequested", "failing", ""]) {
      expect(await send({ status })).toMatchObject(invalid("check_run.status"));
    }
  });

  it("H-CHECK-08: rejects deadlines over 24 hours and timestamps over a minute in the future", async () => {
    const ahead = (seconds: number) => checks.ago(-seconds);
    const running = { key: "late", status: "in_progress" };
    expect(await send({ ...running, deadlineAt: ahead(24 * 3600 + 60) })).toMatchObject(
      invalid("check_run.deadline_at"),
    );
    expect(await checks.app.post({ sha, run: { ...running, deadlineAt: ahead(24 * 3600 - 60) } })).toBeDefined();
    expect(await send({ externalUpdatedAt: ahead(120), status: "queued" })).toMatchObject(
      invalid("check_run.external_updated_at"),
    );
    const done = completed("success", 1, { startedAt: checks.ago(1), completedAt: checks.ago(2) });
    expect(await send(done)).toMatchObject(invalid("check_run.completed_at"));
  });

  it("H-CHECK-09 H-CHECK-10 H-CHECK-52: keeps deadline and isRerequestable when a post omits them", async () => {
    const deadlineAt = checks.ago(-3600);
    const running = { key: "kept", status: "in_progress", isRerequestable: true };
    expect((await post({ ...running, deadlineAt })).checkRun).toMatchObject({ deadlineAt, isRerequestable: true });
    const again = await post({ key: "kept", status: "in_progress", externalUpdatedAt: checks.ago(50) });
    expect(again).toMatchObject({ outcome: "updated", checkRun: { deadlineAt, isRerequestable: true } });
    const { checkRun } = await post(completed("success", 40, { key: "kept", isRerequestable: false }));
    expect(checkRun).not.toHaveProperty("deadlineAt");
    expect(checkRun.isRerequestable).toBe(false);
  });

  it("rejects unknown commits and user credentials", async () => {
    expect(await checks.app.send({ sha: "1".repeat(40) })).toMatchObject({ status: 404, body: { code: 5 } });
    expect(await checks.app.send({ sha: "abc" })).toMatchObject(invalid("head_sha"));
    expect((await checks.request("POST", "check-runs", {})).status).toBe(403);
  });
});

describe("the order of posts", () => {
  /** Posts several times for one attempt. Returns the outcomes and the final run. */
  async function series(key: string, ...posts: object[]): Promise<[string[], Posted["checkRun"]]> {
    const done: Posted[] = [];
    for (const each of posts) done.push(await post({ key, ...each }));
    const last = done.at(-1);
    if (!last) throw new Error("no posts given");
    return [done.map(({ outcome }) => outcome), last.checkRun];
  }

  it("H-CHECK-44 H-CHECK-46: an older post is ignored and changes nothing", async () => {
    const first = await post({ key: "old", status: "in_progress", externalUpdatedAt: checks.ago(30) });
    const late = await post(completed("failure", 31, { key: "old" }), { name: "Renamed" });
    expect(late).toEqual({ ...first, outcome: "ignored_stale" });
    expect(await read(first.checkRun.id)).toEqual(first.checkRun);
  });

  it("H-CHECK-45 H-CHECK-46: a repeated post is unchanged", async () => {
    const run = completed("success", 30, { key: "same", output: { title: "T", summary: "S", text: "x" } });
    const first = await post(run);
    expect(await post(run)).toEqual({ ...first, outcome: "unchanged" });
  });

  it("a post with the same timestamp applies, unless it reopens the run", async () => {
    const at = checks.ago(30);
    const [outcomes] = await series(
      "equal",
      { status: "in_progress", externalUpdatedAt: at },
      { ...completed("failure", 0), externalUpdatedAt: at },
      { status: "queued", externalUpdatedAt: at },
    );
    expect(outcomes).toEqual(["created", "updated", "ignored_stale"]);
  });

  it("a newer post applies, even if it reopens the run", async () => {
    const [outcomes, run] = await series("reopened", completed("failure", 30), {
      status: "in_progress",
      externalUpdatedAt: checks.ago(20),
    });
    expect(outcomes).toEqual(["created", "updated"]);
    expect(run).toMatchObject({ status: "in_progress" });
    expect(run).not.toHaveProperty("conclusion");
  });

  it.each([
    ["H-CHECK-36", "success"],
    ["H-CHECK-37", "neutral"],
    ["H-CHECK-38", "skipped"],
  ])("%s: a cancellation never changes a run that ended as %s", async (rule, conclusion) => {
    for (const seconds of [20, 30, 40]) {
      const key = `${rule} ${seconds}`;
      const [outcomes, run] = await series(key, completed(conclusion, 30), completed("cancelled", seconds));
      expect(outcomes).toEqual(["created", "ignored_stale"]);
      expect(run.conclusion).toBe(conclusion);
    }
  });

  it("H-CHECK-39: a newer failure replaces a success", async () => {
    const [outcomes, run] = await series("worse", completed("success", 30), completed("failure", 20));
    expect([outcomes[1], run.conclusion]).toEqual(["updated", "failure"]);
  });

  it("H-CHECK-40 H-CHECK-41: a cancellation applies to a run that failed or is pending", async () => {
    for (const first of [completed("failure", 30), { status: "queued", externalUpdatedAt: checks.ago(30) }]) {
      const key = `canceled ${first.status}`;
      const [outcomes, run] = await series(key, first, completed("cancelled", 20));
      expect([outcomes[1], run.conclusion]).toEqual(["updated", "cancelled"]);
    }
  });

  it("32 concurrent posts of one attempt end with the newest timestamp", async () => {
    const base = checks.test.service.clock.now() - 60_000;
    const posts = Array.from({ length: 32 }, (_, index) =>
      post({ key: "race", status: "in_progress", externalUpdatedAt: isoTime(base + index) }),
    );
    const done = await Promise.all(posts);
    expect(done.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
    expect(new Set(done.map(({ checkRun }) => checkRun.id)).size).toBe(1);
    const [any] = done;
    expect(await read(any?.checkRun.id ?? "")).toMatchObject({ externalUpdatedAt: isoTime(base + 31) });
  });
});

describe("Batch Upsert Check Runs", () => {
  const entry = (key: string, more: object = {}) => ({
    key,
    name: key,
    externalId: `${key}-1`,
    status: "queued",
    externalUpdatedAt: checks.ago(30),
    ...more,
  });
  const batch = (checkRuns: unknown, key = checks.app.token) => {
    const checkSuite = { key: "batch", name: "Batch", externalId: "b1" };
    return checks.request("POST", "check-runs:batchUpsert", { headSha: sha, checkSuite, checkRuns }, key);
  };

  it("H-CHECK-48 H-CHECK-49 H-CHECK-51 H-CHECK-52: returns results in request order", async () => {
    await batch([entry("b", { externalUpdatedAt: checks.ago(10) })]);
    const deadlineAt = checks.ago(-600);
    const { status, body } = await batch([entry("c", { isRerequestable: true, deadlineAt }), entry("b"), entry("a")]);
    const { results, checkRuns } = body as {
      results: { outcome: string; checkRun: { key: string } }[];
      checkRuns: unknown;
    };
    expect(status).toBe(200);
    expect(results.map(({ outcome, checkRun }) => [checkRun.key, outcome])).toEqual([
      ["c", "created"],
      ["b", "ignored_stale"],
      ["a", "created"],
    ]);
    expect(results[0]?.checkRun).toMatchObject({ isRerequestable: true, deadlineAt });
    expect(checkRuns).toEqual(results.map(({ checkRun }) => checkRun));
  });

  it("is all or nothing, for 1 to 10 distinct attempts", async () => {
    const fresh = entry("never");
    for (const wrong of [[], Array.from({ length: 11 }, (_, index) => entry(`n${index}`)), [fresh, fresh]]) {
      expect(await batch(wrong)).toMatchObject(invalid("check_runs"));
    }
    const future = entry("later", { externalUpdatedAt: checks.ago(-120) });
    expect(await batch([fresh, future])).toMatchObject(invalid("check_runs[1].external_updated_at"));
    const full = { annotationLevel: "notice", message: "m" };
    const annotations = Array.from({ length: 25 }, () => full);
    for (const seconds of [30, 29, 28, 27]) {
      const more = { annotations, externalUpdatedAt: checks.ago(seconds) };
      expect((await batch([entry("full", more)])).status).toBe(200);
    }
    const overflow = entry("full", { annotations: [full], externalUpdatedAt: checks.ago(5) });
    expect(await batch([fresh, overflow])).toMatchObject({ status: 429, body: { code: 8 } });
    const { body } = await checks.request("GET", `commits/${sha}/check-runs?checkName=never`);
    expect(body).toMatchObject({ checkRuns: [], totalSize: 0 });
  });
});
