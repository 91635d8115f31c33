import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce, reduceAll } from "./reduce";
import { emptyTranscript, type Frame, type ToolRow, type Transcript } from "./state";

const update = (data: Record<string, unknown>): Frame => ({ event: "interaction_update", data });

/** Assigns one id to the frames of a step, as a service does for a simplified frame and its full form. */
function numbered(steps: readonly Frame[][]): Frame[] {
  return steps.flatMap((frames, step) => frames.map((frame) => ({ ...frame, id: `17130330${step}-0` })));
}

const text = (words: string): Frame[] => [
  { event: "assistant", data: { text: words } },
  update({ type: "text-delta", text: words }),
];
const thought = (words: string): Frame[] => [
  { event: "thinking", data: { text: words } },
  update({ type: "thinking-delta", text: words }),
];
const thoughtThrough = (ms: number): Frame[] => [update({ type: "thinking-completed", thinkingDurationMs: ms })];
const shell = (callId: string, command: string): Frame[] => [
  { event: "tool_call", data: { callId, name: "run_terminal_cmd", status: "running", args: { command } } },
  update({ type: "tool-call-started", callId, modelCallId: "m", toolCall: { type: "shell", args: { command } } }),
];
const shellOutput = (data: string, callId?: string): Frame[] => [
  update({ type: "shell-output-delta", ...(callId && { callId }), event: { case: "stdout", value: { data } } }),
];
const shellDone = (callId: string, value: unknown): Frame[] => [
  { event: "tool_call", data: { callId, name: "run_terminal_cmd", status: "completed", truncated: { result: true } } },
  update({
    type: "tool-call-completed",
    callId,
    modelCallId: "m",
    toolCall: { type: "shell", args: { command: "ls" }, result: { status: "success", value } },
  }),
];
const prompt = (words: string): Frame[] => [
  update({ type: "user-message-appended", userMessage: { type: "user_message", session_id: "s", text: words } }),
];
const ended: Frame[] = [
  { event: "result", data: { runId: "run-1", status: "FINISHED", text: "All done.", durationMs: 9_000 } },
  { event: "done", data: {} },
];

const run = numbered([
  prompt("Add a route"),
  thought("Look "),
  thought("first."),
  thoughtThrough(1_200),
  shell("c1", "ls"),
  shellOutput("one\n"),
  shellOutput("two\n", "c1"),
  shellDone("c1", { exitCode: 0, stdout: "one\ntwo\n", stderr: "" }),
  text("All "),
  text("done."),
  [update({ type: "turn-ended", usage: { inputTokens: 5, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 1 } })],
  ended,
]);

const leading: Frame = { event: "status", data: { runId: "run-1", status: "RUNNING" } };
const whole = reduceAll(emptyTranscript, [leading, ...run]);

/** The visible part of a transcript. `seen` can contain the same events in another order. */
const shown = ({ seen: _seen, streamError: _streamError, ...rest }: Transcript) => rest;

function only(transcript: Transcript, kind: "tool"): ToolRow {
  const row = transcript.rows.find((each) => each.kind === kind);
  if (row?.kind !== "tool") throw new Error("no tool row");
  return row;
}

