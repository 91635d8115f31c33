import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { printableText } from "@/lib/core/plain-text";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import type { Terminal } from "@/lib/model/environment/environment";
import { RunFailure } from "../limits/run-failure";
import { type AgentSandbox, spawnAgentProcess } from "../process/spawn-agent-process";
import type { Terminals } from "../process/terminals";
import type { SessionRecorder } from "../transcript/session-recorder";
import type { InstallSnapshot } from "./install-snapshot";

/** How much of a failed command's output is reported. */
const outputTailLength = 2_000;

interface Stage {
  agentSandbox: AgentSandbox;
  terminals: Terminals;
  recorder: SessionRecorder;
}

const shell = (command: string) => ["/bin/sh", "-c", command];

/** The last whole lines of an output; the end of its last line if that is longer. */
function lastLines(output: string, length: number): string {
  const tail = output.slice(-length);
  const whole = output.length > length ? tail.slice(tail.indexOf("\n", 0) + 1) : tail;
  return printableText(whole.trim() === "" ? tail : whole).trim();
}

/** Starts a process with values of the environment file. Throws {@link RunFailure} that names the value that doesn't work. */
function startWith<T>(what: string, start: () => T): T {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    throw new RunFailure(error.code, `${what} of the environment file doesn't work. ${error.message}`);
  }
}

/** Runs a command of the environment file and shows it as a tool call. Throws if it fails. */
async function runCommand(
  what: "install" | "start",
  command: string,
  { agentSandbox, terminals, recorder }: Stage,
): Promise<void> {
  const { cwd } = agentSandbox.workspace;
  const request = { command: shell(command), cwd, variables: {}, outputByteLimit: undefined };
  const id = startWith(what, () => terminals.create(agentSandbox, request));
  const toolCallId = `environment-${what}`;
  recorder.update({
    sessionUpdate: "tool_call",
    toolCallId,
    title: command,
    kind: "execute",
    status: "in_progress",
    rawInput: { command, description: `${what} of the environment file` },
    content: [{ type: "terminal", terminalId: id }],
  });
  const { exitCode, signal } = await terminals.waitForExit(id);
  const { output } = terminals.output(id);
  terminals.release(id);
  const failed = exitCode !== 0;
  recorder.update({
    sessionUpdate: "tool_call_update",
    toolCallId,
    status: failed ? "failed" : "completed",
    rawOutput: { exitCode: exitCode ?? 128, stdout: output },
  });
  if (!failed) return;
  const how = signal ? `was killed by ${signal}` : `exited with code ${exitCode}`;
  const end = lastLines(output, outputTailLength);
  throw new RunFailure(`environment_${what}_failed`, `${what} of the environment file ${how}${end ? `:\n${end}` : ""}`);
}

/** Checks whether `install` must run: in the first run, if it changed, and after changes were pulled. */
async function needsInstall(command: string, root: string, moved: boolean): Promise<(() => Promise<void>) | undefined> {
  const note = join(root, "installed");
  const digest = createHash("sha256").update(command).digest("hex");
  const before = await readFile(note, "utf8").catch(() => undefined);
  return moved || before !== digest ? () => writeFile(note, digest) : undefined;
}

/** Starts a terminal of the environment, shown as a call that runs until the turn ends. Returns what closes the call. */
function openTerminal(
  { name, command, description }: Terminal,
  index: number,
  { agentSandbox, terminals, recorder }: Stage,
): () => void {
  const { cwd } = agentSandbox.workspace;
  const request = { command: shell(command), cwd, variables: {}, outputByteLimit: undefined, endsWithTurn: true };
  const id = startWith(`terminals[${index}]`, () => terminals.create(agentSandbox, request));
  const toolCallId = `environment-terminal-${index}`;
  recorder.update({
    sessionUpdate: "tool_call",
    toolCallId,
    title: name ?? command,
    kind: "execute",
    status: "in_progress",
    rawInput: { command, description: description ?? name ?? "terminal of the environment file" },
    content: [{ type: "terminal", terminalId: id }],
  });
  let closed = false;
  const close = (exitCode: number) => {
    if (closed) return;
    closed = true;
    const { output } = terminals.output(id);
    const status = exitCode === 0 ? "completed" : "failed";
    recorder.update({ sessionUpdate: "tool_call_update", toolCallId, status, rawOutput: { exitCode, stdout: output } });
  };
  void terminals.waitForExit(id).then(({ exitCode }) => close(exitCode ?? 0));
  return () => close(0);
}

/** Throws `environment_unsupported` if the configured browser isn't in the environment. */
async function requireBrowser({ chromeExecutablePath }: EffectiveEnvironment, agent: AgentSandbox): Promise<void> {
  if (chromeExecutablePath === undefined) return;
  const { child, stdin } = spawnAgentProcess(agent, ["/bin/test", "-x", chromeExecutablePath], agent.workspace.cwd);
  stdin.end();
  const [code] = await once(child, "exit");
  if (code === 0) return;
  const message = `chromeExecutablePath: ${chromeExecutablePath} isn't an executable file in the environment. Install it with \`install\`, or fix the path.`;
  throw new RunFailure("environment_unsupported", message);
}

/**
 * Runs the environment file's commands before the agent starts: `install`, `start`, and the terminals, which run until the
 * run ends. `moved`: changes were pulled since the previous run. A complete `snapshot` replaces `install`. Returns a function that closes the terminals' calls; call
 * it when the turn has ended. Throws {@link RunFailure}.
 */
export async function startEnvironment(
  environment: EffectiveEnvironment,
  stage: Stage,
  { moved, snapshot }: { moved: boolean; snapshot: InstallSnapshot | undefined },
): Promise<() => void> {
  const { agentSandbox } = stage;
  stage.recorder.snapshot("restored", snapshot?.restored);
  const { install, start } = environment;
  if (install !== undefined && install.trim() !== "") {
    const done = await needsInstall(install, agentSandbox.workspace.root, moved);
    if (done) {
      if (!snapshot?.isComplete) await runCommand("install", install, stage);
      await done();
      if (!snapshot?.isComplete) stage.recorder.snapshot("stored", await snapshot?.store());
    }
  }
  if (start !== undefined && start.trim() !== "") await runCommand("start", start, stage);
  await requireBrowser(environment, agentSandbox);
  const open = environment.terminals.flat().map((terminal, index) => openTerminal(terminal, index, stage));
  return () => {
    for (const close of open) close();
  };
}
