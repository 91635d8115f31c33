import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createImageStore, type ImageStore } from "./image-store";

let folder = "";
let store: ImageStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-images-"));
  store = createImageStore({ folder, limitBytes: 100 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const id = (digit: number) => String(digit).repeat(64);
const details = { environment: ["PATH=/bin"], user: "" };
const save = (digit: number, bytes: number) =>
  store.save(id(digit), async (root) => {
    await writeFile(join(root, "file"), "x");
    return { ...details, bytes };
  });

it("returns an image that was unpacked, and none whose unpacking failed", async () => {
  expect(await store.find(id(1))).toBeUndefined();
  const saved = await save(1, 10);
  expect(await store.find(id(1))).toEqual(saved);
  expect(await readdir(saved.root)).toEqual(["file"]);
  await expect(store.save(id(2), () => Promise.reject(new Error("no space")))).rejects.toThrow("no space");
  expect(await readdir(folder)).toEqual([id(1)]);
});

it("deletes what was unused for the longest time, but nothing that was used within a day", async () => {
  await mkdir(join(folder, "partial-old"));
  await utimes(join(folder, "partial-old"), 1, 1);
  for (const digit of [1, 2, 3]) await save(digit, 40);
  expect((await readdir(folder)).sort()).toEqual([id(1), id(2), id(3)]);
  for (const digit of [1, 2]) await utimes(join(folder, id(digit), "image.json"), digit, digit);
  await save(4, 40);
  expect((await readdir(folder)).sort()).toEqual([id(3), id(4)]);
});
