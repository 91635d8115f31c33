import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newObject, storeObjects } from "@/git/objects/store-objects";
import { formatTree, modes, treeEntry } from "@/git/objects/tree-object";
import { runGit } from "@/git/run-git";
import { git, testAuthor } from "@/git/testing/git-fixture";
import { getBlob } from "@/lib/contract/hosting/git-data/get-blob";
import { getGitCommit } from "@/lib/contract/hosting/git-data/get-git-commit";
import { getTag } from "@/lib/contract/hosting/git-data/get-tag";
import { getTree } from "@/lib/contract/hosting/git-data/get-tree";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let empty: HostedRepository;
let first: string;
let second: string;

beforeAll(async () => {
  [hosted, empty] = await Promise.all([startHostedRepository(), startHostedRepository()]);
  first = await hosted.commit(
    { "a.txt": "1\n", "src/deep/c.txt": "c\n", "run.sh": "#!/bin/sh\n" },
    "Start\n\nWith a body",
  );
  await chmod(join(hosted.work, "run.sh"), 0o755);
  await symlink("a.txt", join(hosted.work, "link"));
  await hosted.git("update-index", "--add", "--cacheinfo", `160000,${first},lib`);
  await hosted.git("add", "run.sh", "link");
  await hosted.git("commit", "--quiet", "--message=Second");
  second = await hosted.git("rev-parse", "HEAD");
  await hosted.git("tag", "--annotate", "v1", "--message=One", first);
  await hosted.git("tag", "light", first);
  await hosted.push("main", "main:refs/heads/feature/x", "--tags");
});
afterAll(() => Promise.all([hosted.close(), empty.close()]));

const send = (path: string, headers: Record<string, string> = {}, key = hosted.test.keys.user) =>
  hosted.test.send("GET", `${hosted.path}/git/${path}`, { headers, key });
const id = (revision: string) => git(hosted.dir, "rev-parse", revision);
const store = async (content: Buffer | string) => {
  const { stdout } = await runGit(["hash-object", "-w", "--stdin"], { cwd: hosted.dir, input: content });
  return stdout.toString("utf8").trim();
};

describe("Get Blob", () => {
  it("H-CONTENT-10: returns size and content in base64 lines of 60 characters", async () => {
    const sha = await store("z".repeat(100));
    const blob = await hosted.test.call(getBlob, { params: { ...hosted.params, sha } });
    expect(blob).toMatchObject({ sha, size: 100, encoding: "base64" });
    expect(blob.content.split("\n").map((line) => line.length)).toEqual([60, 60, 16, 0]);
    expect(Buffer.from(blob.content, "base64").toString("utf8")).toBe("z".repeat(100));
    expect((await hosted.test.call(getBlob, { params: { ...hosted.params, sha: await store("") } })).content).toBe("");
  });

  it.each(["application/vnd.repohost.raw", "application/json, application/vnd.repohost.raw+json;q=0.9"])(
    "returns raw bytes for Accept: %s",
    async (accept) => {
      const sha = await id("main:a.txt");
      const response = await send(`blobs/${sha}`, { accept });
      expect([response.body, response.headers.get("content-type")]).toEqual(["1\n", "application/octet-stream"]);
      // Browsers must not run scripts in it.
      expect(response.headers.get("content-security-policy")).toBe("sandbox");
    },
  );

  it("rejects blobs over 4 MiB", async () => {
    const largest = await store(Buffer.alloc(4 * 1024 * 1024, "y"));
    expect((await send(`blobs/${largest}`)).status).toBe(200);
    const more = await store(Buffer.alloc(4 * 1024 * 1024 + 1, "y"));
    expect(await send(`blobs/${more}`)).toMatchObject({ status: 400, body: { code: 9 } });
  });

  it("H-COMMIT-25: doesn't resolve abbreviations, names or other object types", async () => {
    const sha = await id("main:a.txt");
    for (const text of [sha.slice(0, 12), first, "main", "HEAD", "x", "f".repeat(40)]) {
      expect(await send(`blobs/${text}`), text).toMatchObject({ status: 404, body: { code: 5 } });
    }
    expect((await send(`blobs/${sha.toUpperCase()}`)).status).toBe(200);
  });
});