describe("the transcript of a run", () => {
  it("is built from simplified frames and data only interaction updates contain", () => {
    expect(whole.rows.map((row) => row.kind)).toEqual(["prompt", "thinking", "tool", "message"]);
    expect(whole.rows[1]).toMatchObject({ text: "Look first.", durationMs: 1_200 });
    expect(only(whole, "tool")).toMatchObject({
      status: "completed",
      name: "run_terminal_cmd",
      omitted: { result: true },
      output: [{ stream: "stdout", text: "one\ntwo\n" }],
      typed: { type: "shell", result: { status: "success" } },
    });
    expect(whole.usage?.inputTokens).toBe(5);
  });

  it("A-STREAM-31 has the same texts and calls for a reader that ignores interaction updates", () => {
    const simple = run.filter(({ event }) => event !== "interaction_update");
    const facts = ({ rows }: Transcript) =>
      rows.flatMap((row): object[] => {
        if (row.kind === "message" || row.kind === "thinking") return [{ kind: row.kind, text: row.text }];
        if (row.kind === "tool") return [{ callId: row.callId, name: row.name, status: row.status }];
        return [];
      });
    const read = reduceAll(emptyTranscript, [leading, ...simple]);
    expect(facts(read)).toEqual(facts(whole));
    expect(facts(read)).toEqual([
      { kind: "thinking", text: "Look first." },
      { callId: "c1", name: "run_terminal_cmd", status: "completed" },
      { kind: "message", text: "All done." },
    ]);
    expect(read.outcome).toEqual(whole.outcome);
  });

  it("doesn't repeat the final text", () => {
    expect(whole.rows.filter((row) => row.kind === "message").map((row) => row.text)).toEqual(["All done."]);
    expect(whole.outcome).toMatchObject({ status: "FINISHED", text: "All done.", durationMs: 9_000 });
    expect(whole.done).toBe(true);
  });

  it("keeps both result and done, which share an id", () => {
    expect(reduceAll(emptyTranscript, numbered([ended]))).toMatchObject({ done: true, status: "FINISHED" });
  });

  it("marks running calls as stopped when the run ends", () => {
    const cut = reduceAll(emptyTranscript, numbered([shell("c1", "sleep 9"), ended]));
    expect(only(cut, "tool").status).toBe("stopped");
  });

  it("never reverts a final status", () => {
    const again = reduceAll(whole, [leading, { event: "status", data: { status: "CREATING" } }]);
    expect(again.status).toBe("FINISHED");
  });

  it("keeps unknown events and invalid payloads unchanged", () => {
    const odd = reduceAll(emptyTranscript, [
      { event: "hologram", data: { a: 1 } },
      { event: "assistant", data: 7 },
      update({ type: "new-thing", b: 2 }),
    ]);
    expect(odd.rows).toMatchObject([
      { kind: "raw", event: "hologram", data: { a: 1 } },
      { kind: "raw", event: "assistant", data: 7 },
      { kind: "raw", event: "new-thing" },
    ]);
  });

  it("accepts a tool call wrapped in data", () => {
    const wrapped = reduce(emptyTranscript, {
      event: "tool_call",
      data: { data: { callId: "c", name: "read_file", status: "completed", args: { path: "a" } } },
    });
    expect(only(wrapped, "tool")).toMatchObject({ callId: "c", name: "read_file", status: "completed" });
  });

  it("shows that a run wasn't isolated", () => {
    const unisolated = update({ type: "context-injection-state", injectionId: "i", state: "unisolated" });
    expect(reduce(emptyTranscript, unisolated).unisolated).toBe(true);
    const connection = { host: "example.com", port: 443, reason: "blocked by the team" };
    const blocked = update({
      type: "context-injection-state",
      injectionId: "i",
      state: "connection-blocked",
      connection,
    });
    expect(reduce(emptyTranscript, blocked).blocked).toEqual([connection]);
  });

  it("keeps the identity of unchanged rows", () => {
    const next = reduceAll(whole, numbered([...Array.from({ length: 40 }, () => text("x"))]).slice(-2));
    expect(next.rows.slice(0, 3)).toEqual(whole.rows.slice(0, 3));
    for (const index of [0, 1, 2]) expect(next.rows[index]).toBe(whole.rows[index]);
  });
});

describe("resuming", () => {
  const position = fc.nat({ max: run.length });
  const connections = fc.array(fc.tuple(position, position), { maxLength: 8 });

  it("produces the same transcript regardless of interruptions, repeats and restarts", () => {
    fc.assert(
      fc.property(connections, (cuts) => {
        let reached = 0;
        let transcript = emptyTranscript;
        for (const [from, to] of [...cuts, [0, run.length] as const]) {
          const start = Math.min(from, reached);
          const end = Math.max(start, to);
          transcript = reduceAll(transcript, [leading, ...run.slice(start, end)]);
          reached = Math.max(reached, end);
        }
        expect(shown(transcript)).toEqual(shown(whole));
      }),
    );
  });

  it("produces the same transcript regardless of the order of repeated events", () => {
    fc.assert(
      fc.property(position, fc.array(fc.nat({ max: run.length - 1 }), { maxLength: 40 }), (at, repeats) => {
        const known = repeats.filter((index) => index < at).flatMap((index) => run[index] ?? []);
        const transcript = reduceAll(emptyTranscript, [leading, ...run.slice(0, at), ...known, ...run.slice(at)]);
        expect(shown(transcript)).toEqual(shown(whole));
      }),
    );
  });

  it("produces the same transcript from a batch as from single frames", () => {
    expect([leading, ...run].reduce(reduce, emptyTranscript)).toEqual(whole);
  });
});

describe("bad input", () => {
  const names = ["status", "assistant", "thinking", "tool_call", "interaction_update", "result", "error", "done", "?"];
  const types = ["tool-call-completed", "shell-output-delta", "user-message-appended", "step-started", "turn-ended"];
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom(...types),
      callId: fc.jsonValue(),
      toolCall: fc.jsonValue(),
      event: fc.jsonValue(),
    }),
    fc.record({ callId: fc.jsonValue(), name: fc.jsonValue(), status: fc.jsonValue(), truncated: fc.jsonValue() }),
  );
  const frame = fc.record(
    { id: fc.string(), event: fc.oneof(fc.constantFrom(...names), fc.string()), data: payload },
    { requiredKeys: ["event", "data"] },
  );

  it("never throws", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 30 }), (frames) => {
        reduceAll(emptyTranscript, frames);
      }),
      { numRuns: 400 },
    );
  });
});
