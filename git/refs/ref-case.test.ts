import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git, temporaryFolder } from "../testing/git-fixture";
import { findCaseConflicts } from "./ref-case";
import { noObject } from "./references";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let commit = "";

beforeAll(async () => {
  folder = await temporaryFolder();
  await git(folder.path, "init", "--quiet", "--initial-branch=main");
  commit = await commitFile(folder.path, "a.txt", "a");
  for (const name of ["topic/one", "café", "Twice", "tWICE"]) {
    // Simulates a case-preserving file system on every platform.
    await git(folder.path, "update-ref", `refs/heads/${name}`, commit);
  }
  await git(folder.path, "pack-refs", "--all");
  await git(folder.path, "update-ref", "refs/heads/loose/One", commit);
  await git(folder.path, "tag", "Loose");
});
afterAll(() => folder.remove());

const conflicts = async (...names: string[]) => {
  const updates = names.map((name) => ({ ref: `refs/heads/${name}`, before: noObject, after: commit }));
  return (await findCaseConflicts(`${folder.path}/.git`, updates)).map(({ existing }) => existing);
};

describe("a reference name", () => {
  it.each([
    ["Main", "refs/heads/main"],
    ["Main/x", "refs/heads/main"],
    ["Topic", "refs/heads/topic/one"],
    ["TOPIC/ONE", "refs/heads/topic/one"],
    ["topic/One/x", "refs/heads/topic/one"],
    ["CAFE\u0301", "refs/heads/café"],
    ["loose/one", "refs/heads/loose/One"],
    ["Loose", "refs/heads/loose/One"],
  ])("%s conflicts with %s", async (name, existing) => {
    expect(await conflicts(name)).toEqual([existing]);
  });

  it("conflicts with another of the same push", async () => {
    expect(await conflicts("new", "New")).toEqual(["refs/heads/new"]);
    expect(await conflicts("new/a", "New")).toEqual(["refs/heads/new/a"]);
  });

  it("conflicts also if the other reference is at the id that the update expects", async () => {
    const update = (name: string) => ({ ref: `refs/heads/${name}`, before: commit, after: commit });
    expect(await findCaseConflicts(`${folder.path}/.git`, [update("tWICE"), update("Main")])).toEqual([
      { ref: "refs/heads/Main", existing: "refs/heads/main" },
    ]);
  });

  it("doesn't conflict with a lock", async () => {
    await writeFile(`${folder.path}/.git/refs/heads/pending.lock`, "");
    expect(await conflicts("PENDING.LOCK")).toEqual([]);
  });

  it.each(["main", "mains", "topic/two", "Topic/two", "Twice", "tWICE"])("%s conflicts with nothing", async (name) => {
    expect(await conflicts(name)).toEqual([]);
  });
});
