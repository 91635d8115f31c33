import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBlame } from "@/lib/contract/hosting/contents/get-blame";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let created: string;
let renamed: string;
let edited: string;

const path = 'n"ew ü.ts';
const same = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");

beforeAll(async () => {
  hosted = await startHostedRepository();
  created = await hosted.commit({ "old.ts": same, "folder/x.ts": "x\n" }, "Create\n\nWith details.");
  await hosted.git("mv", "old.ts", path);
  renamed = await hosted.commit({ [path]: `${same}added\n` }, "Rename and add");
  edited = await hosted.commit({ [path]: `first\n${same}added\n` }, "Edit");
  await hosted.commit({ "large.txt": "x\n".repeat(600_000), "empty.txt": "" }, "Add a large file");
  await hosted.push("main");
});
afterAll(() => hosted.close());

const blame = (query: { path: string; ref?: string }) => hosted.test.call(getBlame, { params: hosted.params, query });
const status = async (query: Record<string, string>, key = hosted.test.keys.user) =>
  (await hosted.test.send("GET", `${hosted.path}/blame?${new URLSearchParams(query)}`, { key })).status;

describe("Get Blame", () => {
  it("returns the commit of each line, and the commit and path before it", async () => {
    const { sha, commits, ranges } = await blame({ path, ref: edited });
    expect(sha).toBe(edited);
    expect(ranges).toEqual([
      { sha: edited, path, startLine: 1, lineCount: 1, originalStartLine: 1 },
      { sha: created, path: "old.ts", startLine: 2, lineCount: 20, originalStartLine: 1 },
      { sha: renamed, path, startLine: 22, lineCount: 1, originalStartLine: 21 },
    ]);
    const of = (id: string) => commits.find((commit) => commit.sha === id);
    expect(of(edited)).toMatchObject({ subject: "Edit", previous: { sha: renamed, path } });
    expect(of(renamed)).toMatchObject({ subject: "Rename and add", previous: { sha: created, path: "old.ts" } });
    expect(of(created)).toMatchObject({ subject: "Create", author: { name: "Ada Test", email: "ada@example.test" } });
    expect(of(created)).not.toHaveProperty("previous");
  });

  it("can be repeated before a change", async () => {
    const { commits } = await blame({ path, ref: edited });
    const previous = commits.find(({ sha }) => sha === renamed)?.previous;
    const before = await blame({ path: previous?.path ?? "", ref: previous?.sha ?? "" });
    expect(before.ranges).toEqual([
      { sha: created, path: "old.ts", startLine: 1, lineCount: 20, originalStartLine: 1 },
    ]);
  });

  it("has no ranges for an empty file", async () => {
    expect((await blame({ path: "empty.txt" })).ranges).toEqual([]);
  });

  it("rejects folders, large files, unknown paths and callers without access", async () => {
    for (const wrong of ["", "folder", "large.txt", "a/../b"]) expect(await status({ path: wrong })).toBe(400);
    expect(await status({ path: "none.ts" })).toBe(404);
    expect(await status({ path: "old.ts", ref: "main" })).toBe(404);
    expect(await status({ path }, hosted.stranger)).toBe(404);
  });
});
