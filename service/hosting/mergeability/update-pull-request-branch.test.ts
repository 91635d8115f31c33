import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { updatePullRequestBranch } from "@/lib/contract/hosting/mergeability/update-pull-request-branch";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import type { BodyInputOf } from "@/lib/contract/operation";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addReader } from "../repositories/testing/repository-fixture";
import { addRuleset } from "../rulesets/testing/ruleset-fixture";

let pulls: PullRequests;
let count = 0;

beforeAll(async () => {
  pulls = await startPullRequests();
});
afterAll(() => pulls.close());

const params = ({ number }: Pick<PullRequest, "number">) => ({ ...pulls.params, pullNumber: number });
const update = (pull: PullRequest, body: BodyInputOf<typeof updatePullRequestBranch> = {}) =>
  pulls.test.call(updatePullRequestBranch, { params: params(pull), body });
const send = (pull: PullRequest, body: object = {}, key?: string) =>
  pulls.test.send("POST", `${pulls.path}/pulls/${pull.number}/update_branch`, { body, ...(key ? { key } : {}) });
const read = (pull: PullRequest) => pulls.test.call(getPullRequest, { params: params(pull) });
const blockers = async (pull: PullRequest) =>
  (await pulls.test.call(getPullRequestMergeability, { params: params(pull) })).blockers.map(({ kind }) => kind);
const log = (range: string, format = "%s") => git(pulls.dir, "log", "--reverse", `--format=${format}`, range);

/** A separate base branch with one file, and a pull request into it that changes another. */
async function fresh(files: Record<string, string> = { "own.txt": "own\n" }) {
  count += 1;
  const [base, head] = [`base-${count}`, `topic-${count}`];
  await pulls.branch(base, { "shared.txt": "one\ntwo\nthree\n" });
  await pulls.branch(head, files, base);
  return { base, head, pull: await pulls.open(head, { base }) };
}

/** A pull request with this number of commits, whose base has moved. */
async function withCommits(total: number) {
  count += 1;
  const [base, head] = [`base-${count}`, `topic-${count}`];
  await pulls.branch(base, { "shared.txt": "one\n" });
  const commits = Array.from({ length: total }, (_, index) => {
    const committer = `committer A <a@example.test> ${1_700_000_000 + index} +0000`;
    const from = index === 0 ? `from refs/heads/${base}\n` : "";
    const file = `M 100644 inline own.txt\ndata ${String(index).length}\n${index}\n`;
    return `commit refs/heads/${head}\n${committer}\ndata 1\nx\n${from}${file}\n`;
  });
  await runGit(["fast-import", "--quiet"], { cwd: pulls.dir, input: commits.join("") });
  const pull = await pulls.open(head, { base });
  await pulls.branch(base, { "base.txt": "moved\n" });
  return { base, head, pull };
}

