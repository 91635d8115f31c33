import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { tailBytes } from "@/lib/core/plain-text";
import { type AgentSandbox, spawnAgentProcess } from "./spawn-agent-process";

const defaultOutputLimit = 1_048_576;
const maxOutputLimit = 16 * 1_048_576;
const maxTerminals = 64;

export interface TerminalRequest {
  command: readonly string[];
  cwd: string;
  variables: Readonly<Record<string, string>>;
  outputByteLimit: number | undefined;
  /** It belongs to the environment: the turn doesn't wait for it. */
  endsWithTurn?: boolean;
}

export interface TerminalExit {
  exitCode: number | null;
  signal: string | null;
}

interface Terminal {
  child: ChildProcess;
  endsWithTurn: boolean;
  output: Buffer;
  truncated: boolean;
  exit: TerminalExit | undefined;
  exited: Promise<TerminalExit>;
  listener: ((data: string) => void) | undefined;
}

/** A terminal wasn't found, or too many are open. The message is for the agent. */
export class TerminalError extends Error {}

/** The terminals of an agent: each a separate process group, its output kept up to a limit. */
export class Terminals {
  readonly #open = new Map<string, Terminal>();
  readonly #groups = new Set<number>();

  /** Process groups of all terminals, including released ones. */
  get groups(): readonly number[] {
    return [...this.#groups];
  }

  create(agent: AgentSandbox, request: TerminalRequest): string {
    const { command, cwd, variables, outputByteLimit, endsWithTurn = false } = request;
    if (this.#open.size >= maxTerminals) throw new TerminalError(`more than ${maxTerminals} terminals are open`);
    const { child, stdin, stdout, stderr } = spawnAgentProcess(agent, command, cwd, variables);
    stdin.end();
    if (child.pid !== undefined) this.#groups.add(child.pid);
    const limit = Math.min(outputByteLimit ?? defaultOutputLimit, maxOutputLimit);
    const terminal: Terminal = {
      child,
      endsWithTurn,
      output: Buffer.alloc(0),
      truncated: false,
      exit: undefined,
      exited: exitOf(child),
      listener: undefined,
    };
    const keep = (data: Buffer) => {
      const all = Buffer.concat([terminal.output, data]);
      terminal.output = tailBytes(all, limit);
      terminal.truncated ||= terminal.output.length < all.length;
    };
    for (const stream of [stdout, stderr]) {
      const decoder = new StringDecoder("utf8");
      stream.on("data", (data: Buffer) => {
        keep(data);
        terminal.listener?.(decoder.write(data));
      });
    }
    child.once("error", (error) => keep(Buffer.from(`${error.message}\n`)));
    void terminal.exited.then((exit) => {
      terminal.exit = exit;
    });
    // Unguessable: the agent must not reach the terminals of its environment file.
    const id = `terminal-${randomUUID()}`;
    this.#open.set(id, terminal);
    return id;
  }

  output(id: string): { output: string; truncated: boolean; exitStatus: TerminalExit | undefined } {
    const { output, truncated, exit } = this.#terminal(id);
    return { output: output.toString("utf8"), truncated, exitStatus: exit };
  }

  /** Calls `listener` with the terminal's output so far and everything after it, and `ended` when its command exits. */
  follow(id: string, listener: (data: string) => void, ended: (exit: TerminalExit) => void): void {
    const terminal = this.#open.get(id);
    if (!terminal || terminal.listener) return;
    terminal.listener = listener;
    void terminal.exited.then(ended);
    listener(terminal.output.toString("utf8"));
  }

  /** Whether commands are still running in terminals that the agent left open: its background work. */
  get hasBackgroundWork(): boolean {
    return this.#background().length > 0;
  }

  /** Resolves when no background work is left. */
  async backgroundWorkEnded(): Promise<void> {
    await Promise.all(this.#background().map(({ exited }) => exited));
  }

  #background(): Terminal[] {
    return [...this.#open.values()].filter(({ endsWithTurn, exit }) => !endsWithTurn && !exit);
  }

  waitForExit(id: string): Promise<TerminalExit> {
    return this.#terminal(id).exited;
  }

  kill(id: string): void {
    const { child, exit } = this.#terminal(id);
    if (exit || child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already exited.
    }
  }

  release(id: string): void {
    this.kill(id);
    this.#open.delete(id);
  }

  #terminal(id: string): Terminal {
    const terminal = this.#open.get(id);
    if (!terminal) throw new TerminalError(`terminal ${id} not found`);
    return terminal;
  }
}

function exitOf(child: ChildProcess): Promise<TerminalExit> {
  return new Promise((resolve) => {
    child.once("error", () => {
      if (child.pid === undefined) resolve({ exitCode: 127, signal: null });
    });
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
    // A background process may keep the output open.
    child.once("exit", (exitCode, signal) => setTimeout(() => resolve({ exitCode, signal }), 250));
  });
}
