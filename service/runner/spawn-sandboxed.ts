import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { processEnvironment } from "./agent-environment";
import { bubblewrapProgram, isolationArguments } from "./isolation";
import type { Isolation } from "./run-spec";
import type { Workspace } from "./workspace";

/** What all processes of a run have in common. */
export interface LaunchPad {
  isolation: Isolation;
  workspace: Workspace;
  /** The agent program's own command. */
  agentCommand: readonly string[];
  /** The exact environment of the run's processes. */
  environment: Readonly<Record<string, string>>;
  /** `NAME=value` by which the run's processes are found again. */
  marker: string;
}

export interface Launched {
  child: ChildProcess;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
}

function streams(child: ChildProcess): Launched {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("a process was started without its pipes");
  // A program that ends early leaves a broken pipe; its end says more.
  stdin.on("error", () => undefined);
  return { child, stdin, stdout, stderr };
}

/** Starts a process of a run in a process group of its own, isolated when the run is. */
export function launch(
  pad: LaunchPad,
  command: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Launched {
  const mark = pad.marker.indexOf("=");
  const marker = { [pad.marker.slice(0, mark)]: pad.marker.slice(mark + 1) };
  const environment = { ...pad.environment, ...variables, ...marker };
  if (pad.isolation === "none") {
    const [program = "", ...args] = command;
    const env = processEnvironment(environment);
    return streams(spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true }));
  }
  const program = bubblewrapProgram();
  if (program === undefined) throw new Error("bubblewrap is no longer installed");
  // Variables such as LD_PRELOAD take effect inside alone, and no value can be seen in a list of processes.
  const child = spawn(program, ["--args", "3", "--", ...command], {
    cwd,
    env: processEnvironment(marker),
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const settings = child.stdio[3];
  if (settings && "end" in settings) {
    settings.on("error", () => undefined);
    const { agentCommand, workspace } = pad;
    const args = isolationArguments({ agentCommand, cwd, environment, workspace });
    settings.end(args.map((each) => `${each}\0`).join(""));
  }
  return streams(child);
}
