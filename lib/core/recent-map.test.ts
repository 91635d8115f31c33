import { expect, it } from "vitest";
import { RecentMap } from "./recent-map";

it("keeps the most recently used entries", () => {
  const map = new RecentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
});

it("counts a replaced or deleted entry once", () => {
  const map = new RecentMap<string, string>(4, (text) => text.length);
  map.set("a", "xxx");
  map.set("a", "x");
  map.set("b", "xxx");
  expect([map.has("a"), map.has("b")]).toEqual([true, true]);
  map.delete("b");
  map.delete("b");
  map.set("c", "xxx");
  expect([map.has("a"), map.has("c")]).toEqual([true, true]);
});

it("doesn't keep an entry that is larger than its limit", () => {
  const map = new RecentMap<string, string>(2, (text) => text.length);
  map.set("a", "xxx");
  expect(map.has("a")).toBe(false);
  map.set("b", "xx");
  expect(map.has("b")).toBe(true);
});
