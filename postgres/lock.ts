import { readFileSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Owner = z.object({ pid: z.number().int(), startedAt: z.string() });

/** Returns when a process started, as reported by the system. Identifies a process together with its pid. `""` if it ended. */
export function processStartTime(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    if (process.platform === "linux") return "";
  }
  try {
    process.kill(pid, 0);
    return "running";
  } catch {
    return "";
  }
}

/** Lock of the service that has a data folder for itself. */
export const serviceLock = "service.lock";

/** Another process is using the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(`${dataDir} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`);
    this.name = "DataDirInUse";
  }
}

/**
 * Acquires the exclusive lock on a data folder and creates the folder if needed. Replaces the lock of a process that has
 * ended. Returns a function that releases the lock. Throws {@link DataDirInUse}. `name`: of a lock in addition to the
 * folder's.
 */
export async function lockDataDir(dataDir: string, name = "lock"): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, name);
  const candidate = join(dataDir, `${name}.${process.pid}`);
  await writeFile(candidate, JSON.stringify({ pid: process.pid, startedAt: processStartTime(process.pid) }));
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const acquired = await link(candidate, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false;
          throw error;
        },
      );
      if (acquired) return () => rm(file, { force: true });
      const text = await readFile(file, "utf8").catch(() => "");
      const owner = Owner.safeParse(text ? JSON.parse(text) : undefined);
      if (owner.success && processStartTime(owner.data.pid) === owner.data.startedAt) {
        throw new DataDirInUse(dataDir, owner.data.pid);
      }
      await rm(file, { force: true });
    }
    throw new Error(`couldn't acquire the lock ${file}`);
  } finally {
    await rm(candidate, { force: true });
  }
}
