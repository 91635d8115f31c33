import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LiveBench, settled, subject, text } from "./testing/live-bench";
import { event } from "./testing/scripted-service";

let bench: LiveBench;

beforeEach(async () => {
  bench = await LiveBench.start();
});

afterEach(() => bench.stop());

describe("when the stream of a run breaks or ends, the live channel", () => {
  it("resumes without loss or repetition, even between events that share an id", async () => {
    const browser = bench.open(subject);
    const first = await bench.stream(0);
    first.write(text("1") + text("2"));
    await settled(() => expect(browser.ids).toEqual(["1", "2"]));
    first.cut();
    await settled(() => expect(browser.state).toBe("reconnecting"));
    bench.clock.advance(1_000);
    const second = await bench.stream(1);
    expect(second.lastEventId).toBe("1");
    second.write(event(undefined, "status", { runId: "run-1", status: "RUNNING" }));
    second.write(text("2") + event("2", "interaction_update", { type: "text-delta" }) + text("3"));
    await settled(() => expect(browser.ids).toEqual(["1", "2", "status", "2", "3"]));
    expect(browser.frames[3]?.event).toBe("interaction_update");
    expect(browser.state).toBe("live");
  });

  it("keeps the transcript intact after 100 disconnects", async () => {
    const browser = bench.open(subject);
    for (let cut = 0; cut < 100; cut += 1) {
      const source = await bench.stream(cut);
      const resumed = Number(source.lastEventId ?? 0);
      for (let id = resumed + 1; id <= cut + 2; id += 1) source.write(text(String(id)));
      await settled(() => expect(browser.frames).toHaveLength(cut + 2));
      source.cut();
      await settled(() => expect(browser.state).toBe("reconnecting"));
      bench.clock.advance(1_000);
    }
    expect(browser.ids).toEqual(Array.from({ length: 101 }, (_, index) => String(index + 1)));
  });

  it("backs off further with each failure", async () => {
    bench.upstream.failures.push(
      ...[1, 2, 3].map(() => ({ status: 503, body: { error: { code: "x", message: "busy" } } })),
    );
    const browser = bench.open(subject);
    // The access of the browser is checked every two seconds.
    for (const [index, [ms = 0, checks]] of [
      [1_000, 0],
      [2_000, 1],
      [4_000, 1],
    ].entries()) {
      await settled(() =>
        expect(browser.states.filter((state) => state.state === "reconnecting")).toHaveLength(index + 1),
      );
      expect(bench.clock.dueWithin(ms - 1)).toBe(checks);
      bench.clock.advance(ms);
    }
    await bench.stream(0);
    await settled(() => expect(browser.state).toBe("live"));
    expect(browser.states.find((state) => state.state === "reconnecting")?.message).toBe("busy");
  });

  it("reconnects after 45 seconds without data or heartbeats", async () => {
    const browser = bench.open(subject);
    const first = await bench.stream(0);
    await settled(() => expect(browser.state).toBe("live"));
    first.write(text("1"));
    await settled(() => expect(browser.ids).toEqual(["1"]));
    bench.clock.advance(44_000);
    first.write(": beat\n\n");
    first.write(text("2"));
    await settled(() => expect(browser.ids).toEqual(["1", "2"]));
    bench.clock.advance(44_000);
    expect(browser.state).toBe("live");
    bench.clock.advance(1_000);
    await settled(() => expect(browser.state).toBe("reconnecting"));
    expect(browser.states.at(-1)?.message).toContain("45 seconds");
  });

  it("ends after done, even for late viewers", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(text("1") + event("2", "result", { runId: "run-1", status: "FINISHED" }) + event("2", "done", {}));
    await settled(() => expect(browser.state).toBe("ended"));
    expect(browser.frames.map((frame) => frame.event)).toEqual(["assistant", "result", "done"]);
    const late = bench.open(subject);
    await settled(() => expect(late.state).toBe("ended"));
    expect(late.ids).toEqual(["1", "2", "2"]);
    bench.clock.advance(60_000);
    expect(bench.upstream.opened).toHaveLength(1);
  });

  it("ends when the stream closes after the result", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(event("1", "result", { runId: "run-1", status: "ERROR" }));
    source.end();
    await settled(() => expect(browser.state).toBe("ended"));
  });

  it("continues after transient errors, and ends with the run", async () => {
    const browser = bench.open(subject);
    const streamError =
      event(undefined, "error", { code: "stream_unavailable", message: "later" }) + event(undefined, "done", {});
    (await bench.stream(0)).write(streamError);
    await settled(() => expect(browser.states.at(-1)).toMatchObject({ state: "reconnecting", message: "later" }));
    const run = { id: "run-1", agentId: "bc-1", status: "ERROR", createdAt: "", updatedAt: "" };
    bench.upstream.runs.set("/v1/agents/bc-1/runs/run-1", run);
    bench.clock.advance(1_000);
    (await bench.stream(1)).write(streamError);
    await settled(() => expect(browser.state).toBe("ended"));
    expect(browser.ids).toEqual(["error"]);
  });

  it("A-STREAM-09 reads the run if its stream has expired, and stops requesting the stream", async () => {
    const run = { id: "run-1", agentId: "bc-1", status: "FINISHED", createdAt: "", updatedAt: "" };
    bench.upstream.runs.set("/v1/agents/bc-1/runs/run-1", run);
    const expired = { status: 410, body: { error: { code: "stream_expired", message: "past retention" } } };
    bench.upstream.failures.push(expired, expired);
    const browser = bench.open(subject);
    await settled(() => expect(browser.state).toBe("expired"));
    expect(browser.frames.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: "status", data: { runId: "run-1", status: "FINISHED" } },
    ]);
    bench.clock.advance(600_000);
    expect(bench.upstream.failures).toHaveLength(1);
    expect(bench.upstream.opened).toHaveLength(0);
  });

  it.each([
    [410, "stream_expired", "expired"],
    [404, "run_not_found", "failed"],
    [403, "forbidden", "failed"],
  ])("returns %i %s as %s", async (status, code, state) => {
    bench.upstream.failures.push({ status, body: { error: { code, message: "no stream" } } });
    const browser = bench.open(subject);
    await settled(() => expect(browser.states.at(-1)).toMatchObject({ state, message: "no stream" }));
    bench.clock.advance(60_000);
    expect(bench.upstream.opened).toHaveLength(0);
  });

  it("restarts from the beginning if the service no longer has the last id", async () => {
    const browser = bench.open(subject);
    const first = await bench.stream(0);
    first.write(text("1") + text("2"));
    await settled(() => expect(browser.ids).toEqual(["1", "2"]));
    bench.upstream.failures.push({
      status: 400,
      body: { error: { code: "invalid_last_event_id", message: "unknown" } },
    });
    first.cut();
    await settled(() => expect(browser.state).toBe("reconnecting"));
    bench.clock.advance(1_000);
    const second = await bench.stream(1);
    expect(second.lastEventId).toBeUndefined();
    second.write(text("1") + text("2") + text("3"));
    await settled(() => expect(browser.ids).toEqual(["1", "2", "3"]));
  });
});

