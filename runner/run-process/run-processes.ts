import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { ExecuteRun } from "../run/run-spec";
import { hostProgram } from "../sandbox/bubblewrap";
import { processEnvironment } from "../sandbox/process-environment";
import { superviseRun } from "./supervise-run";

/** A process that executes one run. */
export interface RunProcess {
  pid: number | undefined;
  /** Messages in both directions, one per line. */
  socket: Duplex;
  /** Folder for the sockets of the run's network. It is removed when the process has exited. */
  socketFolder: string;
  /** Resolves when it has exited, with the reason. */
  ended: Promise<string>;
  kill(): void;
}

const maxHeapMegabytes = 512;
/** The next process isn't started while a run starts, so that it doesn't slow it down. */
const spareDelayMs = 1_000;

/** Variables of the service that its runs' processes get: they find programs, folders, certificates and the trace collector by them. */
const inherited =
  /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_[A-Z]+|XDG_[A-Z_]+|DBUS_SESSION_BUS_ADDRESS|CONTAINERS_CONF|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|OTEL_[A-Z_]+)$/;

function environmentOf(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(all).flatMap(([name, value]) =>
    value !== undefined && inherited.test(name) ? [[name, value] as const] : [],
  );
  return processEnvironment(Object.fromEntries(entries));
}

const endOf = (child: ChildProcess) =>
  new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });

const defaultProgram = join(projectRoot, "dist", "run-process.mjs");

/**
 * Starts a process that waits for a run. `startsNetwork`: with the network of a sandboxed run. Throws when this machine can't start
 * another process.
 */
export function startRunProcess({ program = defaultProgram, startsNetwork = false } = {}): RunProcess {
  // A socket's path must be short; a workspace's may be long.
  const socketFolder = mkdtempSync(join(tmpdir(), "slipway-egress-"));
  // Code is compiled while the process waits instead of when its run needs it. Its output goes where this process logs.
  const options = ["--no-lazy", `--max-old-space-size=${maxHeapMegabytes}`];
  const args = [...options, program, socketFolder, startsNetwork ? "network" : ""];
  const child = spawn(process.execPath, args, {
    cwd: "/",
    env: environmentOf(process.env),
    stdio: ["ignore", 2, 2, "pipe"],
    // Ctrl+C in a terminal reaches the service only, which ends its runs itself.
    detached: true,
  });
  const ended = endOf(child).then(async (reason) => {
    await rm(socketFolder, { recursive: true, force: true }).catch(() => undefined);
    return reason;
  });
  const socket = child.stdio[3];
  if (!(socket instanceof Duplex)) throw new Error("the process of a run has no socket");
  // The reader sees the end of the process instead.
  socket.on("error", () => undefined);
  return { pid: child.pid, socket, socketFolder, ended, kill: () => void child.kill("SIGKILL") };
}

/**
 * Starts a process for each run. One more is always ready, because starting one takes longer than all other preparation of a
 * small run.
 */
export class RunProcesses {
  #spare: RunProcess | undefined;
  #closed = false;
  /** Runs have a sandbox as far as is known. */
  #startsNetwork = hostProgram("bwrap") !== undefined;

  constructor() {
    this.#startSpare();
  }

  /** Executes a run in a separate process. Nothing of it is left when it resolves. */
  readonly execute: ExecuteRun = async (spec, context) => {
    this.#startsNetwork = context.sandbox !== "none";
    return superviseRun(spec, context, this.#take());
  };

  /** Ends the process that is ready. Those with runs end with them. */
  close(): void {
    this.#closed = true;
    this.#spare?.kill();
  }

  #take(): RunProcess {
    const taken = this.#spare ?? startRunProcess();
    this.#spare = undefined;
    setTimeout(() => this.#startSpare(), spareDelayMs).unref();
    return taken;
  }

  #startSpare(): void {
    if (this.#closed || this.#spare) return;
    try {
      const spare = startRunProcess({ startsNetwork: this.#startsNetwork });
      this.#spare = spare;
      void spare.ended.then(() => {
        if (this.#spare === spare) this.#spare = undefined;
      });
    } catch {
      // The next run tries again, and reports it.
    }
  }
}
