import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GitError, runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { readErrorBody } from "@/lib/contract/errors";
import { ruleBypasses } from "../../core/store/tables/rule-bypasses";
import { rulesets } from "../../core/store/tables/rulesets";
import { users } from "../../core/store/tables/users";
import { waitForLockWaits, waitsForLock } from "../../testing/lock-waits";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { acquireRulesLock } from "./rules-lock";
import { lockRules } from "./ruleset-row";
import { addRuleset, deleteRulesets } from "./testing/ruleset-fixture";

let pulls: PullRequests;
let main: string;
let later: string;

beforeAll(async () => {
  pulls = await startPullRequests();
  main = await pulls.git("rev-parse", "main");
  await pulls.git("switch", "--quiet", "--create", "line");
  later = await pulls.commit({ "line.txt": "1\n" });
  await pulls.git("switch", "--quiet", "--create", "side", "main");
  await pulls.commit({ "side.txt": "1\n" });
  await pulls.git("merge", "--quiet", "--no-ff", "--message=Merge", "line");
  await pulls.git("branch", "merged");
  await pulls.git("switch", "--quiet", "main");
});
afterAll(() => pulls.close());
beforeEach(() => deleteRulesets(pulls));

/** Pushes and returns the client's error output. */
async function errorOutput(...refs: string[]): Promise<string> {
  const error = await pulls.pushed(...refs).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitError)) throw new Error("the push was accepted");
  return error.stderr;
}
const tip = (ref: string) => git(pulls.dir, "for-each-ref", "--format=%(objectname)", ref);
const send = (method: string, path: string, body?: object) =>
  pulls.test.send(method, `${pulls.path}/${path}`, body ? { body } : {});
const write = (targetBranch: string, expectedHeadSha: string) =>
  send("POST", "git/commits:createFromFiles", {
    targetBranch,
    expectedHeadSha,
    message: "Write",
    author: { name: "Ada", email: "ada@example.test" },
    files: [{ path: `${Math.random()}.txt`, content: Buffer.from("x").toString("base64") }],
  });
const recorded = (name: string) =>
  pulls.test.service.db
    .select()
    .from(ruleBypasses)
    .where(eq(ruleBypasses.ref, `refs/heads/${name}`))
    .orderBy(ruleBypasses.id);
const adminId = async () => {
  const [row] = await pulls.test.service.db.select({ id: users.actorId }).from(users).where(eq(users.id, 1));
  return row?.id;
};
const failed = (rule: string) => ({ status: 400, body: { code: 9, message: expect.stringContaining(rule) } });

