import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, vi } from "vitest";
import { z } from "zod";

const Ready = z.object({ url: z.string(), keysFile: z.string() });

/** `slipway service` as a process of its own. */
export interface ServiceProgram {
  child: ChildProcess;
  /** What it printed by the time it was ready. */
  lines: string[];
  ready: z.output<typeof Ready>;
  /** Throws what it wrote to standard error when it has ended by itself. */
  assertAlive(): void;
  /** Kills it with SIGKILL, if it still lives, and waits for its end. */
  kill(): Promise<void>;
}

/** Runs `slipway service` as a newcomer's shell would; resolves once it is ready. Throws what it says when it ends before. */
export async function startServiceProgram(environment: Record<string, string>): Promise<ServiceProgram> {
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
      throw new Error(`ended with ${code}: ${errors}`);
    }),
  ]);
  const lines = output.trim().split("\n");
  return {
    child,
    lines,
    ready: Ready.parse(JSON.parse(lines[0] ?? "")),
    assertAlive() {
      if (killed || (child.exitCode === null && child.signalCode === null)) return;
      throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}: ${errors.slice(-4_000)}`);
    },
    async kill() {
      killed = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
