import type { ChildProcess } from "node:child_process";
import { type Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { printableText, tailBytes } from "@/lib/core/plain-text";
import { keepUnread } from "@/lib/core/process/keep-unread";
import type { ExitCodes } from "../run/run-spec";
import { type AgentSandbox, spawnAgentProcess } from "./spawn-agent-process";
import { StrayOutput } from "./stray-output";

const stderrTailLength = 2_048;

/** How a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set if it couldn't be started. */
  error: Error | undefined;
}

/** The running agent program. */
export interface AgentProcess {
  /** Process group of the program. Undefined if it couldn't be started. */
  group: number | undefined;
  /** It and those it starts can't leave the processes below this one. */
  isolated: boolean;
  input: WritableStream<Uint8Array>;
  output: ReadableStream<Uint8Array>;
  ended: Promise<ProcessEnd>;
  /** Resolves when all of its output was read. */
  outputEnded: Promise<void>;
  /** Returns the end of its standard error, printable. */
  stderrTail(): string;
  /** Returns printable text that it wrote to standard output instead of messages. */
  strayOutput(): string;
  /** What exit codes of the program mean. */
  exitCodes: ExitCodes;
  /** Calls `listener` with each line of its standard error, printable. */
  onStderrLine(listener: (line: string) => void): void;
}

/** Reads a process's output only as fast as `ready` allows, to limit memory use. The rest is read at once when its reader cancels. */
function gatedStream(
  source: Readable,
  ready: () => Promise<void>,
  onChunk: (chunk: Buffer) => void,
): ReadableStream<Uint8Array> {
  const chunks = keepUnread(source)[Symbol.asyncIterator]();
  async function readRest(): Promise<void> {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) onChunk(next.value);
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await ready();
        const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }));
        if (done || value === undefined) controller.close();
        else {
          onChunk(value);
          controller.enqueue(new Uint8Array(value));
        }
      },
      cancel() {
        readRest().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
    child.once("exit", (code, signal) => resolve({ code, signal, error: undefined }));
  });
}

/** Starts the agent program; its output is read only as fast as `ready` allows. */
export function startAgentProcess(agent: AgentSandbox, ready: () => Promise<void>): AgentProcess {
  const { child, stdin, stdout, stderr } = spawnAgentProcess(
    agent,
    agent.agentCommand,
    agent.workspace.cwd,
    agent.agentVariables,
  );
  let stderrTail: Buffer = Buffer.alloc(0);
  let rest = "";
  let onLine = (_line: string) => {};
  const stray = new StrayOutput();
  const decoder = new StringDecoder("utf8");
  stderr.on("data", (chunk: Buffer) => {
    stderrTail = tailBytes(Buffer.concat([stderrTail, chunk]), stderrTailLength);
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = (lines.pop() ?? "").slice(-stderrTailLength);
    for (const line of lines) onLine(printableText(line).trim());
  });
  return {
    group: child.pid,
    isolated: agent.sandbox.driver !== "none",
    input: Writable.toWeb(stdin),
    output: gatedStream(stdout, ready, (chunk) => stray.add(chunk)),
    strayOutput: () => stray.text,
    exitCodes: agent.exitCodes ?? {},
    ended: endOf(child),
    outputEnded: new Promise((resolve) => void stdout.once("close", resolve)),
    onStderrLine(listener) {
      onLine = listener;
    },
    stderrTail: () => printableText(stderrTail.toString("utf8")).trim(),
  };
}