describe("push rules", () => {
  it("H-REF-16: prevent deleting branches by push or API, until the rules are removed", async () => {
    await pulls.pushed("line:kept");
    await addRuleset(pulls, "push_branch", { deletion: {} });
    expect(await errorOutput(":kept")).toContain('refs/heads/kept: ruleset "Guard" blocks deletion');
    expect(await send("DELETE", "git/refs/heads/kept")).toMatchObject(failed("blocks deletion"));
    expect(await tip("refs/heads/kept")).toBe(later);
    await deleteRulesets(pulls);
    expect((await send("DELETE", "git/refs/heads/kept")).status).toBe(204);
  });

  it("reject force pushes and accept fast-forwards", { tags: ["long"] }, async () => {
    await pulls.pushed("main:forward");
    await addRuleset(pulls, "push_branch", { non_fast_forward: {} });
    await pulls.pushed("line:forward");
    expect(await errorOutput("+main:forward")).toContain("blocks force pushes");
    expect(await tip("refs/heads/forward")).toBe(later);
    await pulls.pushed(":forward");
  });

  it("reject a whole push for one ref, and name each rejected ref", async () => {
    await addRuleset(pulls, "push_branch", { block_direct_updates: {} }, { includedRefNames: ["closed/*"] });
    const output = await errorOutput("line:open-too", "line:closed/a", "main:closed/b");
    expect(output).toContain("refs/heads/closed/a: ruleset");
    expect(output).toContain("refs/heads/closed/b: ruleset");
    expect(await tip("refs/heads")).not.toContain(later);
  });

  it("require changes through pull requests", async () => {
    await pulls.pushed("main:protected");
    await addRuleset(pulls, "push_branch", { block_direct_updates: {} }, { includedRefNames: ["protected", "other"] });
    expect(await errorOutput("line:protected")).toContain("requires changes through a pull request");
    expect(await write("protected", main)).toMatchObject(failed("through a pull request"));
    expect(await send("POST", "git/refs", { ref: "heads/other", sha: main })).toMatchObject(
      failed("through a pull request"),
    );
    expect([await tip("refs/heads/protected"), await tip("refs/heads/other")]).toEqual([main, ""]);
    await deleteRulesets(pulls);
    await addRuleset(pulls, "push_branch", { block_direct_updates: { blockDirectUpdates: false } });
    expect((await write("protected", main)).status).toBe(200);
  });

  it("reject merge commits on new and existing branches", { tags: ["long"] }, async () => {
    await pulls.pushed("main:straight");
    await addRuleset(pulls, "push_repository", { required_linear_history: {} }, { includedRefNames: [] });
    expect(await errorOutput("merged:straight")).toContain("requires linear history");
    expect(await errorOutput("merged:new")).toContain("requires linear history");
    await pulls.pushed("line:straight");
    expect(await tip("refs/heads/straight")).toBe(later);
  });

  it("match branch and tag names against a pattern, optionally negated", { tags: ["long"] }, async () => {
    await addRuleset(pulls, "push_tag", { ref_name_pattern: { pattern: "^v[0-9]+$" } });
    await addRuleset(pulls, "push_branch", { ref_name_pattern: { pattern: "wip", negate: true } });
    await pulls.git("tag", "v1");
    await pulls.git("tag", "one");
    await pulls.pushed("v1");
    expect(await errorOutput("one")).toContain("requires a name that matches ^v[0-9]+$");
    expect(await errorOutput("main:my-wip")).toContain("requires a name that doesn't match wip");
    expect(await send("POST", "git/refs", { ref: "heads/wip", sha: main })).toMatchObject(failed("wip"));
    expect((await send("POST", "git/refs", { ref: "heads/done", sha: main })).status).toBe(200);
  });

  it("H-RULE-02: in evaluate mode report violations; disabled ones don't", async () => {
    const block = { block_direct_updates: {} };
    await addRuleset(pulls, "push_branch", block, { enforcement: "disabled", name: "Asleep" });
    await addRuleset(pulls, "push_branch", block, { enforcement: "evaluate", name: "Watching" });
    const remote = new URL(`${pulls.test.service.origin()}/acme/widgets.git`);
    remote.username = "x-access-token";
    remote.password = pulls.test.keys.user;

    const { stderr } = await runGit(["push", remote.href, "line:watched"], {
      cwd: pulls.work,
      allowProtocols: ["http"],
    });
    expect(stderr).toContain('ruleset "Watching" requires changes through a pull request (not enforced)');
    expect(stderr).not.toContain("Asleep");
    expect(await tip("refs/heads/watched")).toBe(later);
  });

  it("can be bypassed, but not with pull_request_only", async () => {
    const role = { repohostRole: { role: "repository_admin" } } as const;
    const block = { block_direct_updates: {} };
    const mergeOnly = [{ ...role, bypassMode: "pull_request_only" }] as const;
    await addRuleset(pulls, "push_branch", block, { bypassActors: [...mergeOnly] });
    expect(await errorOutput("line:passed")).toContain("requires changes through a pull request");
    await deleteRulesets(pulls);
    await addRuleset(pulls, "push_branch", block, { bypassActors: [{ ...role, bypassMode: "always" }] });
    await pulls.pushed("line:passed");
    // A service account has write, not admin.
    const response = await pulls.test.send("POST", `${pulls.path}/git/refs`, {
      key: pulls.test.keys.serviceAccount,
      body: { ref: "heads/by-account", sha: main },
    });
    expect(response).toMatchObject(failed("through a pull request"));
  });

  it("are recorded with the actor when bypassed by push or API, and reported to the client", async () => {
    const bypassActors = [{ repohostRole: { role: "repository_admin" as const }, bypassMode: "always" as const }];
    const guard = await addRuleset(pulls, "push_branch", { block_direct_updates: {}, deletion: {} }, { bypassActors });
    await addRuleset(pulls, "push_branch", { deletion: {} }, { bypassActors, enforcement: "evaluate" });
    const pushed = await runGit(["push", pulls.remote, "line:past"], { cwd: pulls.work, allowProtocols: ["http"] });
    expect(pushed.stderr).toContain(
      'refs/heads/past: ruleset "Guard" requires changes through a pull request (bypassed)',
    );
    expect((await send("POST", "git/refs", { ref: "heads/past-too", sha: main })).status).toBe(200);
    expect((await send("DELETE", "git/refs/heads/past")).status).toBe(204);
    await deleteRulesets(pulls);
    await pulls.pushed("line:unruled");
    const rule = (ruleType: string) => ({ rulesetId: guard.id, rulesetName: "Guard", ruleType });
    const by = { actorId: await adminId(), change: "push", reason: null };
    expect(await recorded("past")).toMatchObject([
      { ...by, after: later, rules: [rule("block_direct_updates")] },
      { ...by, before: later, rules: [rule("deletion")] },
    ]);
    expect(await recorded("past-too")).toMatchObject([{ ...by, rules: [rule("block_direct_updates")] }]);
    expect(await recorded("unruled")).toEqual([]);
  });

  it("aren't bypassed by a caller that declines to, and are recorded with the reason given", async () => {
    const bypassActors = [{ repohostRole: { role: "repository_admin" as const }, bypassMode: "always" as const }];
    await addRuleset(pulls, "push_branch", { block_direct_updates: {} }, { bypassActors });
    const create = (choice: string) =>
      pulls.test.send("POST", `${pulls.path}/git/refs`, {
        headers: { "rule-bypass": choice },
        body: { ref: "heads/chosen", sha: main },
      });
    const declined = await create("none");
    expect(declined).toMatchObject(failed("through a pull request"));
    expect(readErrorBody(declined.body)?.violation).toBe("RULE_BYPASSABLE");
    for (const invalid of ["", "all", "reason=", "reason=%20", "reason=%ff", `reason=${"a".repeat(501)}`]) {
      expect(await create(invalid), invalid).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await tip("refs/heads/chosen")).toBe("");
    expect((await create("reason=Outage%20%E2%9C%93")).status).toBe(200);
    expect(await recorded("chosen")).toMatchObject([{ actorId: await adminId(), reason: "Outage ✓" }]);
    await addRuleset(pulls, "push_branch", { deletion: {} });
    const blocked = await pulls.test.send("DELETE", `${pulls.path}/git/refs/heads/chosen`, {
      headers: { "rule-bypass": "none" },
    });
    expect(readErrorBody(blocked.body)).toMatchObject({ code: "9" });
    expect(readErrorBody(blocked.body)?.violation).toBeUndefined();
  });

  it("of unknown types are rejected by name", async () => {
    await addRuleset(pulls, "push_branch", { deletion: {} });
    const unknown = [{ id: "rsr_x", ruleType: "later", parameters: {} }];
    await pulls.test.service.db.update(rulesets).set({ rules: unknown });
    expect(await errorOutput("line:unknown")).toContain("has an unknown rule (later)");
  });
});

