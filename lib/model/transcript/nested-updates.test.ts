import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { reduce, reduceAll } from "./reduce";
import { emptyTranscript, type Frame, type Row, type Transcript } from "./state";
import { nestedCounts } from "./work";

const update = (data: object): Frame => ({ event: "interaction_update", data });
const delta = (callId: string, taskUpdate: object) => ({ type: "tool-call-delta", callId, taskUpdate });
const inTask = (callId: string, taskUpdate: object) => update(delta(callId, taskUpdate));
const say = (text: string) => ({ type: "text-delta", text });
const think = (text: string) => ({ type: "thinking-delta", text });
const start = (callId: string, type = "shell") => ({
  type: "tool-call-started",
  callId,
  toolCall: { type, args: { command: callId } },
});
const end = (callId: string, exitCode = 0, stdout = "") => ({
  type: "tool-call-completed",
  callId,
  toolCall: { type: "shell", result: { status: "success", value: { exitCode, stdout } } },
});
const fail = (callId: string, message: string) => ({
  type: "tool-call-completed",
  callId,
  toolCall: { type: "read", result: { status: "error", error: { message } } },
});
const result: Frame = { event: "result", data: { runId: "r", status: "FINISHED", text: "" } };

const all = (frames: readonly Frame[]) => reduceAll(emptyTranscript, frames);

function nestedOf(row: Row | undefined): Transcript {
  if (row?.kind !== "tool" || !row.nested) throw new Error("no subagent");
  return row.nested;
}

/** A transcript's rows as text: calls with their status, and what is in them. */
function outline({ rows }: Pick<Transcript, "rows">): unknown[] {
  return rows.map((row) => {
    if (row.kind !== "tool") return "text" in row ? `${row.kind} ${row.text}` : row.kind;
    const line = `${row.callId} ${row.status}`;
    return row.nested ? [line, ...outline(row.nested)] : line;
  });
}

describe("what a subagent does", () => {
  it("is in the rows of its call, apart from other subagents and the conversation", () => {
    const frames = [
      update(start("t1", "task")),
      update(start("t2", "task")),
      inTask("t1", think("Where ")),
      inTask("t2", say("Other ")),
      inTask("t1", think("is it?")),
      inTask("t1", { type: "thinking-completed", thinkingDurationMs: 900 }),
      inTask("t1", start("ls")),
      { event: "assistant", data: { text: "Meanwhile." } },
      inTask("t2", say("task.")),
      inTask("t1", { type: "shell-output-delta", callId: "ls", event: { case: "stdout", value: { data: "a\n" } } }),
      inTask("t1", end("ls", 2, "a\n")),
      inTask("t2", start("read", "read")),
      inTask("t2", fail("read", "File not found")),
      update(end("t1")),
      inTask("t1", say("Found.")),
    ];
    const transcript = all(frames);
    expect(outline(transcript)).toEqual([
      ["t1 completed", "thinking Where is it?", "ls completed", "message Found."],
      ["t2 running", "message Other task.", "read failed"],
      "message Meanwhile.",
    ]);
    const [thought, call] = nestedOf(transcript.rows[0]).rows;
    expect(thought).toMatchObject({ durationMs: 900 });
    expect(call).toMatchObject({
      typed: { args: { command: "ls" }, result: { status: "success", value: { exitCode: 2 } } },
      output: [{ stream: "stdout", text: "a\n" }],
    });
    expect(nestedCounts(nestedOf(transcript.rows[0]))).toMatchObject({ calls: 1, failed: 1 });
    expect(nestedCounts(nestedOf(transcript.rows[1]))).toMatchObject({ calls: 1, failed: 1 });
  });

  it("has the ids of its events, and leaves other rows as they are", () => {
    const before = all([{ ...update(start("t1", "task")), id: "1" }, update(start("t2", "task"))]);
    const after = reduce(before, { ...inTask("t1", say("Hi")), id: "2" });
    expect(nestedOf(after.rows[0]).rows).toMatchObject([{ eventId: "2" }]);
    expect(after.rows[0]).toMatchObject({ eventId: "1" });
    expect(after.rows[1]).toBe(before.rows[1]);
    expect(before.rows[0]).not.toHaveProperty("nested");
    const more = reduceAll(after, [inTask("t1", start("a")), inTask("t1", say("Bye"))]);
    expect(nestedOf(more.rows[0]).rows[0]).toBe(nestedOf(after.rows[0]).rows[0]);
  });

  it("stops when the run ends", () => {
    expect(outline(all([inTask("t", start("u", "task")), inTask("u", start("ls")), result]))).toEqual([
      ["t stopped", ["u stopped", "ls stopped"]],
    ]);
  });

  it("can't ask, and can't change what is known of the run", () => {
    const question = { id: "q", message: "Key?", fields: [] };
    const transcript = all([
      inTask("t", { type: "context-injection-state", injectionId: "q", state: "question", question }),
      inTask("t", { type: "context-injection-state", injectionId: "i", state: "unisolated" }),
      inTask("t", { type: "turn-ended", mode: "plan", usage: { inputTokens: 5 } }),
    ]);
    expect(outline(transcript)).toEqual([["t running", "raw", "raw"]]);
    expect(transcript).toMatchObject({ unisolated: false, planned: false });
    expect(transcript.usage).toBeUndefined();
  });
});

