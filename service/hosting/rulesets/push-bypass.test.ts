import { desc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GitError, runGit } from "@/git/run-git";
import { basic, git, packLine } from "@/git/testing/git-fixture";
import { listRuleBypasses } from "@/lib/contract/hosting/rulesets/list-rule-bypasses";
import { ruleBypasses } from "../../core/store/tables/rule-bypasses";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { pushBypassChoice } from "./push-bypass";
import { addRuleset, deleteRulesets } from "./testing/ruleset-fixture";

let pulls: PullRequests;
let main: string;
const bypassActors = [{ repohostRole: { role: "repository_admin" as const }, bypassMode: "always" as const }];
const block = { block_direct_updates: {} };

beforeAll(async () => {
  pulls = await startPullRequests();
  main = await pulls.git("rev-parse", "main");
});
afterAll(() => pulls.close());
beforeEach(() => deleteRulesets(pulls));

/** Pushes `main` to a branch with push options, and returns the client's error output. */
async function push(branch: string, ...options: string[]): Promise<string> {
  const args = options.flatMap((option) => ["-o", option]);
  const { stderr } = await runGit(["push", ...args, pulls.remote, `main:${branch}`], {
    cwd: pulls.work,
    allowProtocols: ["http"],
  }).catch((error: unknown) => {
    if (error instanceof GitError) return error;
    throw error;
  });
  return stderr;
}
const tip = (branch: string) => git(pulls.dir, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
const lastReason = async () =>
  (await pulls.test.service.db.select().from(ruleBypasses).orderBy(desc(ruleBypasses.id)).limit(1))[0]?.reason;

describe("the push option bypass", () => {
  it("is recorded as the reason for bypassing a rule", async () => {
    await addRuleset(pulls, "push_branch", block, { bypassActors });
    expect(await push("hotfix", "ci.skip", "bypass=Outage: 50 % of orders fail ✓")).toContain("(bypassed)");
    expect(await tip("hotfix")).toBe(main);
    expect(await lastReason()).toBe("Outage: 50 % of orders fail ✓");
    await push("hotfix-too");
    expect(await lastReason()).toBeNull();
  });

  it("is listed with the actor, rules and references, newest first", { tags: ["long"] }, async () => {
    await addRuleset(pulls, "push_branch", block, { bypassActors });
    for (const number of [1, 2, 3]) await push(`listed-${number}`, `bypass=Reason ${number}`);
    const list = (query: Record<string, string>) => pulls.test.call(listRuleBypasses, { params: pulls.params, query });
    const first = await list({ pageSize: "2" });
    expect(first.bypasses).toMatchObject([
      { reason: "Reason 3", change: "push", ref: "refs/heads/listed-3", before: "0".repeat(40), after: main },
      { reason: "Reason 2", rules: [{ ruleset: { name: "Guard" }, ruleType: "block_direct_updates" }] },
    ]);
    expect(first.bypasses[0]?.actor).toHaveProperty("user.email");
    const second = await list({ pageToken: first.nextPageToken });
    expect(second.bypasses[0]?.reason).toBe("Reason 1");
    await expect(list({ pageToken: "none" })).rejects.toThrow("pageToken");
  });

  it("rejects the push without a reason", async () => {
    await addRuleset(pulls, "push_branch", block, { bypassActors });
    for (const option of ["bypass", "bypass=", "bypass= "]) {
      expect(await push("unexplained", option)).toContain("set a single reason of 1 to 500 characters");
    }
    expect(await tip("unexplained")).toBe("");
  });

  it("rejects the push of a caller that can't bypass a violated rule", async () => {
    await addRuleset(pulls, "push_branch", block);
    const output = await push("denied", "bypass=Outage");
    expect(output).toContain('ruleset "Guard" requires changes through a pull request');
    expect(output).toContain("you aren't on the bypass list of these rulesets");
    expect(await tip("denied")).toBe("");
  });

  it("is rejected with a line break, which could pass for other input of the hook", async () => {
    const command = `${"0".repeat(40)} ${main} refs/heads/smuggled\0report-status push-options`;
    const response = await fetch(`${pulls.test.service.origin()}/acme/widgets.git/git-receive-pack`, {
      method: "POST",
      headers: {
        ...basic(pulls.test.keys.user),
        "content-type": "application/x-git-receive-pack-request",
      },
      body: Buffer.concat([Buffer.from(`${packLine(command)}0000${packLine("x\n\ny")}0000`), await emptyPack()]),
    });
    expect(await response.text()).toContain("ng refs/heads/smuggled pre-receive hook declined");
    expect(await tip("smuggled")).toBe("");
  });
});

/** The objects of a push that sends none. */
async function emptyPack(): Promise<Buffer> {
  const { stdout } = await runGit(["pack-objects", "--stdout"], { cwd: pulls.work, input: "" });
  return stdout;
}

it("a push can give only one reason, of at most 500 characters", () => {
  expect(pushBypassChoice(["bypassed=x", "other"])).toEqual({});
  expect(pushBypassChoice(["bypass= Outage "])).toEqual({ reason: "Outage" });
  expect(pushBypassChoice([`bypass=${"a".repeat(500)}`])).toEqual({ reason: "a".repeat(500) });
  for (const options of [[`bypass=${"a".repeat(501)}`], ["bypass=a", "bypass=b"]]) {
    expect(pushBypassChoice(options)).toContain("set a single reason");
  }
});
