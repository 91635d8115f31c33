import { afterAll, beforeAll, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { readReference } from "../refs/references";
import { runGit } from "../run-git";
import { commitFile, git, temporaryFolder } from "../testing/git-fixture";
import { findCommit } from "./find-commit";
import { createObjectReaders, type ObjectReaders, ObjectTooLarge } from "./object-readers";
import { newObject, storeObjects } from "./store-objects";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dir: string;
let first: string;
const clock = new FakeClock();
let readers: ObjectReaders;

beforeAll(async () => {
  folder = await temporaryFolder();
  await git(folder.path, "init", "--quiet", "--initial-branch=main");
  first = await commitFile(folder.path, "a.txt", "one\n");
  dir = `${folder.path}/.git`;
  readers = createObjectReaders(clock, 3);
});
afterAll(async () => {
  readers.close();
  await folder.remove();
});

it("matches concurrent requests with their responses", { tags: ["long"] }, async () => {
  const blobs = Array.from({ length: 300 }, (_, index) => newObject("blob", Buffer.from(`${index}\n`.repeat(index))));
  await storeObjects(dir, blobs);
  const reader = readers.of(dir);
  const responses = await Promise.all(
    blobs.flatMap(({ id }) => [reader.read(id, 10_000), reader.info(id), reader.info("f".repeat(40))]),
  );
  for (const [index, blob] of blobs.entries()) {
    expect(responses[index * 3]).toMatchObject({ type: "blob", content: blob.content });
    expect(responses[index * 3 + 1]).toEqual({ type: "blob", size: blob.content.length });
    expect(responses[index * 3 + 2]).toBeUndefined();
  }
});

it.each(["HEAD", "main", "", "a\nb", `${"f".repeat(40)}\ninfo HEAD`, "f".repeat(39), "--help"])(
  "rejects ids that aren't complete: %j",
  async (text) => {
    await expect(readers.of(dir).info(text)).rejects.toThrow("complete object id");
    await expect(readers.of(dir).read(text, 10)).rejects.toThrow("complete object id");
  },
);

it("doesn't read objects over the limit", async () => {
  const blob = newObject("blob", Buffer.alloc(1_001));
  await storeObjects(dir, [blob]);
  await expect(readers.of(dir).read(blob.id, 1_000)).rejects.toThrow(ObjectTooLarge);
  expect((await readers.of(dir).read(blob.id, 1_001))?.size).toBe(1_001);
});

it("finds objects added or repacked after the process started", async () => {
  const second = await commitFile(folder.path, "a.txt", "two\n");
  expect((await readers.of(dir).info(second))?.type).toBe("commit");
  await runGit(["repack", "-adq"], { cwd: folder.path });
  await runGit(["prune-packed", "-q"], { cwd: folder.path });
  clock.advance(5_000);
  const blob = await git(folder.path, "rev-parse", "HEAD:a.txt");
  expect((await readers.of(dir).read(blob, 10))?.content.toString("utf8")).toBe("two\n");
  expect((await readers.of(dir).info(first))?.type).toBe("commit");
});

it("serves more repositories than it has processes", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => temporaryFolder()));
  for (const { path } of others) {
    await git(path, "init", "--quiet", "--bare", "--initial-branch=main", ".");
    const blob = newObject("blob", Buffer.from(path));
    await storeObjects(path, [blob]);
    expect((await readers.of(path).read(blob.id, 1_000))?.content.toString("utf8")).toBe(path);
  }
  await Promise.all(others.map((each) => each.remove()));
});

it("fails without hanging if git can't read the repository", async () => {
  await expect(readers.of("/nonexistent").info("f".repeat(40))).rejects.toThrow();
});

it("reads loose and packed references, and evaluates no expressions", async () => {
  await git(folder.path, "update-ref", "refs/heads/x-g1234567", first);
  await git(folder.path, "tag", "--annotate", "--message=One", "one", first);
  const names = ["HEAD", "refs/heads/main", "refs/heads/x-g1234567", "refs/tags/one"];
  const wanted = await Promise.all(names.map((name) => git(folder.path, "rev-parse", name)));
  const read = () => Promise.all(names.map((name) => readReference(dir, name)));
  expect(await read()).toEqual(wanted);
  await git(folder.path, "pack-refs", "--all");
  expect(await read()).toEqual(wanted);
  await git(folder.path, "update-ref", "refs/heads/main", first);
  expect(await readReference(dir, "refs/heads/main")).toBe(first);
  for (const name of ["main", "refs/heads/../../HEAD", "refs/heads", "config", "refs/heads/main^", "", "ORIG_HEAD"]) {
    expect(await readReference(dir, name), name).toBeUndefined();
  }
  const reader = readers.of(dir);
  const missing = `gone-0-g${first.slice(0, 7)}`;
  expect(await findCommit(reader, missing)).toBe("missing");
  expect(await findCommit(reader, "one")).toEqual({ commit: first, ref: "refs/tags/one" });
});
