import { spawn } from "node:child_process";
import { once } from "node:events";

const longestMs = 10 * 60_000;

/**
 * Runs a command of the worker's operator through the shell, its output beside the worker's log. Throws when it fails
 * or takes more than ten minutes.
 */
export async function runHook(
  command: string,
  options: { name: string; cwd: string; variables: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn("/bin/sh", ["-c", command], {
    cwd: options.cwd,
    env: { ...process.env, ...options.variables },
    stdio: ["ignore", 2, 2],
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  const [code, signal]: (number | string | null)[] = await once(child, "exit");
  if (code !== 0) throw new Error(`${options.name} ended with ${signal ?? `exit code ${code}`}`);
}
