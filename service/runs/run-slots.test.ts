import { describe, expect, it } from "vitest";
import { createPlaces } from "./run-slots";

describe("places", () => {
  it("never lets more work at once than there are, and lets everyone in the end, in order", async () => {
    const within = createPlaces(3);
    const order: number[] = [];
    let working = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        within(async () => {
          working += 1;
          most = Math.max(most, working);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(index);
          working -= 1;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it("gives a place back when the work fails", async () => {
    const within = createPlaces(1);
    await expect(within(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await within(async () => 7)).toBe(7);
  });
});
