import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { listPullRequestCommits } from "@/lib/contract/hosting/pulls/list-pull-request-commits";
import { listPullRequestFiles } from "@/lib/contract/hosting/pulls/list-pull-request-files";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let pulls: PullRequests;
let number: string;
let commits: string[];

beforeAll(async () => {
  pulls = await startPullRequests();
  const first = await pulls.branch("topic", { "a.txt": "a\n" });
  const second = await pulls.branch("topic", { "b.txt": "b\n", "README.md": "# Gadgets\n" });
  commits = [first, second];
  ({ number } = await pulls.open("topic"));
  await pulls.commit({ "main.txt": "main\n" });
  await pulls.pushed("main");
});
afterAll(() => pulls.close());

const params = () => ({ ...pulls.params, pullNumber: number });
const get = (path: string, key = pulls.test.keys.user) =>
  pulls.test.send("GET", `${pulls.path}/pulls/${number}/${path}`, { key });

describe("pull request changes", () => {
  it("include only its commits, oldest first, paginated", async () => {
    const all = await pulls.test.call(listPullRequestCommits, { params: params() });
    expect(all.commits.map(({ sha }) => sha)).toEqual(commits);
    expect(all.commits[0]?.commit.message).toContain("Change topic");
    const one = await pulls.test.call(listPullRequestCommits, { params: params(), query: { pageSize: "1" } });
    expect(one.commits.map(({ sha }) => sha)).toEqual(commits.slice(0, 1));
    const { nextPageToken: pageToken } = one;
    const two = await pulls.test.call(listPullRequestCommits, { params: params(), query: { pageToken } });
    expect(two).toMatchObject({ commits: [{ sha: commits[1] }], nextPageToken: "" });
  });

  it("include only the newest 250 commits", async () => {
    const stream = Array.from({ length: 251 }, (_, index) => {
      const line = `A <a@example.test> ${1_700_000_000 + index} +0000`;
      const parent = index === 0 ? "from refs/heads/main\n" : "";
      return `commit refs/heads/many\nauthor ${line}\ncommitter ${line}\ndata 1\nx\n${parent}\n`;
    }).join("");
    await runGit(["fast-import", "--quiet"], { cwd: pulls.dir, input: stream });
    const pull = await pulls.open("many");
    const shas: string[] = [];
    let pageToken = "";
    do {
      const page = await pulls.test.call(listPullRequestCommits, {
        params: { ...pulls.params, pullNumber: pull.number },
        query: pageToken ? { pageToken } : { pageSize: "100" },
      });
      shas.push(...page.commits.map(({ sha }) => sha));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    const newest = (await git(pulls.dir, "rev-list", "--max-count=250", "many")).split("\n");
    expect(shas).toEqual(newest.reverse());
  });

  it("include files changed since the merge base, not those changed on the base", async () => {
    const { files, nextPageToken } = await pulls.test.call(listPullRequestFiles, { params: params() });
    expect(files.map(({ filename, status }) => [filename, status])).toEqual([
      ["README.md", "modified"],
      ["a.txt", "added"],
      ["b.txt", "added"],
    ]);
    expect(files[0]).toMatchObject({ additions: 1, deletions: 1, changes: 2, patch: expect.stringMatching(/^@@ /) });
    expect(nextPageToken).toBe("");
  });

  it("reject page tokens of older versions and callers without access", { tags: ["long"] }, async () => {
    const tokens = await Promise.all(
      [listPullRequestCommits, listPullRequestFiles].map(
        async (operation) =>
          (await pulls.test.call(operation, { params: params(), query: { pageSize: "1" } })).nextPageToken,
      ),
    );
    await pulls.branch("topic", { "c.txt": "c\n" });
    for (const [index, list] of ["commits", "files"].entries()) {
      expect(await get(`${list}?pageToken=${tokens[index]}`)).toMatchObject({ status: 400, body: { code: 3 } });
      expect((await get(list, pulls.stranger)).status).toBe(404);
    }
  });
});
