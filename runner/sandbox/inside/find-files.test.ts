import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFiles, isPlainFolder, openPlainFile } from "./find-files";

let root = "";
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "slipway-files-")));
  await mkdir(join(root, "outside"));
  await writeFile(join(root, "outside", "secret"), "secret");
  await mkdir(join(root, "inside", "deep"), { recursive: true });
  await writeFile(join(root, "inside", "deep", "b"), "b");
  await writeFile(join(root, "inside", "a"), "a");
  await symlink(join(root, "outside"), join(root, "inside", "folder"));
  await symlink(join(root, "outside", "secret"), join(root, "inside", "file"));
});
afterAll(() => rm(root, { recursive: true }));

describe("an agent's files", () => {
  it("are listed recursively without following links", async () => {
    expect(await findFiles(join(root, "inside"))).toEqual(["a", "deep/b"]);
    expect(await isPlainFolder(join(root, "inside"))).toBe(true);
    expect(await isPlainFolder(join(root, "inside", "folder"))).toBe(false);
  });

  it.each(["file", "folder/secret", "folder", "deep", "none"])("doesn't open %s", async (name) => {
    expect(await openPlainFile(join(root, "inside", name))).toBeUndefined();
  });

  it("are opened if no link is involved", async () => {
    const file = await openPlainFile(join(root, "inside", "deep", "b"));
    expect(await file?.readFile("utf8")).toBe("b");
    await file?.close();
  });
});