describe("Update Pull Request Branch", () => {
  it("merges the base into the branch as the caller, which adds a version", async () => {
    const { base, head, pull } = await fresh();
    const baseSha = await pulls.branch(base, { "base.txt": "moved\n" });
    const { headSha, updated } = await update(pull);
    expect(updated).toBe(true);
    expect(await git(pulls.dir, "rev-parse", head)).toBe(headSha);
    expect(await log(`${headSha}^!`, "%P")).toBe(`${pull.head.sha} ${baseSha}`);
    expect(await log(`${headSha}^!`)).toBe(`Merge branch '${base}' into ${head}`);
    expect(await git(pulls.dir, "show", `${headSha}:base.txt`)).toBe("moved");
    expect(await read(pull)).toMatchObject({ head: { sha: headSha }, version: { number: "2" } });
    expect(await update(pull)).toEqual({ headSha, updated: false });
  });

  it("rebases the pull request's commits, keeps authors and messages, and drops changes that the base has", {
    tags: ["long"],
  }, async () => {
    const { base, head, pull } = await fresh();
    await pulls.branch(head, { "both.txt": "same\n" });
    await pulls.git("switch", "--quiet", head);
    await pulls.commit({ "own.txt": "own, again\n" }, "Change again\n\nBecause.");
    await pulls.pushed(head);
    await pulls.git("switch", "--quiet", "main");
    const baseSha = await pulls.branch(base, { "both.txt": "same\n" });
    const author = await log(`${base}..${head}`, "%an %ae %aI");
    const { headSha } = await update(pull, { method: "rebase" });
    expect(await log(`${baseSha}..${headSha}`)).toBe(`Change ${head}\nChange again`);
    expect(await log(`${headSha}^!`, "%b")).toBe("Because.");
    expect(author).toContain(await log(`${headSha}^!`, "%an %ae %aI"));
    expect(await git(pulls.dir, "merge-base", baseSha, headSha)).toBe(baseSha);
    expect(await git(pulls.dir, "show", `${headSha}:own.txt`)).toBe("own, again");
  });

  it("restacks a pull request whose parent was rewritten, without the parent's old commits", {
    tags: ["long"],
  }, async () => {
    const { head, pull } = await fresh();
    count += 1;
    const top = `topic-${count}`;
    await pulls.branch(top, { "top.txt": "top\n" }, head);
    const child = await pulls.open(top, { base: head, parentPullRequest: { number: pull.number } });
    await pulls.git("switch", "--quiet", head);
    await pulls.git("commit", "--quiet", "--amend", "--message=Rewritten");
    await pulls.git("push", "--quiet", "--force", pulls.remote, head);
    await pulls.git("switch", "--quiet", "main");
    expect(await blockers(child)).toEqual(["needs_restack"]);
    const { headSha } = await update(child, { method: "rebase" });
    expect(await log(`${head}..${headSha}`)).toBe(`Change ${top}`);
    expect(await blockers(child)).toEqual([]);
  });

  it("recognizes the commits of the parent's last 20 versions", { tags: ["long"] }, async () => {
    const { head, pull } = await fresh();
    const children: PullRequest[] = [];
    for (const top of [`${head}-one`, `${head}-two`]) {
      await pulls.branch(top, { [`${top}.txt`]: "top\n" }, head);
      children.push(await pulls.open(top, { base: head, parentPullRequest: { number: pull.number } }));
    }
    const [one, two] = children;
    if (!one || !two) throw new Error("the children weren't opened");
    const amend = async (message: string) => {
      await pulls.git("commit", "--quiet", "--amend", `--message=${message}`);
      await pulls.git("push", "--quiet", "--force", pulls.remote, head);
    };
    const subjects = async (child: PullRequest) => {
      const { headSha } = await update(child, { method: "rebase" });
      return log(`${head}..${headSha}`);
    };
    await pulls.git("switch", "--quiet", head);
    // Without its change in the new version, the parent's first commit isn't dropped as already applied.
    await pulls.git("mv", "own.txt", "renamed.txt");
    for (let version = 2; version <= 20; version += 1) await amend(`Version ${version}`);
    expect((await read(pull)).version.number).toBe("20");
    expect(await subjects(one)).toBe(`Change ${head}-one`);
    await amend("Version 21");
    await pulls.git("switch", "--quiet", "main");
    expect(await subjects(two)).toBe(`Change ${head}\nChange ${head}-two`);
  });

  it("rebases at most 250 commits", { tags: ["long"] }, async () => {
    const over = await withCommits(251);
    expect(await send(over.pull, { method: "rebase" })).toMatchObject({
      status: 400,
      body: { code: 9, message: "More than 250 commits can't be rebased. Merge instead." },
    });
    expect(await git(pulls.dir, "rev-parse", over.head)).toBe(over.pull.head.sha);
    expect((await update(over.pull, { method: "merge" })).updated).toBe(true);
    const most = await withCommits(250);
    const { headSha } = await update(most.pull, { method: "rebase" });
    expect(await git(pulls.dir, "rev-list", "--count", `${most.base}..${headSha}`)).toBe("250");
  });

  it("changes nothing on conflicts and names the files", { tags: ["long"] }, async () => {
    const { base, head, pull } = await fresh({ "shared.txt": "one\n2\nthree\n" });
    await pulls.branch(base, { "shared.txt": "one\nII\nthree\n" });
    for (const method of ["merge", "rebase"]) {
      expect(await send(pull, { method })).toMatchObject({
        status: 400,
        body: { code: 9, message: expect.stringContaining(`Conflicts with ${base} in shared.txt`) },
      });
    }
    expect(await git(pulls.dir, "rev-parse", head)).toBe(pull.head.sha);
  });

  it("names ten conflicting files and counts the rest", async () => {
    const files = (text: string) =>
      Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`f${index + 10}.txt`, text]));
    const { base, pull } = await fresh(files("ours\n"));
    await pulls.branch(base, files("theirs\n"));
    expect(await send(pull)).toMatchObject({
      status: 400,
      body: { code: 9, message: expect.stringMatching(/ in (?:f\d\d\.txt, ){9}f\d\d\.txt and 1 more\./) },
    });
  });

  it("is rejected without a common ancestor", async () => {
    const { base, head, pull } = await fresh();
    const tree = await git(pulls.dir, "rev-parse", "main^{tree}");
    const unrelated = await git(pulls.dir, "commit-tree", tree, "-m", "Unrelated");
    await git(pulls.dir, "update-ref", `refs/heads/${base}`, unrelated);
    expect(await send(pull)).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await git(pulls.dir, "rev-parse", head)).toBe(pull.head.sha);
  });

  it("requires the expected head, an open pull request and write access", async () => {
    const { base, pull } = await fresh();
    await pulls.branch(base, { "base.txt": "moved\n" });
    expect(await send(pull, { expectedHeadSha: "1".repeat(40) })).toMatchObject({ status: 409, body: { code: 10 } });
    const reader = await addReader(pulls.test.service, pulls.repo);
    expect(await send(pull, {}, reader)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await send(pull, {}, pulls.stranger)).status).toBe(404);
    await pulls.test.call(updatePullRequest, { params: params(pull), body: { state: "closed" } });
    expect(await send(pull)).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await read(pull)).version.number).toBe("1");
  });

  it("is rejected when the base branch was deleted", { tags: ["long"] }, async () => {
    const { base, pull } = await fresh();
    await git(pulls.dir, "update-ref", "-d", `refs/heads/${base}`);
    expect(await send(pull)).toMatchObject({
      status: 400,
      body: { code: 9, message: `The base branch ${base} was deleted. Change the base.` },
    });
  });

  it("follows the branch's rules, like a push", { tags: ["long"] }, async () => {
    const { base, head, pull } = await fresh();
    await pulls.branch(base, { "base.txt": "moved\n" });
    await addRuleset(pulls, "push_branch", { non_fast_forward: {} }, { includedRefNames: [`refs/heads/${head}`] });
    expect(await send(pull, { method: "rebase" })).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await update(pull, { method: "merge" })).updated).toBe(true);
  });
});
