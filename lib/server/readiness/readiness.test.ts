import { describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createReadiness } from "./readiness";

describe("readiness", () => {
  it("reports the failing dependency, and checks again after a second", async () => {
    const clock = new FakeClock();
    let up = false;
    const database = async () => undefined;
    const service = async () => {
      if (!up) throw new Error("secret detail");
    };
    const readiness = createReadiness({ clock, checks: { database, service } });
    expect(await readiness()).toEqual({ ready: false, parts: { database: "ok", service: "unreachable" } });
    up = true;
    expect((await readiness()).ready).toBe(false);
    clock.advance(1_000);
    expect((await readiness()).ready).toBe(true);
  });

  it("waits at most three seconds", async () => {
    const clock = new FakeClock();
    const readiness = createReadiness({ clock, checks: { service: () => new Promise(() => undefined) } });
    const response = readiness();
    clock.advance(3_000);
    expect(await response).toEqual({ ready: false, parts: { service: "unreachable" } });
  });
});
