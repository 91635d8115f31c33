import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { nodeBundle, root } from "@/scripts/bundle.mjs";

/** What a program says. A question is for its parent, which plays what is outside of the database. */
export type ProcessMessage<Question> =
  | { kind: "ready" | "done" }
  | { kind: "question"; id: number; question: Question };
export type ProcessOrder<Task, Answer> = { kind: "work"; task: Task } | { kind: "answer"; id: number; answer: Answer };

/** Bundles the program of a {@link SpawnedProcess}; `remove` deletes it. */
export async function bundleProgram(entry: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = join(root, "dist", `${crypto.randomUUID()}.mjs`);
  const options = {
    ...nodeBundle,
    platform: "node",
    format: "esm",
    logLevel: "warning",
    packages: "external",
  } as const;
  await build({ ...options, sourcemap: false, entryPoints: [entry], outfile: path });
  return { path, remove: () => rm(path, { force: true }) };
}

/** A real process of the dashboard that can be killed with SIGKILL at any moment; for tests. */
export class SpawnedProcess<Task, Question = never, Answer = never> {
  #killAfterMs = Number.POSITIVE_INFINITY;

  private constructor(readonly child: ChildProcess) {}

  /** Starts a program that calls `workForParent`. */
  static async start<Task, Question = never, Answer = never>(
    program: string,
    url: string,
  ): Promise<SpawnedProcess<Task, Question, Answer>> {
    const env = { ...process.env, DATABASE_URL: url };
    const child = fork(program, { cwd: root, env, execArgv: [], serialization: "advanced" });
    await once(child, "message");
    return new SpawnedProcess(child);
  }

  get isDead(): boolean {
    return this.child.killed;
  }

  /** Kills it this long after it started to work, if it is still working. */
  killAfter(ms: number): void {
    this.#killAfterMs = ms;
  }

  kill(): never {
    this.child.kill("SIGKILL");
    throw new Error("killed");
  }

  /** Works until its task is done, or it is killed. */
  async work(task: Task, answer?: (question: Question) => Promise<Answer>): Promise<void> {
    const send = (order: ProcessOrder<Task, Answer>) => {
      if (this.child.connected) this.child.send(order, () => undefined);
    };
    const reply = async (id: number, question: Question) => {
      try {
        if (answer) send({ kind: "answer", id, answer: await answer(question) });
      } catch (error) {
        if (!this.isDead) throw error;
      }
    };
    send({ kind: "work", task });
    const timer = Number.isFinite(this.#killAfterMs)
      ? setTimeout(() => this.child.kill("SIGKILL"), this.#killAfterMs)
      : undefined;
    await new Promise<void>((resolve) => {
      const end = () => {
        this.child.off("message", onMessage).off("close", end);
        resolve();
      };
      const onMessage = (message: ProcessMessage<Question>) => {
        if (message.kind === "question") void reply(message.id, message.question);
        if (message.kind === "done") end();
      };
      this.child.on("message", onMessage).on("close", end);
    });
    clearTimeout(timer);
    if (this.#hasExited && !this.isDead) throw new Error("the process ended without being killed");
    // A process that was killed while it reported that it is done.
    if (this.isDead && !this.#hasExited) await once(this.child, "close");
  }

  get #hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async close(): Promise<void> {
    if (this.#hasExited) return;
    // A child whose parent disconnects it emits no "close".
    const exited = once(this.child, "exit");
    if (this.child.connected) this.child.disconnect();
    await exited;
  }
}
