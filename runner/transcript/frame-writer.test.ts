import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { RunFrame } from "../run/run-spec";
import { FrameMasker } from "./frame-masker";
import { type Delta, FrameWriter } from "./frame-writer";

const unmasked = new FrameMasker({ variables: {}, mcpServers: [] });
const assistant: Delta = { kind: "assistant" };

function texts(frames: readonly RunFrame[], event: string): string[] {
  return frames.flatMap(({ event: each, data }) =>
    each === event && typeof data === "object" && data !== null && "text" in data ? [String(data.text)] : [],
  );
}

function collecting() {
  const frames: RunFrame[] = [];
  const record = async (batch: readonly RunFrame[]) => void frames.push(...batch);
  return { frames, record };
}

describe("merging deltas", () => {
  it("waits 50 ms for more text, then sends one pair of frames", async () => {
    const clock = new FakeClock();
    const { frames, record } = collecting();
    const writer = new FrameWriter(record, clock, unmasked);
    writer.append(assistant, "Hel");
    writer.append(assistant, "lo");
    expect([clock.dueWithin(49), clock.dueWithin(50)]).toEqual([0, 1]);
    clock.advance(50);
    await writer.close();
    expect(frames).toEqual([
      { event: "assistant", data: { text: "Hello" } },
      { event: "interaction_update", data: { type: "text-delta", text: "Hello" } },
    ]);
  });

  it("sends 4 kB or more immediately", async () => {
    const { frames, record } = collecting();
    const writer = new FrameWriter(record, new FakeClock(), unmasked);
    writer.append(assistant, "x".repeat(5_000));
    await Promise.resolve();
    await Promise.resolve();
    expect(texts(frames, "assistant").map((text) => text.length)).toEqual([4_096, 904]);
  });

  it("sends pending text before a frame of another kind", async () => {
    const { frames, record } = collecting();
    const writer = new FrameWriter(record, new FakeClock(), unmasked);
    writer.append({ kind: "thinking" }, "hm");
    writer.append(assistant, "yes");
    writer.write({ event: "interaction_update", data: { type: "turn-ended" } });
    await writer.close();
    expect(frames.map(({ event }) => event)).toEqual([
      "thinking",
      "interaction_update",
      "assistant",
      "interaction_update",
      "interaction_update",
    ]);
  });

  it("doesn't split characters and removes those a database rejects", async () => {
    const { frames, record } = collecting();
    const clock = new FakeClock();
    const writer = new FrameWriter(record, clock, unmasked);
    writer.append(assistant, "a\ud83d");
    clock.advance(50);
    writer.append(assistant, "\ude00 b\0c \ud800 d");
    await writer.close();
    expect(texts(frames, "assistant")).toEqual(["a", "😀 b\ufffdc \ufffd d"]);
  });

  it("doesn't lose or reorder text", async () => {
    const kinds = fc.constantFrom<Delta>(assistant, { kind: "thinking" });
    const pieces = fc.array(fc.tuple(kinds, fc.string({ unit: "grapheme" }), fc.boolean()));
    await fc.assert(
      fc.asyncProperty(pieces, async (all) => {
        const { frames, record } = collecting();
        const clock = new FakeClock();
        const writer = new FrameWriter(record, clock, unmasked);
        for (const [delta, text, elapse] of all) {
          writer.append(delta, text.replaceAll("\0", ""));
          if (elapse) clock.advance(50);
        }
        await writer.close();
        for (const kind of ["assistant", "thinking"]) {
          const expected = all.flatMap(([delta, text]) => (delta.kind === kind ? [text.replaceAll("\0", "")] : []));
          expect(texts(frames, kind).join("")).toBe(expected.join(""));
        }
      }),
    );
  });
});

describe("secrets", () => {
  const secret = "s3cret-value\nof two lines";
  const masker = () => new FrameMasker({ variables: { TOKEN: secret, MODE: "production" }, mcpServers: [] });
  const stdout: Delta = { kind: "shell", callId: "c", stream: "stdout" };
  const stderr: Delta = { kind: "shell", callId: "c", stream: "stderr" };

  it("are masked in deltas however they are split and interrupted", async () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: secret.length + 3 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.constantFrom("time", "other delta", "nothing"), async (at, between) => {
        const { frames, record } = collecting();
        const clock = new FakeClock();
        const writer = new FrameWriter(record, clock, masker());
        const text = `a ${secret} b`;
        const ends = [...at.sort((a, b) => a - b), text.length];
        ends.forEach((end, index) => {
          writer.append(stdout, text.slice(ends[index - 1] ?? 0, end));
          if (between === "time") clock.advance(50);
          if (between === "other delta") writer.append(stderr, ".");
        });
        await writer.close();
        const shown = frames.flatMap(
          ({ data }) => /"stdout","value":\{"data":"(.*?)"\}/.exec(JSON.stringify(data))?.[1] ?? [],
        );
        // A piece shorter than four characters can't be recognized before it is sent.
        expect(shown.join("").replaceAll("[masked]", "")).not.toContain("cret-value");
        if (between !== "other delta") expect(shown.join("")).toMatch(/^a .{0,3}\[masked\] b$/);
      }),
    );
  });

  it("are masked line by line, too", () => {
    const line = "k3y".repeat(20);
    const key = ["-----BEGIN PRIVATE KEY-----", line, "-----END PRIVATE KEY-----"].join("\n");
    const text = new FrameMasker({ variables: { KEY: key }, mcpServers: [] }).text(`    2\t${line}\n`);
    expect(text).not.toContain("k3y");
  });

  it("are masked in all other frames, including JSON inside strings, but words aren't", async () => {
    const { frames, record } = collecting();
    const writer = new FrameWriter(record, new FakeClock(), masker());
    const data = {
      args: { command: `echo ${secret}`, size: 1 },
      result: JSON.stringify({ out: secret }),
      mode: "production",
    };
    writer.write({ event: "tool_call", data });
    await writer.close();
    expect(frames).toEqual([
      {
        event: "tool_call",
        data: { args: { command: "echo [masked]", size: 1 }, result: '{"out":"[masked]"}', mode: "production" },
      },
    ]);
  });
});

describe("recording", () => {
  it("records one batch at a time", async () => {
    let active = 0;
    let most = 0;
    const writer = new FrameWriter(
      async () => {
        active += 1;
        most = Math.max(most, active);
        await new Promise((resolve) => setImmediate(resolve));
        active -= 1;
      },
      new FakeClock(),
      unmasked,
    );
    for (let index = 0; index < 20; index += 1) {
      writer.write({ event: "interaction_update", data: { index } });
      await Promise.resolve();
    }
    await writer.close();
    expect(most).toBe(1);
  });

  it("applies backpressure while much data is waiting to be recorded", async () => {
    let release = () => {};
    const stored = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writer = new FrameWriter(() => stored, new FakeClock(), unmasked);
    writer.write({ event: "interaction_update", data: { text: "x".repeat(2_000_000) } });
    let ready = false;
    const waiting = writer.ready().then(() => {
      ready = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ready).toBe(false);
    release();
    await waiting;
    expect(ready).toBe(true);
  });

  it("stops permanently if a batch can't be recorded", async () => {
    let calls = 0;
    const writer = new FrameWriter(
      () => {
        calls += 1;
        return Promise.reject(new Error("no space"));
      },
      new FakeClock(),
      unmasked,
    );
    writer.write({ event: "error", data: {} });
    await expect(writer.close()).rejects.toThrow("no space");
    writer.write({ event: "error", data: {} });
    await expect(writer.close()).rejects.toThrow("no space");
    expect(calls).toBe(1);
  });
});
