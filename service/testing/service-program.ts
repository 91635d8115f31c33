import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, vi } from "vitest";
import { z } from "zod";

const Ready = z.object({ url: z.string(), keysFile: z.string() });

/** `slipway service`, running as a child process. */
export interface ServiceProgram {
  child: ChildProcess;
  /** Lines it printed until it was ready. */
  lines: string[];
  ready: z.output<typeof Ready>;
  /** Throws with its standard error if it has exited on its own. */
  assertAlive(): void;
  /** Kills it with SIGKILL, if still running, and waits for it to exit. */
  kill(): Promise<void>;
}

/** Starts `slipway service` with default settings; resolves once it is ready. Throws with its standard error if it exits. */
export async function startServiceProgram(environment: Record<string, string | undefined>): Promise<ServiceProgram> {
  const child = spawn(process.execPath, ["scripts/slipway.mjs", "service"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SERVICE_PORT: "0", DEMO: "0", SLIPWAY_SUPERVISED: "1", ...environment },
  });
  let output = "";
  let errors = "";
  let killed = false;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await Promise.race([
    vi.waitFor(() => expect(output).toContain("\n"), { timeout: 60_000, interval: 20 }),
    once(child, "exit").then(([code]) => {
      throw new Error(`exited with ${code}: ${errors}`);
    }),
  ]);
  const lines = output.trim().split("\n");
  return {
    child,
    lines,
    ready: Ready.parse(JSON.parse(lines[0] ?? "")),
    assertAlive() {
      if (killed || (child.exitCode === null && child.signalCode === null)) return;
      throw new Error(`the service exited with ${child.exitCode ?? child.signalCode}: ${errors.slice(-4_000)}`);
    },
    async kill() {
      killed = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