describe("secrets in run events", () => {
  const assistantText = (id: string, text: string) => event(id, "assistant", { text });

  it("are masked for every viewer, even if split across deltas", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(
      assistantText("1", "the key is ghp_aB3dE5gH7j") + event("1", "interaction_update", { type: "step-started" }),
    );
    await settled(() => expect(browser.state).toBe("live"));
    expect(browser.frames).toEqual([]);
    source.write(assistantText("2", "K9mN1pQ2sT4vW6xY8z1234, keep it"));
    await settled(() => expect(browser.ids).toEqual(["1", "1", "2"]));
    const texts = browser.frames.map(({ data }) => data);
    expect(texts).toEqual([{ text: "the key is ghp_[masked]" }, { type: "step-started" }, { text: ", keep it" }]);
    const late = bench.open(`${subject}@1`);
    await settled(() => expect(late.frames.map(({ data }) => data)).toEqual([{ text: ", keep it" }]));
  });

  it("delay text by at most 300 ms", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(assistantText("1", "see http://127.0.0.1:41") + assistantText("2", ""));
    await settled(() => expect(bench.clock.dueWithin(300)).toBe(1));
    expect(browser.frames).toEqual([]);
    bench.clock.advance(300);
    await settled(() => expect(browser.ids).toEqual(["1", "2"]));
    expect(browser.frames[0]?.data).toEqual({ text: "see http://127.0.0.1:41" });
  });

  it("are masked in replays for late viewers, from any position", async () => {
    bench.hub = bench.makeHub({ frames: 2, size: 1_000_000 });
    const first = bench.open(subject);
    const source = await bench.stream(0);
    const all = [
      assistantText("1", "ghp_aB3dE5gH7j"),
      assistantText("2", "K9mN1pQ2sT4vW6xY8z12 a"),
      ...["3", "4", "5"].map((id) => assistantText(id, id)),
    ];
    source.write(all.slice(0, 2).join(""));
    await settled(() => expect(first.ids).toHaveLength(2));
    source.write(all.slice(2, 4).join(""));
    await settled(() => expect(first.ids).toHaveLength(4));
    source.write(all.slice(4).join(""));
    await settled(() => expect(first.ids).toHaveLength(5));
    const late = bench.open(`${subject}@1`);
    const own = await bench.stream(1);
    expect(own.lastEventId).toBeUndefined();
    own.write(all.join(""));
    await settled(() => expect(late.ids).toEqual(["2", "3", "4", "5"]));
    expect(late.frames[0]?.data).toEqual({ text: " a" });
  });

  it("are masked in a tool's arguments and results", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    const token = `glpat-${"aB3d".repeat(6)}`;
    source.write(event("1", "tool_call", { callId: "c", name: "x", args: { a: [{ b: `TOKEN=${token}` }] } }));
    await settled(() => expect(browser.ids).toEqual(["1"]));
    expect(browser.frames[0]?.data).toMatchObject({ args: { a: [{ b: "TOKEN=glpat-[masked]" }] } });
  });
});
