import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { processEnvironment } from "./agent-environment";
import { bubblewrapProgram, isolationArguments } from "./isolation";
import type { Isolation } from "./run-spec";
import type { Workspace } from "./workspace";

/** Settings shared by all processes of a run. */
export interface Sandbox {
  isolation: Isolation;
  workspace: Workspace;
  /** The agent program's command. */
  agentCommand: readonly string[];
  /** The exact environment of the run's processes. */
  environment: Readonly<Record<string, string>>;
  /** Variable (`NAME=value`) that identifies the run's processes. */
  marker: string;
}

export interface SandboxedProcess {
  child: ChildProcess;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
}

function streams(child: ChildProcess): SandboxedProcess {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("a process was started without pipes");
  // A program that exits early causes a broken pipe. Its exit is reported separately.
  stdin.on("error", () => undefined);
  return { child, stdin, stdout, stderr };
}

/** Starts a process of a run in a new process group, isolated if the run is. */
export function spawnSandboxed(
  sandbox: Sandbox,
  command: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): SandboxedProcess {
  const mark = sandbox.marker.indexOf("=");
  const marker = { [sandbox.marker.slice(0, mark)]: sandbox.marker.slice(mark + 1) };
  const environment = { ...sandbox.environment, ...variables, ...marker };
  if (sandbox.isolation === "none") {
    const [program = "", ...args] = command;
    const env = processEnvironment(environment);
    return streams(spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true }));
  }
  const program = bubblewrapProgram();
  if (program === undefined) throw new Error("bubblewrap is no longer installed");
  // Variables such as LD_PRELOAD only take effect inside the sandbox, and no value appears in the process list.
  const child = spawn(program, ["--args", "3", "--", ...command], {
    cwd,
    env: processEnvironment(marker),
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const settings = child.stdio[3];
  if (settings && "end" in settings) {
    settings.on("error", () => undefined);
    const { agentCommand, workspace } = sandbox;
    const args = isolationArguments({ agentCommand, cwd, environment, workspace });
    settings.end(args.map((each) => `${each}\0`).join(""));
  }
  return streams(child);
}
