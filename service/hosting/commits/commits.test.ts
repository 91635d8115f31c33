import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { getCommit } from "@/lib/contract/hosting/commits/get-commit";
import { listCommits } from "@/lib/contract/hosting/commits/list-commits";
import { pageToken } from "../../core/http/page-token";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let empty: HostedRepository;
/** Oldest first. */
const ids: string[] = [];

const users = [
  { author: "ada@example.test", committer: "bot@example.test" },
  { author: "ADA@Example.TEST", committer: "ada@example.test" },
  { author: "grace@example.test", committer: "bot@example.test" },
];

beforeAll(async () => {
  [hosted, empty] = await Promise.all([startHostedRepository(), startHostedRepository()]);
  await hosted.commit({ "a.txt": "0\n" });
  await hosted.push("main");
  let parent = await git(hosted.dir, "rev-parse", "main");
  ids.push(parent);
  const tree = await git(hosted.dir, "rev-parse", "main^{tree}");
  for (let index = 1; index <= 45; index += 1) {
    const { author, committer } = users[index % users.length] ?? { author: "", committer: "" };
    const env = {
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: author,
      GIT_COMMITTER_NAME: "C",
      GIT_COMMITTER_EMAIL: committer,
      GIT_COMMITTER_DATE: `${1_700_000_000 + index} +0000`,
      GIT_AUTHOR_DATE: `${1_700_000_000 + index} +0000`,
    };
    const args = ["commit-tree", tree, "-p", parent, "-m", `Change ${index}`];
    parent = (await runGit(args, { cwd: hosted.dir, env })).stdout.toString("utf8").trim();
    ids.push(parent);
  }
  await git(hosted.dir, "update-ref", "refs/heads/main", parent);
  await git(hosted.dir, "update-ref", "refs/heads/old/one", ids[4] ?? "");
  await git(hosted.dir, "update-ref", "refs/tags/v1", ids[2] ?? "");
});
afterAll(() => Promise.all([hosted.close(), empty.close()]));

type Query = Parameters<typeof list>[0];
const list = (
  query: {
    sha?: string;
    pageSize?: string;
    pageToken?: string;
    authorEmails?: string | string[];
    committerEmails?: string | string[];
  } = {},
) => hosted.test.call(listCommits, { params: hosted.params, query });
const shas = async (query: Query = {}) => (await list(query)).commits.map(({ sha }) => sha);
const send = (path: string, key = hosted.test.keys.user) =>
  hosted.test.send("GET", `${hosted.path}/commits${path}`, { key });
const newestFirst = () => [...ids].reverse();

/** Reads all pages. Returns the commits and the number of pages. */
async function all(query: Query) {
  const found: string[] = [];
  let pages = 0;
  let pageToken = "";
  do {
    const page = await list(pageToken ? { pageToken } : query);
    found.push(...page.commits.map(({ sha }) => sha));
    pageToken = page.nextPageToken;
    pages += 1;
  } while (pageToken !== "");
  return { found, pages };
}