describe("Get Git Commit", () => {
  const get = (sha: string) => hosted.test.call(getGitCommit, { params: { ...hosted.params, sha } });

  it("returns the flat format in the commit's time zone", async () => {
    const tree = await id("main^{tree}");
    const env = { ...testAuthor, GIT_AUTHOR_DATE: "1415393905 +0100", GIT_COMMITTER_DATE: "1415393905 -0730" };
    const args = ["commit-tree", tree, "-p", first, "-p", second, "-m", "Merge ünicode"];
    const { stdout } = await runGit(args, { cwd: hosted.dir, env });
    const sha = stdout.toString("utf8").trim();
    expect(await get(sha)).toEqual({
      sha,
      author: { name: "Ada Test", email: "ada@example.test", date: "2014-11-07T21:58:25+01:00" },
      committer: { name: "Ada Test", email: "ada@example.test", date: "2014-11-07T13:28:25-07:30" },
      message: "Merge ünicode\n",
      tree: { sha: tree },
      parents: [{ sha: first }, { sha: second }],
    });
    expect((await get(first)).parents).toEqual([]);
  });

  it("reads commits in other encodings and multi-line headers", async () => {
    const tree = await id("main^{tree}");
    const text = Buffer.from(
      `tree ${tree}\nauthor J\xfcrgen <j@example.test> 1 +0000\ncommitter J\xfcrgen <j@example.test> 1 +0000\n` +
        `gpgsig -----BEGIN\n author <x@y> 9 +0000\n -----END\nencoding ISO-8859-1\n\nGr\xfc\xdfe\n`,
      "latin1",
    );
    const commit = newObject("commit", text);
    await storeObjects(hosted.dir, [commit]);
    expect(await get(commit.id)).toMatchObject({ author: { name: "Jürgen" }, message: "Grüße\n", parents: [] });
  });

  it("H-COMMIT-17: accepts HEAD, branches (including names with slashes) and tags", async () => {
    for (const sha of ["HEAD", "main", "feature/x", "refs/heads/main"]) expect((await get(sha)).sha).toBe(second);
    for (const sha of ["v1", "light"]) expect((await get(sha)).sha).toBe(first);
  });

  it("H-COMMIT-18 H-COMMIT-19 H-COMMIT-21: accepts an unambiguous abbreviation of at least five characters", async () => {
    expect((await get(first.slice(0, 5))).sha).toBe(first);
    expect((await send(`commits/${first.slice(0, 4)}`)).status).toBe(404);
    const unused = ["00000", "fffff", "12345"].find((text) => !first.startsWith(text) && !second.startsWith(text));
    expect((await send(`commits/${unused}`)).status).toBe(404);
  });

  it("H-COMMIT-20 H-COMMIT-22: is ambiguous for several commits, but not for a commit and a blob", async () => {
    const tree = await id("main^{tree}");
    const created = new Map<string, string>();
    let pair: { prefix: string; one: string; two: string } | undefined;
    const objects = [];
    for (let index = 0; !pair; index += 1) {
      const line = `A <a@b> ${index} +0000`;
      const commit = newObject("commit", Buffer.from(`tree ${tree}\nauthor ${line}\ncommitter ${line}\n\nx\n`));
      const prefix = commit.id.slice(0, 5);
      const other = created.get(prefix);
      if (other) pair = { prefix, one: other, two: commit.id };
      created.set(prefix, commit.id);
      objects.push(commit);
    }
    await storeObjects(
      hosted.dir,
      objects.filter(({ id: each }) => each === pair?.one || each === pair?.two),
    );
    expect(await send(`commits/${pair.prefix}`)).toMatchObject({ status: 400, body: { code: 3 } });

    let blob = newObject("blob", Buffer.from("0"));
    for (let index = 0; !blob.id.startsWith(first.slice(0, 5)); index += 1)
      blob = newObject("blob", Buffer.from(`${index}`));
    await storeObjects(hosted.dir, [blob]);
    expect((await get(first.slice(0, 5))).sha).toBe(first);
  });

  it.each(["main~1", "HEAD^", "--all", "none", "main:a.txt", "@"])(
    "doesn't evaluate revision expressions: %s",
    async (sha) => {
      expect((await send(`commits/${encodeURIComponent(sha)}`)).status).toBe(404);
    },
  );
});

