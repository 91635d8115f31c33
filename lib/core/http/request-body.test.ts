import { describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { readBody } from "./request-body";

const settled = () => new Promise(setImmediate);

/** A request whose body is sent by the test. */
function setUp(limit = 10_000_000, headers: Record<string, string> = {}) {
  const clock = new FakeClock();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isCanceled = true;
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return {
    clock,
    read: readBody(new Request("http://localhost/", init), limit, clock),
    async send(bytes: number) {
      controller?.enqueue(new Uint8Array(bytes));
      await settled();
    },
    end: () => controller?.close(),
    isCanceled: () => isCanceled,
  };
}

describe("a request body", () => {
  it("is read whole, up to its limit", async () => {
    const exact = setUp(4);
    await exact.send(3);
    await exact.send(1);
    exact.end();
    expect(await exact.read).toEqual({ body: Buffer.alloc(4) });
    const larger = setUp(4);
    await larger.send(5);
    expect(await larger.read).toEqual({
      status: 413,
      code: "body_too_large",
      problem: "The request body exceeds 4 bytes",
    });
  });

  it("that trickles is rejected after a minute", async () => {
    const { clock, read, send, isCanceled } = setUp();
    for (let second = 0; second < 59; second += 1) {
      await send(1);
      clock.advance(1_000);
    }
    expect(isCanceled()).toBe(false);
    clock.advance(1_002);
    expect(await read).toEqual({
      status: 408,
      code: "body_too_slow",
      problem: "The request body took too long to arrive",
    });
    expect(isCanceled()).toBe(true);
  });

  it("that declares a small size is read whole, or rejected after a minute", async () => {
    const whole = setUp(10, { "content-length": "4" });
    await whole.send(3);
    await whole.send(1);
    whole.end();
    expect(await whole.read).toEqual({ body: Buffer.alloc(4) });
    const slow = setUp(10, { "content-length": "4" });
    await slow.send(3);
    slow.clock.advance(60_002);
    expect(await slow.read).toMatchObject({ status: 408, code: "body_too_slow" });
  });

  it("that declares more than its limit isn't read, and one that is longer than it declares is rejected", async () => {
    const { read } = setUp(3, { "content-length": "4" });
    expect(await read).toMatchObject({ status: 413 });
    const longer = setUp(3, { "content-length": "3" });
    await longer.send(4);
    longer.end();
    expect(await longer.read).toMatchObject({ status: 413 });
  });

  it("can take longer at 50 kB per second", async () => {
    const { clock, read, send, end } = setUp();
    for (let second = 0; second < 120; second += 1) {
      await send(50_000);
      clock.advance(1_000);
    }
    end();
    const result = await read;
    expect("body" in result && result.body.length).toBe(6_000_000);
  });
});
