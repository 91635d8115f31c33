import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { createObjectReaders, type ObjectReaders } from "../objects/object-readers";
import { formatTree, modes, treeEntry } from "../objects/tree-object";
import { git, temporaryFolder } from "../testing/git-fixture";
import { commitTree, storeObject } from "../testing/tree-bomb";
import { changedFiles } from "./changed-files";
import { fileDiffs } from "./file-diffs";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let readers: ObjectReaders;
let dir: string;
let gitDir: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dir = folder.path;
  gitDir = join(dir, ".git");
  await git(dir, "init", "--quiet", "--initial-branch=main", ".");
  readers = createObjectReaders(systemClock);
});
afterAll(async () => {
  readers.close();
  await folder.remove();
});

async function commit(files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  await git(dir, "add", "--all");
  await git(dir, "commit", "--quiet", "--message=Change");
  return git(dir, "rev-parse", "HEAD");
}

const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join("");

describe("the hunks of a file", () => {
  it.each([
    ["CR", "\r"],
    ["U+2028", "\u2028"],
    ["U+2029", "\u2029"],
    ["CR LF", "\r\n"],
    ["LF", "\n"],
  ])("can't be replaced or cut by text of another one after %s", async (_name, separator) => {
    const before = await commit({ "evil.js": `safe();\n${lines}`, "notes.txt": `intro\n${lines}end\n` });
    await commit({ "evil.js": `steal();\n${lines}` });
    const ids = await Promise.all([before, "HEAD"].map((revision) => git(dir, "rev-parse", `${revision}:evil.js`)));
    const spoofed = ["intro", "diff --git a/x b/x", `index ${ids.join("..")} 100644`, "@@ -1 +1 @@", "+harmless"];
    const after = await commit({ "notes.txt": `${spoofed.join(separator)}\n${lines}end, harmless\n` });
    const files = await changedFiles(gitDir, before, after);
    const [evil, notes] = await fileDiffs(readers.of(gitDir), { from: before, to: after, files });
    expect(evil?.patch.split("\n").slice(1, 3)).toEqual(["-safe();", "+steal();"]);
    expect(notes?.patch).toContain("\n-end\n+end, harmless");
    for (const { patch, additions, deletions } of [evil, notes].filter((file) => file !== undefined)) {
      const signs = patch.split("\n").map((line) => line[0]);
      expect([signs.filter((sign) => sign === "+").length, signs.filter((sign) => sign === "-").length]).toEqual([
        additions,
        deletions,
      ]);
    }
  });
});

/** A commit of files whose paths are about 3,800 bytes long and aren't UTF-8. */
async function commitDeep(text: string, count: number): Promise<string> {
  const blob = await storeObject(dir, "blob", Buffer.from(text));
  const names = Array.from({ length: count }, (_, index) => `${index}.txt`);
  let id = await storeObject(dir, "tree", formatTree(names.map((name) => treeEntry(modes.file, name, blob))));
  const folderName = Buffer.concat([Buffer.alloc(249, "a"), Buffer.from([0xe9])]);
  for (let level = 0; level < 15; level += 1) {
    id = await storeObject(dir, "tree", formatTree([treeEntry(modes.tree, "", id, folderName)]));
  }
  return commitTree(dir, id);
}

it("compares files whose paths are together too long for the arguments of a process", { tags: ["long"] }, async () => {
  const [from, to] = [await commitDeep("one\n", 300), await commitDeep("one\ntwo\n", 300)];
  const files = await changedFiles(gitDir, from, to);
  const diffs = await fileDiffs(readers.of(gitDir), { from, to, files });
  expect(diffs).toHaveLength(300);
  for (const { additions, deletions, patch } of diffs) {
    expect([additions, deletions, patch]).toEqual([1, 0, "@@ -1 +1,2 @@\n one\n+two\n"]);
  }
});
