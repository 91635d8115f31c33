import { describe, expect, it } from "vitest";
import { Semaphore, TooManyWaiting } from "./semaphore";

describe("a semaphore", () => {
  it("never runs more tasks at once than its limit, and runs all of them in order", async () => {
    const semaphore = new Semaphore(3);
    const order: number[] = [];
    let running = 0;
    let peak = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        semaphore.run(async () => {
          running += 1;
          peak = Math.max(peak, running);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(index);
          running -= 1;
        }),
      ),
    );
    expect(peak).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it("releases the permit when the task fails", async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await semaphore.run(async () => 7)).toBe(7);
  });

  it("serves waiters in order, rejects waiters over the limit, and releases a permit once", async () => {
    const semaphore = new Semaphore(2, { maxWaiting: 2 });
    const [first, second] = [await semaphore.acquire(), await semaphore.acquire()];
    const served: string[] = [];
    const waiter = async (name: string) => {
      const release = await semaphore.acquire();
      served.push(name);
      return release;
    };
    const [third, fourth] = [waiter("third"), waiter("fourth")];
    await expect(semaphore.acquire()).rejects.toThrow(TooManyWaiting);
    second();
    second();
    const release = await third;
    expect(served).toEqual(["third"]);
    first();
    await fourth;
    expect(served).toEqual(["third", "fourth"]);
    release();
    expect(await semaphore.acquire()).toBeTypeOf("function");
  });

  it("removes an aborted waiter", async () => {
    const semaphore = new Semaphore(1, { maxWaiting: 1 });
    const release = await semaphore.acquire();
    const left = new AbortController();
    const waiting = semaphore.acquire(left.signal);
    left.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    const next = semaphore.acquire();
    release();
    expect(await next).toBeTypeOf("function");
  });

  it("rejects a signal that is already aborted", async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.acquire(AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
    expect(await semaphore.acquire()).toBeTypeOf("function");
  });
});
