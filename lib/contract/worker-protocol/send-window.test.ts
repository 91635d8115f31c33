import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterAcknowledgement,
  afterKeeping,
  afterSending,
  afterWelcome,
  emptyWindow,
  repeatedFrames,
  type SendWindow,
} from "./send-window";

type Message = { first: number; frames: number[] };

/** One run between a worker and a service over a connection that can break at any moment, each side's messages in order. */
class Line {
  window: SendWindow = emptyWindow;
  stored: number[] = [];
  open = false;
  up: Message[] = [];
  down: number[] = [];

  keep(count: number) {
    this.window = afterKeeping(this.window, count);
  }
  connect() {
    this.up = [];
    this.down = [];
    this.open = true;
    this.window = afterWelcome(this.window, this.stored.length);
  }
  cut() {
    this.open = false;
  }
  send(most: number) {
    if (!this.open) return;
    const count = Math.min(most, this.window.kept - this.window.sent);
    if (count === 0) return;
    const first = this.window.sent + 1;
    this.up.push({ first, frames: Array.from({ length: count }, (_, index) => first + index) });
    this.window = afterSending(this.window, count);
  }
  /** The service stores the next message and, if `acknowledge` is set, confirms it. */
  store(acknowledge: boolean) {
    const message = this.up.shift();
    if (!message) return;
    const repeated = repeatedFrames(this.stored.length, message.first, message.frames.length);
    if (repeated === "gap") throw new Error("a frame was lost");
    this.stored.push(...message.frames.slice(repeated));
    if (acknowledge) this.down.push(this.stored.length);
  }
  receive() {
    const through = this.open ? this.down.shift() : undefined;
    if (through !== undefined) this.window = afterAcknowledgement(this.window, through);
  }
}

const step = fc.oneof(
  fc.nat(5).map((count) => (line: Line) => line.keep(count)),
  fc.constant((line: Line) => line.connect()),
  fc.constant((line: Line) => line.cut()),
  fc.nat(4).map((most) => (line: Line) => line.send(most)),
  fc.boolean().map((acknowledge) => (line: Line) => line.store(acknowledge)),
  fc.constant((line: Line) => line.receive()),
);

describe("frames in transit", () => {
  it("arrive once and in order, regardless of disconnects", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const line = new Line();
        for (const act of steps) {
          act(line);
          expect(line.stored).toEqual(Array.from({ length: line.stored.length }, (_, index) => index + 1));
          expect(line.window.acknowledged).toBeLessThanOrEqual(line.stored.length);
          expect(line.stored.length).toBeLessThanOrEqual(line.window.kept);
        }
        line.connect();
        while (line.stored.length < line.window.kept) {
          line.send(3);
          line.store(true);
          line.receive();
        }
        expect(line.window).toEqual({
          kept: line.stored.length,
          sent: line.stored.length,
          acknowledged: line.stored.length,
        });
      }),
    );
  });

  it("rejects acknowledging unsent frames and losing acknowledged ones", () => {
    const window = afterSending(afterKeeping(emptyWindow, 3), 2);
    expect(() => afterAcknowledgement(window, 3)).toThrow("acknowledged 3 of 2");
    expect(() => afterWelcome(window, 4)).toThrow("4 frames, but only 3 exist");
    expect(() => afterWelcome(afterAcknowledgement(window, 2), 1)).toThrow("1 frames after acknowledging 2");
  });

  it("detects a gap when frames are missing", () => {
    expect(repeatedFrames(2, 4, 1)).toBe("gap");
    expect(repeatedFrames(2, 3, 5)).toBe(0);
    expect(repeatedFrames(4, 1, 3)).toBe(3);
  });
});
