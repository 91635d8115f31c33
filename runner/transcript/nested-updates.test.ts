import { expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript, type Transcript } from "@/lib/model/transcript/state";
import type { RunFrame } from "../run/run-spec";
import { FrameMasker } from "./frame-masker";
import { FrameWriter } from "./frame-writer";
import { SessionRecorder } from "./session-recorder";
import { parseSessionUpdate } from "./session-update";

/** The transcript and the reply of a turn in which an agent sends these updates. */
async function turnOf(updates: readonly object[]) {
  const frames: RunFrame[] = [];
  const clock = new FakeClock();
  const masker = new FrameMasker({ variables: { KEY: "hush-hush-hush" } });
  const writer = new FrameWriter(async (batch) => void frames.push(...batch), clock, masker);
  const options = { writer, clock, ids: systemIds, cwd: "/work", mode: "agent" } as const;
  const recorder = new SessionRecorder({ ...options, followTerminal: () => undefined });
  for (const update of updates) {
    const parsed = parseSessionUpdate({ sessionId: "s", update });
    if (parsed) recorder.update(parsed);
  }
  recorder.end(undefined);
  await writer.close();
  return { transcript: reduceAll(emptyTranscript, frames), reply: recorder.reply };
}

const of = (parent: string | undefined) => (parent ? { _meta: { claudeCode: { parentToolUseId: parent } } } : {});
const chunk = (kind: "message" | "thought", text: string, parent?: string) => ({
  sessionUpdate: `agent_${kind}_chunk`,
  content: { type: "text", text },
  ...of(parent),
});
const task = (toolCallId: string, parent?: string) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: "Look",
  kind: "think",
  status: "in_progress",
  rawInput: { description: toolCallId, prompt: "p", subagent_type: "general" },
  ...of(parent),
});
const read = (toolCallId: string, parent?: string) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: "Read a",
  kind: "read",
  status: "completed",
  rawInput: { path: "a" },
  content: [],
  ...of(parent),
});

function outline({ rows }: Transcript): unknown[] {
  return rows.map((row) => {
    if (row.kind !== "tool") return "text" in row ? `${row.kind} ${row.text}` : row.kind;
    return row.nested ? [row.typed?.type, ...outline(row.nested)] : row.typed?.type;
  });
}

it("records the messages, thoughts and calls of a subagent in the call that started it", async () => {
  const { transcript, reply } = await turnOf([
    chunk("message", "Main. "),
    task("t1"),
    task("t2"),
    chunk("thought", "Hm", "t1"),
    chunk("message", "One ", "t1"),
    chunk("message", "Two ", "t2"),
    chunk("message", "hush-hu", "t1"),
    chunk("message", "and", "t2"),
    chunk("message", "sh-hush", "t1"),
    task("deep", "t2"),
    read("r", "deep"),
    chunk("message", "Deep", "deep"),
    chunk("message", "End.", "unknown"),
  ]);
  expect(reply).toBe("Main. End.");
  expect(outline(transcript)).toEqual([
    "message Main. ",
    ["task", "thinking Hm", expect.stringMatching(/^message One (?!.*hush)/)],
    ["task", "message Two and", ["task", "read", "message Deep"]],
    "message End.",
  ]);
});

it("keeps 1 MB of a subagent's text", async () => {
  const piece = "x".repeat(700_000);
  const { transcript } = await turnOf([task("t"), chunk("message", piece, "t"), chunk("message", piece, "t")]);
  const [row] = transcript.rows;
  const nested = row?.kind === "tool" ? row.nested?.rows : [];
  expect(nested).toMatchObject([{ kind: "message", text: "x".repeat(1_048_576) }]);
});
