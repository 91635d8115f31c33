import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { commitBomb, commitTree } from "@/git/testing/tree-bomb";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { recordPush } from "../git-data/record-push";
import { followRefUpdates } from "./follow-ref-updates";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let pulls: PullRequests;
beforeAll(async () => {
  pulls = await startPullRequests();
});
afterAll(() => pulls.close());

const read = (pullNumber: string) => pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber } });

/** Moves branches to commits that would be rejected in a push, then updates the pull requests. */
async function move(heads: Readonly<Record<string, string>>): Promise<void> {
  const updates = [];
  for (const [name, after] of Object.entries(heads)) {
    const ref = `refs/heads/${name}`;
    const before = await git(pulls.dir, "rev-parse", ref);
    updates.push({ ref, before, after });
    if (/[^1]/.test(after)) await runGit(["update-ref", ref, after], { cwd: pulls.dir });
  }
  const { service } = pulls.test;
  await recordPush(service, { repositoryId: pulls.repo.id, actor: "service", updates });
  await followRefUpdates(service, pulls.repo.id);
}

describe("a head that can't be compared", () => {
  it("has unknown stats and doesn't block updates of other pull requests", { tags: ["long"] }, async () => {
    const names = ["huge", "missing", "fine"] as const;
    for (const name of names) await pulls.branch(name, { [`${name}.txt`]: "1\n" });
    const [huge, missing, fine] = await Promise.all(names.map((name) => pulls.open(name)));
    if (!huge || !missing || !fine) throw new Error("a pull request is missing");
    const bomb = await commitBomb(pulls.dir, 10, 9);
    const heavy = await commitTree(pulls.dir, await git(pulls.dir, "rev-parse", `${bomb}^{tree}`), huge.head.sha);
    await pulls.git("switch", "--quiet", "fine");
    const better = await pulls.commit({ "fine.txt": "2\n3\n" });
    await pulls.push(`${better}:refs/internal/better`);

    await move({ huge: heavy, missing: "1".repeat(40), fine: better });
    expect(await read(huge.number)).toMatchObject({
      state: "open",
      head: { sha: heavy },
      version: { number: "2", additions: 0, changedFiles: 0, diffError: "too_large" },
    });
    expect((await read(missing.number)).version).toMatchObject({ number: "2", diffError: "unreadable" });
    const followed = await read(fine.number);
    expect(followed.version).toMatchObject({ number: "2", headSha: better, additions: 2, changedFiles: 1 });
    expect(followed.version).not.toHaveProperty("diffError");
    expect(await git(pulls.dir, "rev-parse", `refs/internal/pull/${fine.number}/v2/head`)).toBe(better);

    const left = await pulls.test.service.db.select().from(refUpdates).where(eq(refUpdates.followed, false));
    expect(left).toEqual([]);
    const params = { ...pulls.params, pullNumber: fine.number };
    expect(await pulls.test.call(mergePullRequest, { params, body: {} })).toMatchObject({
      mergedPullNumbers: [fine.number],
    });
    const back = await git(pulls.dir, "rev-parse", `refs/internal/pull/${huge.number}/v1/head`);
    await move({ huge: back });
    expect((await read(huge.number)).version).toMatchObject({ number: "3", headSha: back, changedFiles: 1 });
  });
});
