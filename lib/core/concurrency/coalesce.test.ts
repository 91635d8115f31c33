import { describe, expect, it } from "vitest";
import { coalesce } from "./coalesce";

describe("coalesce", () => {
  it("runs the task again, once, for all calls made while it runs", async () => {
    let runs = 0;
    let finish = () => {};
    const request = coalesce(async () => {
      runs += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const first = request();
    const later = [request(), request(), request()];
    expect(runs).toBe(1);
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(2);
    finish();
    await Promise.all([first, ...later]);
    expect(runs).toBe(2);
  });

  it("serves a call made as soon as a run ends", async () => {
    let runs = 0;
    const request = coalesce(async () => {
      runs += 1;
    });
    await request().then(request);
    expect(runs).toBe(2);
  });

  it("rejects with the task's error and runs again when called again", async () => {
    let runs = 0;
    const request = coalesce(async () => {
      runs += 1;
      if (runs === 1) throw new Error("no");
    });
    await expect(request()).rejects.toThrow("no");
    await request();
    expect(runs).toBe(2);
  });
});
