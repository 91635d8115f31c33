import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type StreamMessage,
  streamChunkBytes,
  streamWindowBytes,
} from "@/lib/contract/worker-protocol/stream-messages";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { PortStream } from "./port-stream";

/** Two ends of a stream. What one sends, the other receives in a later task. */
function pair() {
  const clock = new FakeClock();
  const sent: StreamMessage[] = [];
  const sizes: number[] = [];
  const ends: PortStream[] = [];
  const carrier = (to: number) => ({
    send(message: StreamMessage) {
      sent.push(message);
      setImmediate(() => ends[to]?.handle(message));
    },
    sendData(_: number, data: Buffer, done: () => void) {
      sizes.push(data.length);
      setImmediate(() => {
        if (!ends[to]?.destroyed) ends[to]?.receive(data);
        done();
      });
    },
  });
  const [left, right] = [new PortStream(1, carrier(1), clock), new PortStream(1, carrier(0), clock)];
  ends.push(left, right);
  for (const each of ends) each.on("error", () => undefined);
  return { left, right, sent, sizes, clock };
}

const silent = { send() {}, sendData() {} };

describe("a stream over a shared connection", () => {
  it("delivers everything in order, in both directions, regardless of sizes", { tags: ["long"] }, async () => {
    const size = fc.oneof(fc.nat(2_000), fc.nat(3 * streamWindowBytes));
    const property = fc.asyncProperty(fc.array(size, { maxLength: 8 }), async (lengths) => {
      const { left, right, sizes } = pair();
      const all = lengths.map((length, index) => Buffer.alloc(length, index + 1));
      right.pipe(right);
      for (const each of all) left.write(each);
      left.end();
      expect((await buffer(left)).equals(Buffer.concat(all))).toBe(true);
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(streamChunkBytes);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it("sends no more than a window until the other side reads", async () => {
    const { left, right, sizes } = pair();
    const total = () => sizes.reduce((sum, each) => sum + each, 0);
    left.end(Buffer.alloc(3 * streamWindowBytes));
    while (total() < streamWindowBytes) await new Promise(setImmediate);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(total()).toBe(streamWindowBytes);
    expect(await buffer(right)).toHaveLength(3 * streamWindowBytes);
  });

  it("rejects more data, credit or data after the end than the other side may send", () => {
    const stream = new PortStream(1, silent, new FakeClock());
    const full = Buffer.alloc(streamWindowBytes);
    stream.receive(full);
    expect(() => stream.receive(Buffer.alloc(1))).toThrow("exceeds its window");
    expect(() => stream.handle({ type: "stream-credit", streamId: 1, bytes: 1 })).toThrow("too much credit");
    stream.handle({ type: "stream-end", streamId: 1 });
    expect(() => stream.receive(Buffer.alloc(1))).toThrow("after the end");
  });

  it("closes both ends if one is destroyed", async () => {
    const { left, right, sent } = pair();
    const failed = once(right, "error");
    left.destroy();
    expect(String((await failed)[0])).toContain("reset");
    expect(sent).toEqual([{ type: "stream-close", streamId: 1 }]);
  });

  it("calls back after a time without data, like a socket", () => {
    const { left, clock } = pair();
    let idle = 0;
    left.setTimeout(1_000, () => {
      idle += 1;
    });
    clock.advance(900);
    left.write("x");
    clock.advance(900);
    expect(idle).toBe(0);
    clock.advance(100);
    expect(idle).toBe(1);
  });
});
