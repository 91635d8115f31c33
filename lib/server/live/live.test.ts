import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseSubscriptions } from "@/lib/model/live/subscription";
import { BrowserReader } from "./testing/browser-reader";
import { LiveBench, settled, subject, text } from "./testing/live-bench";
import { event } from "./testing/scripted-service";

let bench: LiveBench;

beforeEach(async () => {
  bench = await LiveBench.start();
});

afterEach(() => bench.stop());

describe("the live channel", () => {
  it("starts with a comment, relays frames, and sends a heartbeat every ten seconds", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(event(undefined, "status", { runId: "run-1", status: "RUNNING" }));
    source.write(`id: 1\nevent: tool_call\ndata: {"size":12345678901234567890}\n\n`);
    await settled(() => expect(browser.ids).toEqual(["status", "1"]));
    expect(browser.comments).toEqual(["ok"]);
    expect(browser.state).toBe("live");
    expect(browser.frames[1]).toMatchObject({ subject, id: "1", event: "tool_call" });
    bench.clock.advance(10_000);
    await settled(() => expect(browser.comments).toEqual(["ok", "beat"]));
  });

  it("A-STREAM-02 requests an event stream from the service", async () => {
    bench.open(subject);
    expect((await bench.stream(0)).accept).toBe("text/event-stream");
  });

  it("carries several subjects in one response", async () => {
    const browser = bench.open(subject, "run:bc-2:run-2");
    await bench.stream(1);
    for (const source of bench.upstream.opened) source.write(text(source.url.includes("bc-2") ? "b" : "a"));
    await settled(() => expect(browser.frames).toHaveLength(2));
    const bySubject = Object.fromEntries(browser.frames.map((frame) => [frame.subject, frame.id]));
    expect(bySubject).toEqual({ [subject]: "a", "run:bc-2:run-2": "b" });
  });

  it("opens one stream for two hundred viewers, early and late", async () => {
    const early = Array.from({ length: 100 }, () => bench.open(subject));
    const source = await bench.stream(0);
    source.write(text("1") + text("2"));
    await settled(() => expect(early[99]?.ids).toEqual(["1", "2"]));
    const late = Array.from({ length: 100 }, () => bench.open(subject));
    source.write(text("3"));
    await settled(() => {
      for (const browser of [...early, ...late]) expect(browser.ids).toEqual(["1", "2", "3"]);
    });
    expect(bench.upstream.opened).toHaveLength(1);
  });

  it("prepares a stream for an expected viewer, and ends it if none connects", async () => {
    const parsed = parseSubscriptions([subject]);
    if ("problem" in parsed || !parsed.subscriptions[0] || !("run" in parsed.subscriptions[0]))
      throw new Error("no run");
    const { subject: run } = parsed.subscriptions[0].run;
    bench.hub.prepare(run);
    (await bench.stream(0)).write(text("1"));
    bench.clock.advance(9_000);
    const browser = bench.open(subject);
    await settled(() => expect(browser.ids).toEqual(["1"]));
    bench.clock.advance(9_000);
    expect(bench.hub.size).toBe(1);
    await browser.leave();
    bench.hub.prepare(run);
    bench.clock.advance(9_999);
    expect(bench.hub.size).toBe(1);
    bench.clock.advance(1);
    expect(bench.hub.size).toBe(0);
    expect(bench.upstream.opened).toHaveLength(1);
  });

  it("replays events after a viewer's last id", async () => {
    const first = bench.open(subject);
    (await bench.stream(0)).write(text("1") + text("2/x") + text("3"));
    await settled(() => expect(first.ids).toHaveLength(3));
    const second = bench.open(`${subject}@2%2Fx`);
    await settled(() => expect(second.ids).toEqual(["3"]));
  });

  it("waits for a viewer's last id while the stream is replayed", async () => {
    const browser = bench.open(`${subject}@2`);
    const source = await bench.stream(0);
    expect(source.lastEventId).toBeUndefined();
    source.write(text("1") + text("2"));
    source.write(event("2", "interaction_update", { type: "text-delta" }) + text("3"));
    await settled(() => expect(browser.ids).toEqual(["3"]));
  });

  it("replays everything if a viewer's last id doesn't appear", async () => {
    const browser = bench.open(`${subject}@unknown`);
    (await bench.stream(0)).write(text("1"));
    await settled(() => expect(browser.state).toBe("live"));
    const witness = bench.open(subject);
    await settled(() => expect(witness.ids).toEqual(["1"]));
    expect(browser.ids).toEqual([]);
    bench.clock.advance(2_001);
    await settled(() => expect(browser.ids).toEqual(["1"]));
  });

  it("closes the stream ten seconds after the last viewer leaves", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    await settled(() => expect(browser.state).toBe("live"));
    await browser.leave();
    bench.clock.advance(9_000);
    const back = bench.open(subject);
    await settled(() => expect(back.state).toBe("live"));
    expect(bench.upstream.opened).toHaveLength(1);
    await back.leave();
    bench.clock.advance(10_000);
    await settled(() => expect(source.closed).toBe(true));
    expect(bench.hub.size).toBe(0);
  });

  it("gives late viewers a separate stream for frames no longer in the log, then joins them", async () => {
    bench.hub = bench.makeHub({ frames: 3, size: 1_000_000 });
    const first = bench.open(subject);
    const source = await bench.stream(0);
    for (const [index, id] of ["1", "2", "3", "4", "5"].entries()) {
      source.write(text(id));
      await settled(() => expect(first.ids).toHaveLength(index + 1));
    }
    const late = bench.open(subject);
    const own = await bench.stream(1);
    own.write(["1", "2", "3", "4"].map(text).join(""));
    await settled(() => expect(late.ids).toEqual(["1", "2", "3", "4", "5"]));
    await settled(() => expect(own.closed).toBe(true));
    source.write(text("6"));
    await settled(() => expect(late.ids.at(-1)).toBe("6"));
    expect(first.ids).toEqual(late.ids);
  });

  it("divides its memory among the followed runs, and loses no events", async () => {
    const totalSize = 40_000;
    bench.hub = bench.makeHub({ frames: 50_000, size: totalSize }, totalSize);
    const runs = ["run:bc-1:run-1", "run:bc-1:run-2", "run:bc-1:run-3", "run:bc-1:run-4"];
    const long = (id: number) => event(String(id), "assistant", { text: "x".repeat(1_000) });
    const all = Array.from({ length: 30 }, (_, index) => long(index + 1)).join("");
    const first = bench.open(runs[0] ?? "");
    (await bench.stream(0)).write(all);
    await settled(() => expect(first.ids).toHaveLength(30));
    expect(bench.hub.keptSize).toBeGreaterThan(totalSize / 2);

    const rest = bench.open(...runs.slice(1));
    const sources = await Promise.all([1, 2, 3].map((index) => bench.stream(index)));
    for (let id = 1; id <= 30; id += 1) {
      for (const source of sources) source.write(long(id));
      await settled(() => expect(rest.ids).toHaveLength(3 * id));
    }
    expect(bench.hub.keptSize).toBeLessThanOrEqual(totalSize);

    const late = bench.open(runs[0] ?? "");
    const own = await bench.stream(4);
    own.write(all);
    await settled(() => expect(late.ids).toEqual(first.ids));
  });

  it("buffers nothing for a browser that doesn't read, and loses no events", async () => {
    bench.hub = bench.makeHub({ frames: 3, size: 1_000_000 });
    const witness = bench.open(subject);
    const source = await bench.stream(0);
    await settled(() => expect(witness.state).toBe("live"));
    const unread = bench.respond(subject);
    const ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
    for (const [index, id] of ids.entries()) {
      source.write(text(id));
      await settled(() => expect(witness.frames).toHaveLength(index + 1));
    }
    expect(bench.upstream.opened).toHaveLength(1);
    const slow = new BrowserReader(unread);
    (await bench.stream(1)).write(ids.map(text).join(""));
    await settled(() => expect(slow.ids).toEqual(ids));
  });

  it("ends with the session", async () => {
    const browser = bench.open(subject);
    bench.clock.advance(2_000);
    expect(browser.ended).toBe(false);
    bench.isSessionValid = false;
    await settled(() => {
      bench.clock.advance(2_000);
      expect(browser.ended).toBe(true);
    });
  });

  it("ends on shutdown, along with its upstream streams", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    bench.shutdown.abort();
    await settled(() => expect(browser.ended).toBe(true));
    await settled(() => expect(source.closed).toBe(true));
  });
});

describe("subjects", () => {
  it.each([[[]], [["agent:1"]], [["run:a"]], [["run:..:b"]], [["run:a:b@%zz"]], [["run:a/b:c"]]])(
    "rejects %j",
    (texts) => {
      expect(parseSubscriptions(texts)).toHaveProperty("problem");
    },
  );
});
