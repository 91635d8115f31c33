import { describe, expect, it } from "vitest";
import { FairSemaphore } from "./fair-semaphore";
import { TooManyWaiting } from "./semaphore";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a fair semaphore", () => {
  it("gives one key at most half of the permits, and others the rest at once", async () => {
    const semaphore = new FairSemaphore({ limit: 4, maxWaiting: 10 });
    const releases = [await semaphore.acquire("greedy"), await semaphore.acquire("greedy")];
    let isServed = false;
    const third = semaphore.acquire("greedy").then((release) => {
      isServed = true;
      return release;
    });
    await semaphore.acquire("modest");
    await turn();
    expect(isServed).toBe(false);
    releases[0]?.();
    releases[0]?.();
    (await third)();
  });

  it("gives one key as many permits as it may hold", async () => {
    const semaphore = new FairSemaphore({ limit: 4, perKey: 3, maxWaiting: 10 });
    const held = await Promise.all([1, 2, 3].map(() => semaphore.acquire("greedy")));
    let isServed = false;
    const fourth = semaphore.acquire("greedy").then(() => {
      isServed = true;
    });
    await turn();
    expect(isServed).toBe(false);
    (await semaphore.acquire("modest"))();
    await turn();
    expect(isServed).toBe(false);
    held[0]?.();
    await fourth;
  });

  it("serves waiting keys in turn", async () => {
    const semaphore = new FairSemaphore({ limit: 1, maxWaiting: 20 });
    const served: string[] = [];
    const work = async (key: string) => {
      const release = await semaphore.acquire(key);
      served.push(key);
      await turn();
      release();
    };
    await Promise.all(["a", "a", "a", "a", "b", "b", "c"].map(work));
    expect(served).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
  });

  it("lets one key fill only half of the queue", async () => {
    const semaphore = new FairSemaphore({ limit: 2, maxWaiting: 4 });
    const held = [await semaphore.acquire("a"), await semaphore.acquire("b")];
    const waiting = [semaphore.acquire("a"), semaphore.acquire("a")];
    await expect(semaphore.acquire("a")).rejects.toThrow(TooManyWaiting);
    const others = [semaphore.acquire("b"), semaphore.acquire("c")];
    await expect(semaphore.acquire("d")).rejects.toThrow(TooManyWaiting);
    for (const release of held) release();
    await Promise.all([...waiting, ...others].map(async (release) => (await release)()));
    await semaphore.acquire("d");
  });

  it("removes an aborted waiter", async () => {
    const semaphore = new FairSemaphore({ limit: 1, maxWaiting: 1 });
    const release = await semaphore.acquire("a");
    const left = new AbortController();
    const waiting = semaphore.acquire("b", left.signal);
    left.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    const next = semaphore.acquire("c");
    release();
    (await next)();
    await semaphore.acquire("a");
  });
});
