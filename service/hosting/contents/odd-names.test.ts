import { mkdir, rename, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCommitFiles } from "@/lib/contract/hosting/commits/list-commit-files";
import { getBlame } from "@/lib/contract/hosting/contents/get-blame";
import { getContents } from "@/lib/contract/hosting/contents/get-contents";
import { grepContents } from "@/lib/contract/hosting/contents/grep-contents";
import { listFileHistory } from "@/lib/contract/hosting/contents/list-file-history";
import { createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { getTree } from "@/lib/contract/hosting/git-data/get-tree";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

/** Latin-1 names, which aren't UTF-8 and become the same text if their bytes are replaced. */
const ete = String.raw`"\351t\351.txt"`;
const ele = String.raw`"\350l\350.txt"`;
const deep = String.raw`"d\351"/x.txt`;

let hosted: HostedRepository;
let added: string;
let head: string;

const at = (name: string) => Buffer.concat([Buffer.from(`${hosted.work}/`), Buffer.from(name, "latin1")]);

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "plain.txt": "plain\n" });
  await mkdir(at("d\xe9"));
  await writeFile(at("\xe9t\xe9.txt"), "summer needle\n");
  await writeFile(at("\xe8l\xe8.txt"), "pupil\nneedle\n");
  await writeFile(at("d\xe9/x.txt"), Array.from({ length: 20 }, (_, index) => `needle ${index}\n`).join(""));
  added = await hosted.commit({}, "Add");
  await rename(at("d\xe9/x.txt"), at("d\xe9/\xe9.txt"));
  head = await hosted.commit({}, "Rename");
  await hosted.push("main", "main:refs/heads/edit");
});
afterAll(() => hosted.close());

describe("names that aren't UTF-8", () => {
  it("are different in trees and contents, and can be read back", async () => {
    const { params, test } = hosted;
    const { entries = [] } = await test.call(getContents, { params, query: {} });
    expect(entries.map(({ path }) => path)).toEqual([String.raw`"d\351"`, "plain.txt", ele, ete]);
    for (const [path, content] of [
      [ete, "summer needle\n"],
      [ele, "pupil\nneedle\n"],
    ] as const) {
      const file = await test.call(getContents, { params, query: { path } });
      expect(Buffer.from(file.content ?? "", "base64").toString()).toBe(content);
    }
    const tree = await test.call(getTree, { params: { ...params, sha: head }, query: { recursive: "true" } });
    expect(tree.tree.map(({ path }) => path)).toContain(String.raw`"d\351"/"\351.txt"`);
  });

  it("are different in changes, with their own lines", async () => {
    const { params, test } = hosted;
    const files = async (ref: string) => (await test.call(listCommitFiles, { params: { ...params, sha: ref } })).files;
    const diffs = await files(added);
    expect(diffs.map(({ filename, additions }) => [filename, additions])).toEqual([
      [deep, 20],
      [ele, 2],
      [ete, 1],
    ]);
    expect(diffs.find(({ filename }) => filename === ele)?.patch).toContain("+pupil");
    const renamed = { filename: String.raw`"d\351"/"\351.txt"`, previousFilename: deep, status: "renamed" };
    expect(await files(head)).toMatchObject([renamed]);
  });

  it("are found by search, also below their own folder", async () => {
    const { params, test } = hosted;
    const grep = async (filterPath: string) =>
      (await test.call(grepContents, { params, body: { query: "needle$", filterPath } })).matches.map(
        ({ path }) => path,
      );
    expect(await grep("")).toEqual([ele, ete]);
    expect(await grep(ete)).toEqual([ete]);
    const { matches } = await test.call(grepContents, { params, body: { query: "needle 7", filterPath: '"d\\351"' } });
    expect(matches).toMatchObject([{ path: String.raw`"d\351"/"\351.txt"` }]);
  });

  it("have a history and a blame", async () => {
    const { params, test } = hosted;
    const path = String.raw`"d\351"/"\351.txt"`;
    const { changes } = await test.call(listFileHistory, { params, query: { path } });
    expect(changes.map(({ path: each, previousPath }) => [each, previousPath])).toEqual([
      [path, deep],
      [deep, undefined],
    ]);
    const { ranges } = await test.call(getBlame, { params, query: { path } });
    expect(ranges).toMatchObject([{ path: deep, startLine: 1, lineCount: 20 }]);
    expect((await test.call(getBlame, { params, query: { path: ele } })).ranges).toHaveLength(1);
  });

  it("are kept by commits that change their files, and can't be new", async () => {
    const { params, test } = hosted;
    const file = { path: ete, content: "winter\n" };
    const author = { name: "Ada", email: "ada@example.test" };
    await test.call(createCommitFromFiles, {
      params,
      body: { targetBranch: "edit", expectedHeadSha: head, message: "Edit", author, files: [file] },
    });
    const path = `${hosted.path}/git/commits:createFromFiles`;
    for (const name of [String.raw`"\056git"`, String.raw`"\351.txt"`, String.raw`"\351"/new.txt`]) {
      const body = {
        targetBranch: "main",
        expectedHeadSha: head,
        message: "Add",
        author,
        files: [{ ...file, path: name }],
      };
      expect((await test.send("POST", path, { body })).status, name).toBe(400);
    }
    const { entries = [] } = await test.call(getContents, { params, query: { ref: "edit" } });
    expect(entries.map(({ path }) => path)).toEqual([String.raw`"d\351"`, "plain.txt", ele, ete]);
  });
});
