import { readdir, readFile } from "node:fs/promises";

/** Returns the ids of a run's processes, found by a variable in their environment. Linux only. */
export async function runProcesses(runId: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^[0-9]+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (environment.includes(`SVC_REQUEST_ID=${runId}`)) found.push(Number(pid));
  }
  return found;
}

/** Returns the ids of a run's script agent processes, without its git commands and its other sandboxes. Linux only. */
export async function agentProcesses(runId: string): Promise<number[]> {
  const commands = await Promise.all(
    (await runProcesses(runId)).map(async (pid) => ({
      pid,
      command: await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    })),
  );
  return commands.filter(({ command }) => command.includes("script-agent.mjs")).map(({ pid }) => pid);
}
