import { expect, it } from "vitest";
import { createObjectCache } from "./object-cache";

const tree = (size: number) => ({ type: "tree" as const, size, content: Buffer.alloc(size) });

it("keeps the most recently read entries up to its limit, without blobs and large objects", () => {
  const cache = createObjectCache(3_000);
  cache.put("/a", "1", tree(1_000));
  cache.put("/a", "2", tree(1_000));
  expect(cache.get("/a", "1")?.size).toBe(1_000);
  cache.put("/a", "3", tree(1_000));
  expect(["1", "2", "3"].map((id) => cache.get("/a", id) !== undefined)).toEqual([true, false, true]);
  cache.put("/a", "blob", { ...tree(10), type: "blob" });
  cache.put("/a", "giant", tree(300 * 1024));
  expect([cache.get("/a", "blob"), cache.get("/a", "giant"), cache.get("/b", "1")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
