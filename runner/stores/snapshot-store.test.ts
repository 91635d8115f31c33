import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSnapshotStore, type SnapshotStore } from "./snapshot-store";

let folder = "";
let store: SnapshotStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-snapshots-"));
  store = createSnapshotStore({ folder, limitBytes: 100 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const id = (digit: number) => `snap-${String(digit).repeat(32)}`;
const about = { scope: "a", roots: ["/work"] };
const bytes = (size: number) => Readable.from([Buffer.alloc(size, 7)]);

it("returns what was stored", async () => {
  expect(await store.find(id(1))).toBeUndefined();
  expect(await store.save(id(1), about, bytes(40))).toBe(true);
  expect(await store.find(id(1))).toEqual(about);
  expect((await buffer(store.read(id(1)))).length).toBe(40);
  expect(await store.find("../../keys")).toBeUndefined();
});

it("evicts the least recently used snapshots, and rejects ones that can't fit", async () => {
  await store.save(id(1), about, bytes(40));
  await store.save(id(2), about, bytes(40));
  for (const each of [1, 2]) await utimes(join(folder, `${id(each)}.tar`), each, each);
  await store.find(id(1));
  await store.save(id(3), about, bytes(40));
  expect(await store.find(id(2))).toBeUndefined();
  expect(await store.find(id(1))).toEqual(about);
  expect(await store.save(id(4), about, bytes(101))).toBe(false);
  expect((await readdir(folder)).sort()).toEqual([1, 3].flatMap((each) => [`${id(each)}.json`, `${id(each)}.tar`]));
});

it("deletes archives that an interrupted service left behind", async () => {
  for (const [name, at] of [
    ["left", 1],
    ["current", Date.now() / 1000],
  ] as const) {
    await writeFile(join(folder, `${name}.partial`), "x");
    await utimes(join(folder, `${name}.partial`), at, at);
  }
  await store.save(id(1), about, bytes(10));
  expect((await readdir(folder)).filter((name) => name.endsWith(".partial"))).toEqual(["current.partial"]);
});
