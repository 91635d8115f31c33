import { existsSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { runProgram } from "./run-program";
import type { Turn } from "./turn";

const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path));
const shell = bash ? { program: bash, args: ["--noprofile", "--norc", "-c"] } : { program: "sh", args: ["-c"] };

/** Runs a shell block as a tool call. Returns the error, or `undefined`. */
export async function runShellBlock(turn: Turn, command: string): Promise<string | undefined> {
  const { cwd, signal, timeLimitMs } = turn.options;
  const title = command.trim().split("\n")[0] ?? "";
  const rawInput = { command: command.trimEnd(), workingDirectory: cwd, timeout: timeLimitMs };
  const written = rawInput.command;
  const call = await turn.tool({ title, name: "shell", kind: "execute", rawInput, written });
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  let sent = Promise.resolve();
  const onOutput = (stream: "stdout" | "stderr", data: Buffer) => {
    const text = decoders[stream].write(data);
    if (text !== "") sent = sent.then(() => call.output(stream, text));
  };
  const args = [...shell.args, command];
  const end = await runProgram(shell.program, args, { cwd, signal, timeLimitMs, onOutput });
  await sent;
  const { exitCode, stdout, stderr, executionTime, timedOut, error } = end;
  const failed = exitCode !== 0;
  const text = [stdout, stderr].filter((output) => output !== "").join("\n");
  const content = [{ type: "content" as const, content: { type: "text" as const, text } }];
  const rawOutput = error
    ? { message: error }
    : { exitCode: exitCode ?? -1, signal: end.signal ?? "", stdout, stderr, executionTime };
  await call.finish(failed ? "failed" : "completed", { content, rawOutput }, error ?? text);
  signal.throwIfAborted();
  if (error) return `couldn't start: ${error}`;
  if (timedOut) return `timed out after ${Math.round(timeLimitMs / 1000)} seconds`;
  if (end.signal) return `was killed by ${end.signal}`;
  return failed ? `exited with code ${exitCode}` : undefined;
}
