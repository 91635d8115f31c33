import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRepositoryStore, type RepositoryStore } from "./repository-store";
import { git, temporaryFolder } from "./testing/git-fixture";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: RepositoryStore;

beforeEach(async () => {
  folder = await temporaryFolder();
  store = createRepositoryStore(folder.path);
});
afterEach(() => folder.remove());

it("creates bare repositories by id with their initial branch", async () => {
  const dir = await store.create("repo_one", { initialBranch: "trunk" });
  expect(dir).toBe(join(folder.path, "git", "repo_one.git"));
  expect(await git(dir, "symbolic-ref", "HEAD")).toBe("refs/heads/trunk");
  expect(await store.exists("repo_one")).toBe(true);
  expect(await store.list()).toEqual(["repo_one"]);
});

it("never replaces a repository, and leaves no files after a failure", async () => {
  await store.create("repo_one", { initialBranch: "main" });
  await expect(store.create("repo_one", { initialBranch: "main" })).rejects.toThrow();
  await expect(store.create("repo_two", { initialBranch: "-bad" })).rejects.toThrow("must not start with a dash");
  expect(await readdir(join(folder.path, "git"))).toEqual(["repo_one.git"]);
});

it("deletes a repository, even if it doesn't exist", async () => {
  await store.create("repo_one", { initialBranch: "main" });
  await store.delete("repo_one");
  await store.delete("repo_one");
  expect(await readdir(join(folder.path, "git"))).toEqual([]);
});

it("removes unfinished folders after a crash", async () => {
  await store.create("repo_one", { initialBranch: "main" });
  await mkdir(join(folder.path, "git", ".new-x"));
  await mkdir(join(folder.path, "git", ".old-x"));
  await store.sweep();
  expect(await readdir(join(folder.path, "git"))).toEqual(["repo_one.git"]);
});

it.each(["..", "../x", "a/b", "", ".", "a\0b", "-x", ".hidden", "a.git/../b"])("rejects the id %j", (id) => {
  expect(() => store.path(id)).toThrow("not a repository id");
});
