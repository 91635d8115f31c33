import { describe, expect, it, vi } from "vitest";
import { createSequences } from "./shortcuts";

describe("key sequences", () => {
  const agents = vi.fn();
  const create = vi.fn();
  const feed = createSequences([
    { keys: ["g", "a"], run: agents },
    { keys: ["c"], run: create },
  ]);

  it("run when complete, time out, and restart on a wrong key", () => {
    feed("g", 0);
    feed("a", 100);
    expect(agents).toHaveBeenCalledTimes(1);
    feed("g", 200);
    feed("a", 2_000);
    expect(agents).toHaveBeenCalledTimes(1);
    feed("g", 3_000);
    feed("c", 3_100);
    expect(create).toHaveBeenCalledTimes(1);
    feed("g", 3_200);
    feed("g", 3_300);
    feed("a", 3_400);
    expect(agents).toHaveBeenCalledTimes(2);
  });

  it("ignore keys without a binding", () => {
    expect(feed("x", 9_000)).toBe(false);
    expect(feed("g", 9_100)).toBe(true);
  });
});