describe("Get Tag", () => {
  it("H-CONTENT-10 H-COMMIT-26: returns an annotated tag only by its full id", async () => {
    const sha = await id("refs/tags/v1");
    expect(await hosted.test.call(getTag, { params: { ...hosted.params, sha } })).toEqual({
      sha,
      tag: "v1",
      message: "One\n",
      tagger: { name: "Ada Test", email: "ada@example.test", date: expect.stringMatching(/\+00:00$/) },
      object: { sha: first, type: "commit" },
    });
    for (const text of [sha.slice(0, 12), "v1", "light", first]) {
      expect((await send(`tags/${text}`)).status, text).toBe(404);
    }
  });
});

describe("Get Tree", () => {
  const get = (sha: string, recursive?: string) =>
    hosted.test.call(getTree, {
      params: { ...hosted.params, sha },
      query: recursive === undefined ? {} : { recursive },
    });
  const listed = async (sha: string, recursive?: string) =>
    (await get(sha, recursive)).tree.map(({ path, mode, type, size }) => [path, mode, type, size]);

  const children = [
    ["a.txt", "100644", "blob", 2],
    ["lib", "160000", "commit", undefined],
    ["link", "120000", "blob", 5],
    ["run.sh", "100755", "blob", 10],
    ["src", "040000", "tree", undefined],
  ];

  it("H-CONTENT-06: accepts HEAD, branches, commits and tree ids", async () => {
    const tree = await id("main^{tree}");
    for (const sha of ["HEAD", "main", "feature/x", second, second.slice(0, 7), tree]) {
      expect(await get(sha)).toMatchObject({ sha: tree, truncated: false });
    }
    expect(await listed("main")).toEqual(children);
    expect((await get(await id("main:src"))).tree).toEqual([
      { path: "deep", mode: "040000", type: "tree", sha: await id("main:src/deep") },
    ]);
  });

  it.each(["true", "1"])("H-CONTENT-07 H-CONTENT-08: recursive=%s walks the whole tree", async (recursive) => {
    expect(await listed("main", recursive)).toEqual([
      ...children,
      ["src/deep", "040000", "tree", undefined],
      ["src/deep/c.txt", "100644", "blob", 2],
    ]);
  });

  it.each(["false", "0", "TRUE", "yes", "", "2"])("H-CONTENT-09: recursive=%j does not", async (recursive) => {
    expect(await listed("main", recursive)).toEqual(children);
  });

  it("truncates a tree that claims ten billion paths, and reports it", { tags: ["long"] }, async () => {
    let level = newObject("blob", Buffer.from("boom"));
    const objects = [level];
    for (let depth = 0; depth < 10; depth += 1) {
      const mode = depth === 0 ? modes.file : modes.tree;
      const entries = Array.from({ length: 10 }, (_, index) => treeEntry(mode, `d${index}`, level.id));
      level = newObject("tree", formatTree(entries));
      objects.push(level);
    }
    await storeObjects(hosted.dir, objects);
    const started = Date.now();
    const bomb = await get(level.id, "1");
    expect([bomb.truncated, bomb.tree.length <= 100_000]).toEqual([true, true]);
    expect(Buffer.byteLength(JSON.stringify(bomb.tree))).toBeLessThanOrEqual(7 * 1024 * 1024 + 2);
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it("returns 404 for other objects", async () => {
    for (const sha of [await id("main:a.txt"), "none", "main:src", "f".repeat(40)]) {
      expect((await send(`trees/${encodeURIComponent(sha)}`)).status, sha).toBe(404);
    }
    expect((await send("trees/main", {}, hosted.stranger)).status).toBe(404);
  });
});

it("an empty repository returns 409", async () => {
  for (const path of [`blobs/${first}`, "commits/HEAD", `tags/${first}`, "trees/HEAD"]) {
    expect(await empty.test.send("GET", `${empty.path}/git/${path}`), path).toMatchObject({
      status: 409,
      body: { code: 10 },
    });
  }
});
