import { execFile } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { removeTree } from "./remove-tree";

it("deletes a tree with paths longer than the system allows, without following links", async () => {
  const folder = await mkdtemp(join(tmpdir(), "slipway-tree-"));
  const outside = join(folder, "outside");
  const tree = join(folder, "tree");
  await mkdir(tree);
  await mkdir(outside);
  await writeFile(join(outside, "kept"), "kept");
  await symlink(outside, join(tree, "link"));
  const dig = "name=$(printf %0200d 0); for i in $(seq 40); do mkdir $name && cd -P $name || exit 1; done";
  await promisify(execFile)("/bin/sh", ["-c", dig], { cwd: tree });
  await removeTree(tree);
  await expect(lstat(tree)).rejects.toThrow("ENOENT");
  expect(await readFile(join(outside, "kept"), "utf8")).toBe("kept");
  await rm(folder, { recursive: true });
});

it("deletes folders that were closed to their owner", async () => {
  const tree = await mkdtemp(join(tmpdir(), "slipway-tree-"));
  await mkdir(join(tree, "closed", "inner"), { recursive: true });
  await writeFile(join(tree, "closed", "inner", "file"), "x");
  await chmod(join(tree, "closed", "inner"), 0);
  await chmod(join(tree, "closed"), 0o500);
  await removeTree(tree);
  await expect(lstat(tree)).rejects.toThrow("ENOENT");
});
