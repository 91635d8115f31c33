import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript, type ToolRow } from "@/lib/model/transcript/state";
import { toolView } from "@/lib/model/transcript/tool-view";
import type { RunFrame } from "../run/run-spec";
import { expectAgreement, parseMessage } from "../testing/transcript-agreement";
import { FrameMasker } from "./frame-masker";
import { FrameWriter } from "./frame-writer";
import { SessionRecorder } from "./session-recorder";
import { parseSessionUpdate } from "./session-update";

/** What agents sent during a turn, one message of the protocol per line. */
const folder = join(import.meta.dirname, "..", "testing", "recordings");
const cwd = "/workspace/repos/payments";

function messagesOf(name: string) {
  const lines = readFileSync(join(folder, name), "utf8").trim().split("\n");
  return lines.map(parseMessage);
}

/** The transcript that a run of these messages shows. */
async function transcriptOf(messages: ReturnType<typeof messagesOf>) {
  const frames: RunFrame[] = [];
  const clock = new FakeClock();
  const masker = new FrameMasker({});
  const writer = new FrameWriter(async (batch) => void frames.push(...batch), clock, masker);
  const recorder = new SessionRecorder({
    writer,
    clock,
    ids: systemIds,
    cwd,
    mode: "agent",
    followTerminal: () => undefined,
  });
  for (const { params, result } of messages) {
    if (params?.toolCall) recorder.permission(params.toolCall, undefined);
    const update = parseSessionUpdate(params);
    if (update) recorder.update(update);
    if (result) recorder.end(result.usage ?? result._meta?.quota?.token_count ?? undefined);
  }
  await writer.close();
  return reduceAll(emptyTranscript, frames);
}

const shown = (row: ToolRow) => {
  const view = toolView(row);
  const output = view.kind === "shell" ? [`exit ${view.exit?.code}`, view.stdout] : [];
  return [row.typed?.type, row.status, view.title, ...output].join(" | ");
};

const names = readdirSync(folder);

describe.each(names)("the recording %s", (name) => {
  it("agrees with its transcript", async () => {
    const messages = messagesOf(name);
    const { rows, usage } = await transcriptOf(messages);
    expectAgreement(messages, { rows });
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(usage?.outputTokens).toBeGreaterThan(0);
  });
});

it("shows each call with its type, its subject, and the output and exit code of commands", async () => {
  const calls = await Promise.all(
    names.map(async (name) => {
      const { rows } = await transcriptOf(messagesOf(name));
      return [name, rows.flatMap((row) => (row.kind === "tool" ? [shown(row)] : []))];
    }),
  );
  expect(Object.fromEntries(calls)).toEqual({
    "claude-agent-acp-0.49.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | out\noops",
      "write | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine",
      "read | completed | README.md",
      "grep | failed | refund",
      "glob | failed | **/*.ts",
      "updateTodos | completed | Write",
    ],
    "claude-agent-acp-0.49-mcp.ndjson": ["mcp | completed | shout"],
    "codex-acp-2.6-mcp.ndjson": ["mcp | completed | shout"],
    "codex-acp-2.6.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | oops\nout\n",
      "write | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine\n",
    ],
    "gemini-cli-0.61.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | out\noops",
      "edit | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine",
      "shell | completed | true | exit 0 | ",
      "shell | completed | kill -9 $$ | exit undefined | ",
      "read | completed | README.md",
      "grep | completed | refund",
      "glob | completed | **/*.ts",
      "ls | completed | .",
      "edit | completed | notes.txt",
    ],
    "gemini-cli-0.61-mcp.ndjson": ["mcp | completed | shout (words MCP Server)"],
    "opencode-1.18-mcp.ndjson": ["mcp | completed | words_shout"],
    "opencode-1.18.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | out\noops\n",
      "write | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine\n",
      "read | completed | README.md",
      "grep | failed | refund",
      "glob | failed | **/*.ts",
      "edit | completed | notes.txt",
      "updateTodos | completed | Write",
    ],
  });
});

it("shows the result of an MCP call that an agent reports as a command", async () => {
  const { rows } = await transcriptOf(messagesOf("codex-acp-2.6-mcp.ndjson"));
  const calls = rows.flatMap((row) => (row.kind === "tool" ? [row.typed] : []));
  expect(calls).toMatchObject([
    {
      type: "mcp",
      args: { providerIdentifier: "words", toolName: "shout", args: { text: "quiet" } },
      result: { status: "success", value: { content: [{ text: { text: "QUIET" } }], isError: false } },
    },
  ]);
});