describe("a subagent of a subagent", () => {
  const expected = [["t running", ["u running", "ls completed", "message Hi"]]];

  it("is in its own call, named directly or in wrapped updates", () => {
    const direct = [
      inTask("t", start("u", "task")),
      ...[start("ls"), end("ls"), say("Hi")].map((each) => inTask("u", each)),
    ];
    expect(outline(all(direct))).toEqual(expected);
    const wrapped = [start("ls"), end("ls"), say("Hi")].map((each) => inTask("t", delta("u", each)));
    expect(outline(all(wrapped))).toEqual(expected);
  });

  it("counts for the outer one", () => {
    const [row] = all([inTask("t", delta("u", start("ls"))), inTask("u", end("ls", 1))]).rows;
    expect(nestedCounts(nestedOf(row))).toMatchObject({ calls: 2, failed: 1 });
  });

  it("is in the list of the fourth level below it", () => {
    const ids = Array.from({ length: 8 }, (_, level) => `t${level}`);
    const frames = ids.slice(1).map((id, level) => inTask(`t${level}`, start(id, "task")));
    expect(outline(all([...frames, inTask("t7", say("Deep"))]))).toEqual([
      [
        "t0 running",
        [
          "t1 running",
          ["t2 running", ["t3 running", "t4 running", "t5 running", "t6 running", "t7 running", "message Deep"]],
        ],
      ],
    ]);
  });
});

describe("bounds", () => {
  it("keep the last 300 rows, and count the others", () => {
    const steps = Array.from({ length: 320 }, (_, index) => [start(`c${index}`), end(`c${index}`, index % 2)]);
    const frames = [inTask("t", say("First")), ...steps.flat().map((each) => inTask("t", each))];
    const nested = nestedOf(all(frames).rows[0]);
    expect(nested.rows).toHaveLength(300);
    expect(nested.rows[0]).toMatchObject({ key: "r21", callId: "c20" });
    expect(nested.dropped).toEqual({ rows: 21, calls: 20, failed: 10 });
    expect(nestedCounts(nested)).toMatchObject({ calls: 320, failed: 160 });
    expect(frames.reduce(reduce, emptyTranscript)).toEqual(all(frames));
    // An update of a dropped subagent changes nothing, and a dropped call that ends is shown again.
    const late = all([...frames, inTask("c0", say("Late")), inTask("t", end("c1", 1))]);
    expect(nestedOf(late.rows[0]).rows.at(-1)).toMatchObject({ key: "r321", callId: "c1", status: "completed" });
  });

  it("survive updates wrapped 20,000 times", () => {
    let deep: object = say("Deep");
    for (let level = 0; level < 20_000; level += 1) deep = delta(`t${level % 7}`, deep);
    expect(JSON.stringify(outline(all([update(deep)])))).toContain("message Deep");
  });

  it("show an update that isn't valid as it is", () => {
    expect(outline(all([update({ type: "tool-call-delta", callId: "t", taskUpdate: 7 })]))).toEqual(["raw"]);
    expect(outline(all([inTask("t", { type: "tool-call-delta", callId: 7 })]))).toEqual([["t running", "raw"]]);
  });

  it("copy a list once for a batch", () => {
    const [row] = all([inTask("t", say("First"))]).rows;
    if (row?.kind !== "tool") throw new Error("no call");
    const rows = [...nestedOf(row).rows];
    const copied = vi.fn(() => Array.prototype.values.call(rows));
    Object.defineProperty(rows, Symbol.iterator, { value: copied });
    const before = {
      ...emptyTranscript,
      rows: [{ ...row, nested: { ...nestedOf(row), rows } }],
      calls: new Map([["t", 0]]),
    };
    const frames = Array.from({ length: 100 }, (_, index) => inTask("t", start(`c${index}`)));
    expect(nestedOf(reduceAll(before, frames).rows[0]).rows).toHaveLength(101);
    expect(copied).toHaveBeenCalledTimes(1);
  });
});

describe("any order of updates", () => {
  const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
  const leaf = fc.oneof(
    fc.string().map(say),
    fc.constant(think("x")),
    id.map((each) => start(each, "task")),
    fc.tuple(id, fc.nat({ max: 1 })).map(([each, code]) => end(each, code)),
    fc.record({ type: fc.string(), callId: fc.jsonValue(), toolCall: fc.jsonValue(), taskUpdate: fc.jsonValue() }),
  );
  const nestedLeaf = fc
    .tuple(fc.array(id, { maxLength: 7 }), leaf)
    .map(([ids, each]) => update(ids.reduce<object>((inner, callId) => delta(callId, inner), each)));
  const frames = fc.array(
    fc.oneof({ weight: 9, arbitrary: nestedLeaf }, { weight: 1, arbitrary: fc.constant(result) }),
    {
      maxLength: 60,
    },
  );

  it("produces the same transcript in batches as one by one, at most four levels deep", () => {
    const depth = ({ rows }: Transcript): number =>
      Math.max(0, ...rows.map((row) => (row.kind === "tool" && row.nested ? 1 + depth(row.nested) : 0)));
    fc.assert(
      fc.property(frames, fc.nat({ max: 60 }), (drawn, cut) => {
        const transcript = all(drawn);
        expect(drawn.reduce(reduce, emptyTranscript)).toEqual(transcript);
        expect(reduceAll(all(drawn.slice(0, cut)), drawn.slice(cut))).toEqual(transcript);
        expect(depth(transcript)).toBeLessThanOrEqual(4);
      }),
    );
  });
});
