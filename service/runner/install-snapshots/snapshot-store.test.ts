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
const about = { repository: "https://git.example.com/acme/payments", roots: ["/work"] };
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

it("keeps runs apart that store the same snapshot at once, and deletes what a killed process left", async () => {
  const left = join(folder, `${id(9)}.left.partial`);
  await writeFile(left, "half");
  await utimes(left, 1, 1);
  const other = createSnapshotStore({ folder, limitBytes: 100 });
  const chunks = (value: number) => Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(4, value)));
  const results = await Promise.all([store.save(id(1), about, chunks(1)), other.save(id(1), about, chunks(2))]);
  expect(results).toEqual([true, true]);
  const stored = await buffer(store.read(id(1)));
  expect([Buffer.alloc(40, 1), Buffer.alloc(40, 2)]).toContainEqual(stored);
  expect((await readdir(folder)).sort()).toEqual([`${id(1)}.json`, `${id(1)}.tar`]);
});