describe("a rule created during a push", () => {
  it("applies to a push that hasn't been evaluated", async () => {
    const { db } = pulls.test.service;
    let output: Promise<string> = Promise.resolve("");
    await db.transaction(async (tx) => {
      await lockRules(tx, pulls.repo.id);
      output = errorOutput("line:late");
      await waitForLockWaits(pulls.test.service.db);
      const body = { name: "Late", description: "", enforcement: "active", kind: "push_branch" } as const;
      await tx.insert(rulesets).values({
        ...body,
        id: "rs_late",
        repositoryId: pulls.repo.id,
        includedRefNames: ["~ALL"],
        excludedRefNames: [],
        rules: [{ id: "rsr_late", ruleType: "block_direct_updates", parameters: { blockDirectUpdates: true } }],
        bypassActors: [],
        createdAt: 0,
        updatedAt: 0,
      });
    });
    expect(await output).toContain('ruleset "Late" requires changes through a pull request');
    expect(await tip("refs/heads/late")).toBe("");
  });

  it("is saved after pushes evaluated without it, which don't wait", async () => {
    const over = await acquireRulesLock(pulls.test.service.db, pulls.repo.id);
    let acknowledged = false;
    const created = addRuleset(pulls, "push_branch", { block_direct_updates: {} }).then(() => {
      acknowledged = true;
    });
    await waitForLockWaits(pulls.test.service.db);
    expect(acknowledged).toBe(false);
    over();
    await created;
    expect(await errorOutput("line:after")).toContain("requires changes through a pull request");
  });

  it("evaluates a push again if the database disconnects", async () => {
    const { db } = pulls.test.service;
    let pushed: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await lockRules(tx, pulls.repo.id);
      pushed = pulls.pushed("line:judged-again");
      pushed.catch(() => undefined);
      await waitForLockWaits(pulls.test.service.db);
      await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${waitsForLock}`);
    });
    await pushed;
    expect(await tip("refs/heads/judged-again")).toBe(later);
  });

  it("protects every ref from the moment it is saved", { tags: ["long"] }, async () => {
    for (let round = 0; round < 4; round += 1) {
      await deleteRulesets(pulls);
      const names = Array.from({ length: 4 }, (_, at) => `round-${round}-${at}`);
      const pushes = names.map((name) => pulls.pushed(`line:${name}`).catch(() => undefined));
      const first = () => tip(`refs/heads/round-${round}-*`);
      await vi.waitFor(async () => expect(await first()).not.toBe(""), { timeout: 30_000, interval: 5 });
      await addRuleset(pulls, "push_branch", { block_direct_updates: {} });
      const then = await first();
      await Promise.all(pushes);
      expect(await first()).toBe(then);
    }
  });
});
