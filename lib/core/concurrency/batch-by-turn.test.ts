import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { batchByTurn } from "./batch-by-turn";

it("shares a read between lookups of the same turn, and never joins an earlier one", async () => {
  const reads: string[][] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const find = batchByTurn(async (keys) => {
    reads.push([...keys]);
    const number = reads.length;
    if (number === 1) await gate;
    return new Map([...keys].filter((key) => key !== "none").map((key) => [key, `${key}${number}`]));
  });
  const first = [find("a"), find("b"), find("a"), find("none")];
  await nextTurn();
  const second = find("a");
  expect(await second).toBe("a2");
  release();
  expect(await Promise.all(first)).toEqual(["a1", "b1", "a1", undefined]);
  expect(reads).toEqual([["a", "b", "none"], ["a"]]);
});

it("fails only the lookups of the read that failed", async () => {
  let calls = 0;
  const find = batchByTurn(async () => {
    calls += 1;
    if (calls === 1) throw new Error("lost");
    return new Map([["a", 1]]);
  });
  await expect(Promise.all([find("a"), find("b")])).rejects.toThrow("lost");
  expect(await find("a")).toBe(1);
});