describe("List Commits", () => {
  it("H-PAGE-01: lists the default branch, newest first, 30 per page, without stats", async () => {
    const page = await list();
    expect(page.commits).toHaveLength(30);
    expect(page.commits[0]).toEqual({
      sha: ids.at(-1),
      commit: {
        author: { name: "A", email: "ada@example.test", date: "2023-11-14T22:14:05+00:00" },
        committer: { name: "C", email: "bot@example.test", date: "2023-11-14T22:14:05+00:00" },
        message: "Change 45\n",
        tree: { sha: expect.stringMatching(/^[0-9a-f]{40}$/) },
      },
      parents: [{ sha: ids.at(-2) }],
    });
    expect(await all({})).toEqual({ found: newestFirst(), pages: 2 });
    expect((await list({ pageSize: "1000" })).commits).toHaveLength(46);
  });

  it("H-COMMIT-14: accepts HEAD, branches, tags and ids as the start", async () => {
    expect((await shas({ sha: "HEAD", pageSize: "1" }))[0]).toBe(ids.at(-1));
    expect(await shas({ sha: "old/one" })).toEqual(newestFirst().slice(-5));
    expect(await shas({ sha: "v1" })).toEqual(newestFirst().slice(-3));
    expect(await shas({ sha: ids[1] ?? "" })).toEqual(newestFirst().slice(-2));
    expect(await shas({ sha: "", pageSize: "1" })).toEqual([ids.at(-1)]);
  });

  it("continues from the first page's revision regardless of later pushes", async () => {
    const page = await list({ pageSize: "5" });
    await git(hosted.dir, "update-ref", "refs/heads/main", ids[0] ?? "");
    const rest = await list({ pageToken: page.nextPageToken, sha: "none", pageSize: "1", authorEmails: "unknown@x" });
    await git(hosted.dir, "update-ref", "refs/heads/main", ids.at(-1) ?? "");
    expect(rest.commits.map(({ sha }) => sha)).toEqual(newestFirst().slice(5, 10));
  });

  it("H-COMMIT-27 H-COMMIT-30: filters by author, ignoring case", async () => {
    const { found } = await all({ authorEmails: "grace@EXAMPLE.test" });
    expect(found).toEqual(newestFirst().filter((id) => ids.indexOf(id) % 3 === 2));
    expect((await all({ authorEmails: ["grace@example.test", "ada@example.test"] })).found).toEqual(newestFirst());
    expect((await all({ authorEmails: "unknown@example.test" })).found).toEqual([]);
  });

  it("H-COMMIT-28 H-COMMIT-31: filters by committer, ignoring surrounding whitespace", async () => {
    const { found } = await all({ committerEmails: [" ada@example.test\t", ""] });
    expect(found).toEqual(newestFirst().filter((id) => ids.indexOf(id) % 3 === 1 || id === ids[0]));
  });

  it("H-COMMIT-32: requires both filters to match", async () => {
    const both = { authorEmails: "ada@example.test", committerEmails: "bot@example.test" };
    expect((await all(both)).found).toEqual(newestFirst().filter((id) => ids.indexOf(id) % 3 === 0 && id !== ids[0]));
  });

  it("fills filtered pages without gaps", async () => {
    const { found, pages } = await all({ authorEmails: "grace@example.test", pageSize: "4" });
    expect([found.length, pages]).toEqual([15, 4]);
  });

  it("H-COMMIT-29: accepts up to 100 different addresses", async () => {
    const emails = Array.from({ length: 101 }, (_, index) => `user-${index}@x`);
    const same = Array.from({ length: 150 }, (_, index) => (index % 2 ? "a@x" : "A@X "));
    expect(await shas({ authorEmails: [...emails.slice(0, 100), ...same.map(() => "USER-1@x")] })).toEqual([]);
    for (const name of ["authorEmails", "committerEmails"]) {
      const query = new URLSearchParams(emails.map((email) => [name, email]));
      expect(await send(`?${query}`)).toMatchObject({ status: 400, body: { code: 3 } });
    }
  });

  it("rejects unknown revisions, foreign page tokens and callers without access", async () => {
    expect((await send("?sha=none")).status).toBe(404);
    expect((await send("?sha=main~1")).status).toBe(404);
    expect((await send("?pageToken=x")).status).toBe(400);
    expect((await send("", hosted.stranger)).status).toBe(404);
  });

  it("rejects modified page tokens", async () => {
    const text = (position: unknown) => (typeof position === "string" ? position : JSON.stringify(position));
    const token = (position: unknown) =>
      pageToken({ list: `commits ${hosted.repo.id}`, size: 5, after: text(position) });
    const good = { commit: ids.at(-1), skip: 1, authors: [], committers: [] };
    expect((await send(`?pageToken=${token(good)}`)).status).toBe(200);
    for (const position of [
      { ...good, commit: "--output=/tmp/x" },
      { ...good, commit: "main" },
      { ...good, commit: "f".repeat(40) },
      { ...good, commit: await git(hosted.dir, "rev-parse", "main^{tree}") },
      { ...good, skip: -1 },
      { ...good, skip: 1e300 },
      { ...good, extra: 1 },
      "{",
    ]) {
      expect(await send(`?pageToken=${token(position)}`), text(position)).toMatchObject({
        status: 400,
        body: { code: 3 },
      });
    }
  });

  it("is empty in an empty repository", async () => {
    expect(await empty.test.send("GET", `${empty.path}/commits`)).toMatchObject({
      status: 200,
      body: { commits: [], nextPageToken: "" },
    });
    expect((await empty.test.send("GET", `${empty.path}/commits?sha=main`)).status).toBe(404);
  });
});

it("H-COMMIT-33: ends a filtered page after scanning 1,000 commits and continues on the next", {
  tags: ["long"],
}, async () => {
  const stream = Array.from({ length: 2_300 }, (_, index) => {
    const who = index === 0 ? "rare@example.test" : "often@example.test";
    const line = `A <${who}> ${1_600_000_000 + index} +0000`;
    return `commit refs/heads/long\nauthor ${line}\ncommitter ${line}\ndata 1\nx\n\n`;
  }).join("");
  await runGit(["fast-import", "--quiet"], { cwd: hosted.dir, input: stream });
  const first = await list({ sha: "long", authorEmails: "rare@example.test" });
  expect(first.commits).toEqual([]);
  expect(first.nextPageToken).not.toBe("");
  const { found, pages } = await all({ sha: "long", authorEmails: "rare@example.test" });
  expect([found.length, pages]).toEqual([1, 3]);
});

describe("Get Commit", () => {
  const get = (sha: string) => hosted.test.call(getCommit, { params: { ...hosted.params, sha } });

  it("returns stats relative to the first parent", async () => {
    await hosted.git("checkout", "--quiet", "-b", "stats");
    const one = await hosted.commit({ "a.txt": "1\n2\n", "b.txt": "b\n" });
    await hosted.push("stats");
    expect((await get("stats")).stats).toEqual({ additions: 3, deletions: 1, total: 4 });
    expect((await get(one)).parents).toEqual([{ sha: ids[0] }]);
    expect((await get(ids[0] ?? "")).stats).toEqual({ additions: 1, deletions: 0, total: 1 });
    expect((await get(ids[3] ?? "")).stats).toEqual({ additions: 0, deletions: 0, total: 0 });
  });

  it("H-COMMIT-15 H-COMMIT-23: accepts HEAD, names and abbreviations of at least five characters", async () => {
    for (const sha of ["HEAD", "main", ids.at(-1)?.slice(0, 9) ?? ""]) expect((await get(sha)).sha).toBe(ids.at(-1));
    expect((await get("old/one")).sha).toBe(ids[4]);
    expect((await send(`/${ids[3]?.slice(0, 4)}`)).status).toBe(404);
    expect((await send("/main%5E")).status).toBe(404);
    expect((await empty.test.send("GET", `${empty.path}/commits/HEAD`)).status).toBe(404);
  });
});
