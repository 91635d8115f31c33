import { describe, expect, it } from "vitest";
import { KeyedMutex } from "./keyed-mutex";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a keyed mutex", () => {
  it("runs the tasks of a key one at a time and in order, concurrently with other keys", async () => {
    const mutex = new KeyedMutex();
    const events: string[] = [];
    const task = (key: string, name: string) =>
      mutex.run(key, async () => {
        events.push(`${name} starts`);
        await nextTurn();
        events.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([task("a", "a1"), task("a", "a2"), task("b", "b1")])).toEqual(["a1", "a2", "b1"]);
    expect(events.slice(0, 2)).toEqual(["a1 starts", "b1 starts"]);
    expect(events.filter((event) => event.startsWith("a"))).toEqual(["a1 starts", "a1 ends", "a2 starts", "a2 ends"]);
  });

  it("runs the next task after one that failed", async () => {
    const mutex = new KeyedMutex();
    const failed = mutex.run("a", () => Promise.reject(new Error("no")));
    const next = mutex.run("a", async () => 7);
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe(7);
  });
});
