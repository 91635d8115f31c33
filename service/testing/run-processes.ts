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
