import { describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { guardDownload, guardStream } from "./guard-stream";

function setUp(guard = guardStream) {
  const clock = new FakeClock();
  const state = { isAuthorized: true, fails: false, isCanceled: false, checks: 0 };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const source = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      state.isCanceled = true;
    },
  });
  const isAuthorized = async () => {
    state.checks += 1;
    if (state.fails) throw new Error("database down");
    return state.isAuthorized;
  };
  const reader = guard(source, { clock, isAuthorized }).getReader();
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  return {
    state,
    reader,
    pass,
    send: (text: string) => controller?.enqueue(Buffer.from(text)),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error("truncated")),
  };
}

describe("a guarded stream", () => {
  it("ends two seconds after its reader loses access", async () => {
    const { state, reader, pass, send } = setUp();
    send("one");
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("one");
    await pass(2_000);
    state.isAuthorized = false;
    const next = reader.read();
    await pass(2_000);
    expect(await next).toEqual({ done: true, value: undefined });
    expect(state).toMatchObject({ isCanceled: true, checks: 2 });
  });

  it("continues while the database is unavailable", async () => {
    const { state, reader, pass, send } = setUp();
    state.fails = true;
    await pass(2_000);
    await pass(2_000);
    send("two");
    expect((await reader.read()).done).toBe(false);
    expect(state.checks).toBe(2);
  });

  it("isn't checked after it ended or its reader left", async () => {
    const ended = setUp();
    ended.end();
    expect((await ended.reader.read()).done).toBe(true);
    await ended.pass(60_000);
    const left = setUp();
    await left.reader.cancel();
    await left.pass(60_000);
    expect([ended.state.checks, left.state.checks, left.state.isCanceled]).toEqual([0, 0, true]);
  });
});

describe("a guarded download", () => {
  it("fails two seconds after its reader loses access", async () => {
    const { state, reader, pass } = setUp(guardDownload);
    state.isAuthorized = false;
    const next = expect(reader.read()).rejects.toThrow("access ended");
    await pass(2_000);
    await next;
    expect(state.isCanceled).toBe(true);
  });

  it("fails with its source and isn't checked afterward", async () => {
    const { state, reader, pass, fail } = setUp(guardDownload);
    fail();
    await expect(reader.read()).rejects.toThrow("truncated");
    await pass(60_000);
    expect(state.checks).toBe(0);
  });
});
