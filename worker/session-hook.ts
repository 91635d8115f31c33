import { spawn } from "node:child_process";
import { once } from "node:events";

const timeoutMs = 10 * 60_000;

/**
 * Runs an operator-defined shell command. Its output goes to standard error. Throws if it fails or takes longer than ten
 * minutes.
 */
export async function runHook(
  command: string,
  options: { name: string; cwd: string; variables: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn("/bin/sh", ["-c", command], {
    cwd: options.cwd,
    env: { ...process.env, ...options.variables },
    stdio: ["ignore", 2, 2],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const [code, signal]: (number | string | null)[] = await once(child, "exit");
  if (code !== 0) throw new Error(`${options.name} failed with ${signal ?? `exit code ${code}`}`);
}
