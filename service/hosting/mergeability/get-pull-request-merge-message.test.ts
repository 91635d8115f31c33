import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getPullRequestMergeMessage } from "@/lib/contract/hosting/mergeability/get-pull-request-merge-message";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";

let pulls: PullRequests;

beforeAll(async () => {
  pulls = await startPullRequests();
});
afterAll(() => pulls.close());

const params = ({ number }: Pick<PullRequest, "number">) => ({ ...pulls.params, pullNumber: number });

/** Opens a stack of two pull requests on main, each with one file. */
async function stack(name: string) {
  await pulls.git("fetch", "--quiet", pulls.dir, "+main:refs/remotes/now");
  await pulls.branch(`${name}-1`, { [`${name}-1.txt`]: "1\n" }, "refs/remotes/now");
  const below = await pulls.open(`${name}-1`, { body: "First part." });
  await pulls.branch(`${name}-2`, { [`${name}-2.txt`]: "2\n" }, `${name}-1`);
  const above = await pulls.open(`${name}-2`, {
    base: `${name}-1`,
    body: "Second part.\n\nDetails.\n",
    parentPullRequest: { number: below.number },
  });
  return [below, above] as const;
}

describe("Get Pull Request Merge Message", () => {
  it.each(["merge", "squash"] as const)(
    "returns exactly what a stack's %s commits say",
    { tags: ["long"] },
    async (mergeMethod) => {
      const [below, above] = await stack(mergeMethod);
      const [first, query] = [await git(pulls.dir, "rev-parse", "main"), { mergeMethod }];
      const { baseRef, commits } = await pulls.test.call(getPullRequestMergeMessage, { params: params(above), query });
      expect(baseRef).toBe("main");
      expect(commits.map(({ pullRequest, title }) => [pullRequest.number, title])).toEqual([
        [below.number, below.title],
        [above.number, above.title],
      ]);
      await pulls.test.call(mergePullRequest, { params: params(above), body: { mergeMethod } });
      const written = await git(pulls.dir, "log", "--first-parent", "--reverse", "-z", "--format=%B", `${first}..main`);
      expect(
        written
          .split("\0")
          .filter(Boolean)
          .map((message) => message.trimEnd()),
      ).toEqual(commits.map(({ message }) => message.trimEnd()));
      if (mergeMethod === "squash")
        expect(commits[1]?.message).toContain("Second part.\n\nDetails.\n\nCo-authored-by: ");
    },
  );

  it("follows changes of title and description", { tags: ["long"] }, async () => {
    const [below] = await stack("edited");
    await pulls.test.call(updatePullRequest, { params: params(below), body: { title: "Better", body: "Why." } });
    const { commits } = await pulls.test.call(getPullRequestMergeMessage, {
      params: params(below),
      query: { mergeMethod: "squash" },
    });
    expect(commits[0]?.message).toMatch(new RegExp(`^Better \\(#${below.number}\\)\n\nWhy\\.\n`));
  });

  it("rejects other methods, and callers without access", async () => {
    const [below] = await stack("rejected");
    const path = `${pulls.path}/pulls/${below.number}/merge_message`;
    expect((await pulls.test.send("GET", `${path}?mergeMethod=rebase`)).status).toBe(400);
    expect((await pulls.test.send("GET", path)).status).toBe(400);
    expect((await pulls.test.send("GET", `${path}?mergeMethod=merge`, { key: pulls.stranger })).status).toBe(404);
  });
});
