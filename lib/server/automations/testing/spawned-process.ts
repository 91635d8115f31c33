import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { ClaimedFiring, FiringOutcome } from "@/lib/server/db/claim-firing";
import { nodeBundle, root } from "@/scripts/bundle.mjs";

export type ProcessMessage = { kind: "ready" | "done" } | { kind: "launch"; request: number; claimed: ClaimedFiring };
export type ProcessOrder =
  | { kind: "work"; now: number }
  | { kind: "launched"; request: number; outcome: FiringOutcome | undefined };
type Launch = (claimed: ClaimedFiring) => Promise<FiringOutcome | undefined>;

const program = join(root, "dist", `automation-process-${process.pid}.mjs`);

/** Bundles the program of {@link SpawnedProcess}. Returns how to delete it. */
export async function bundleProcess(): Promise<() => Promise<void>> {
  const entry = "lib/server/automations/testing/automation-process.ts";
  const options = {
    ...nodeBundle,
    platform: "node",
    format: "esm",
    logLevel: "warning",
    packages: "external",
  } as const;
  await build({ ...options, sourcemap: false, entryPoints: [entry], outfile: program });
  return () => rm(program, { force: true });
}

/** A real process that launches automations, and can be killed with SIGKILL at any moment; for tests. */
export class SpawnedProcess {
  #killAfterMs = Number.POSITIVE_INFINITY;
  #launch: Launch | undefined;

  private constructor(readonly child: ChildProcess) {
    child.on("message", (message: ProcessMessage) => {
      if (message.kind === "launch") void this.#answer(message);
    });
  }

  static async start(url: string): Promise<SpawnedProcess> {
    const env = { ...process.env, DATABASE_URL: url };
    const child = fork(program, { cwd: root, env, execArgv: [], serialization: "advanced" });
    await once(child, "message");
    return new SpawnedProcess(child);
  }

  async #answer({ request, claimed }: { request: number; claimed: ClaimedFiring }): Promise<void> {
    try {
      const outcome = await this.#launch?.(claimed);
      const order: ProcessOrder = { kind: "launched", request, outcome };
      if (this.child.connected) this.child.send(order, () => undefined);
    } catch (error) {
      if (!this.isDead) throw error;
    }
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

  /** Works until it has nothing to start, or is killed. */
  async work(now: number, launch: Launch): Promise<void> {
    this.#launch = launch;
    const order: ProcessOrder = { kind: "work", now };
    this.child.send(order);
    const timer = Number.isFinite(this.#killAfterMs)
      ? setTimeout(() => this.child.kill("SIGKILL"), this.#killAfterMs)
      : undefined;
    await new Promise<void>((resolve) => {
      const end = () => {
        this.child.off("message", onMessage).off("close", end);
        resolve();
      };
      const onMessage = ({ kind }: ProcessMessage) => {
        if (kind === "done") end();
      };
      this.child.on("message", onMessage).on("close", end);
    });
    clearTimeout(timer);
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
