import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** How a run's processes are isolated from the machine. */
export type SandboxDriver = "bubblewrap" | "none";

export interface WithSandbox {
  /** The driver every run on this machine uses. */
  sandbox: SandboxDriver;
}

/** A file or folder that a process can use. */
export interface Mount {
  path: string;
  /** Path inside, if it isn't the same as outside. */
  at?: string;
  access: "read" | "write";
}

export interface SandboxedCommand {
  command: readonly string[];
  cwd: string;
  /** The whole environment of the process. */
  environment: Readonly<Record<string, string>>;
  mounts: readonly Mount[];
  /** `run`: the network of the run, whose only way out is the egress proxy. */
  network: "none" | "run";
  /** `environment`: the files of the run's image, if it has one, instead of this machine's system. */
  view?: "environment";
}

export interface SandboxedProcess {
  child: ChildProcess;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
}

/** The pipes of a child that was started with all three. Throws when one is missing. */
export function pipesOf(child: ChildProcess): SandboxedProcess {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("process started without pipes");
  // A program that exits early breaks the pipe; its exit status is more informative.
  stdin.on("error", () => undefined);
  return { child, stdin, stdout, stderr };
}
