import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getContents } from "@/lib/contract/hosting/contents/get-contents";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let first: string;
let second: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  first = await hosted.commit({ "README.md": "one\n", "src/deep/naïve file.txt": "ü\n", "empty.txt": "" });
  await symlink("README.md", join(hosted.work, "link"));
  second = await hosted.commit({
    "README.md": "two, longer\n",
    "big.bin": "x".repeat(1024 * 1024 + 1),
    "just.bin": "y".repeat(1024 * 1024),
  });
  await hosted.git("branch", "old/one", first);
  await hosted.git("tag", "--annotate", "v1", "--message=One", first);
  await hosted.git("update-index", "--add", "--cacheinfo", `160000,${first},vendor/lib`);
  await hosted.git("commit", "--quiet", "--message=Add a submodule");
  await hosted.push("main", "old/one", "v1");
});
afterAll(() => hosted.close());

const get = (query: { path?: string; ref?: string } = {}) =>
  hosted.test.call(getContents, { params: hosted.params, query });
const errorResponse = (query: { path?: string; ref?: string }, key = hosted.test.keys.user) =>
  hosted.test.send("GET", `${hosted.path}/contents?${new URLSearchParams(Object.entries(query))}`, { key });
const text = (content: string | undefined) => Buffer.from(content ?? "", "base64").toString("utf8");

describe("Get Contents", () => {
  it("H-CONTENT-01: returns a file in base64 with its decoded size", async () => {
    const sha = await git(hosted.dir, "rev-parse", "main:README.md");
    const file = await get({ path: "README.md" });
    expect(file).toEqual({
      type: "file",
      encoding: "base64",
      size: "12",
      name: "README.md",
      path: "README.md",
      sha,
      content: Buffer.from("two, longer\n").toString("base64"),
    });
    expect(await get({ path: "empty.txt" })).toMatchObject({ type: "file", size: "0", content: "" });
    expect(text((await get({ path: "src/deep/naïve file.txt" })).content)).toBe("ü\n");
  });

  it("returns a folder with its immediate children, and the root for an empty path", async () => {
    const root = await get();
    expect(root).toMatchObject({ type: "dir", name: "", path: "", size: "0" });
    expect(root.entries?.map(({ name, type, size }) => [name, type, size])).toEqual([
      ["README.md", "file", "12"],
      ["big.bin", "file", "1048577"],
      ["empty.txt", "file", "0"],
      ["just.bin", "file", "1048576"],
      ["link", "file", "9"],
      ["src", "dir", "0"],
      ["vendor", "dir", "0"],
    ]);
    const deep = await get({ path: "src" });
    expect(deep.entries).toEqual([
      {
        type: "dir",
        size: "0",
        name: "deep",
        path: "src/deep",
        sha: await git(hosted.dir, "rev-parse", "main:src/deep"),
      },
    ]);
  });

  it("returns a symlink as a file with its target, and a submodule as a submodule", async () => {
    expect(text((await get({ path: "link" })).content)).toBe("README.md");
    expect(await get({ path: "vendor/lib" })).toEqual({
      type: "submodule",
      size: "0",
      name: "lib",
      path: "vendor/lib",
      sha: first,
    });
  });

  it("H-CONTENT-04: accepts HEAD, branches, tags, full names, ids and abbreviations", async () => {
    for (const ref of ["HEAD", "main", "refs/heads/main", second, second.slice(0, 8), ""]) {
      expect(text((await get({ path: "README.md", ref })).content), ref).toBe("two, longer\n");
    }
    for (const ref of ["old/one", "v1", "refs/tags/v1", first.toUpperCase()]) {
      expect(text((await get({ path: "README.md", ref })).content), ref).toBe("one\n");
    }
  });

  it("sees pushes immediately, with packed or loose refs", async () => {
    await hosted.commit({ "late.txt": "1\n" });
    await hosted.push("main");
    expect(text((await get({ path: "late.txt" })).content)).toBe("1\n");
    await git(hosted.dir, "pack-refs", "--all");
    expect(text((await get({ path: "late.txt" })).content)).toBe("1\n");
    await hosted.commit({ "late.txt": "2\n" });
    await hosted.push("main");
    await git(hosted.dir, "repack", "-adq");
    expect(text((await get({ path: "late.txt" })).content)).toBe("2\n");
  });

  it("H-CONTENT-02: rejects files over 1 MiB", async () => {
    expect((await get({ path: "just.bin" })).size).toBe("1048576");
    expect(await errorResponse({ path: "big.bin" })).toMatchObject({ status: 400, body: { code: 9 } });
  });

  it.each([
    { path: "none.txt" },
    { path: "README.md/below" },
    { path: "src/none/deeper" },
    { ref: "none" },
    { ref: "main~1" },
    { ref: "main:README.md" },
    { ref: "--help" },
    { ref: "@{-1}" },
    { ref: "long/".repeat(2_000) },
    { ref: `refs/heads/${"n".repeat(5_000)}` },
    { ref: "v1-gabcdef1" },
    { ref: "refs/heads/main-g1234567" },
    { ref: "0123456789012345678901234567890123456789" },
  ])("H-ERR-09: returns 404 for %j", async (query) => {
    expect(await errorResponse(query)).toMatchObject({ status: 404, body: { code: 5 } });
  });

  it.each(["/README.md", "src/", "src//deep", "./README.md", "src/../README.md", "..", "a".repeat(4_097)])(
    "rejects the path %s and names the field",
    async (path) => {
      expect(await errorResponse({ path })).toMatchObject({
        status: 400,
        body: { code: 3, details: [{ fieldViolations: [{ field: "path" }] }, {}] },
      });
    },
  );

  it("H-ERR-10: returns not found without access", async () => {
    expect(await errorResponse({ path: "README.md" }, hosted.stranger)).toMatchObject({
      status: 404,
      body: { message: "Repository not found" },
    });
  });
});

it("returns 404 in an empty repository", async () => {
  const empty = await startHostedRepository();
  expect((await empty.test.send("GET", `${empty.path}/contents`)).status).toBe(404);
  await empty.close();
});
