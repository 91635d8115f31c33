import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { changedFiles } from "./changed-files";
import { fileDiffs } from "./file-diffs";
import { createObjectReaders, type ObjectReaders } from "./object-readers";
import { git, temporaryFolder } from "./testing/git-fixture";

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
