import { describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/live/server/manual-clock";
import { createPublishedKeys } from "./published-keys";
import { newSigner } from "./testing/signing";

const minute = 60_000;

function published() {
  const clock = new ManualClock();
  const at = { reads: 0, fails: false, keys: [newSigner().jwk] as object[] };
  const keys = createPublishedKeys(async () => {
    at.reads += 1;
    if (at.fails) throw new Error("not now");
    return { keys: [{ kty: "RSA", n: "x" }, ...at.keys] };
  }, clock);
  return { clock, at, keys };
}

describe("the keys a service publishes", () => {
  it("are used for ten minutes, then read again (H-JWKS-03)", async () => {
    const { clock, at, keys } = published();
    const [first, same] = await Promise.all([keys.current(), keys.current()]);
    expect([first.length, same.length, at.reads]).toEqual([1, 1, 1]);
    clock.advance(10 * minute - 1);
    await keys.current();
    expect(at.reads).toBe(1);
    clock.advance(1);
    await keys.current();
    expect(at.reads).toBe(2);
  });

  it("are good for ten more minutes when they can't be read, and then no more (H-JWKS-04)", async () => {
    const { clock, at, keys } = published();
    await keys.current();
    at.fails = true;
    clock.advance(20 * minute - 1);
    expect(await keys.current()).toHaveLength(1);
    clock.advance(1);
    await expect(keys.current()).rejects.toThrow("not now");
  });

  it("are read again when none fits, once a minute at most (H-JWKS-05)", async () => {
    const { clock, at, keys } = published();
    await keys.current();
    at.keys.push(newSigner().jwk);
    expect(await keys.renewed()).toHaveLength(2);
    expect(await keys.current()).toHaveLength(2);
    for (let times = 0; times < 50; times += 1) expect(await keys.renewed()).toBeUndefined();
    expect(at.reads).toBe(2);
    clock.advance(minute);
    expect(await keys.renewed()).toHaveLength(2);
  });
});
