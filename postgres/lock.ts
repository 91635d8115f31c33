import { readFileSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Owner = z.object({ pid: z.number().int(), startedAt: z.string() });

/** When a process began, as the system tells it; with the pid this names one process for ever. `""` when gone. */
export function processStart(pid: number): string {
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

/** Another process works on the same data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(`${dataDir} is in use by process ${pid}; stop it, or set DATA_DIR to another folder`);
    this.name = "DataDirInUse";
  }
}

/**
 * Takes the exclusive lock on a data folder, creating the folder. A lock left by a process that is gone is taken over.
 * Returns the function that gives it back. Throws {@link DataDirInUse}.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "lock");
  const mine = join(dataDir, `lock.${process.pid}`);
  await writeFile(mine, JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) }));
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const taken = await link(mine, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false;
          throw error;
        },
      );
      if (taken) return () => rm(file, { force: true });
      const text = await readFile(file, "utf8").catch(() => "");
      const owner = Owner.safeParse(text ? JSON.parse(text) : undefined);
      if (owner.success && processStart(owner.data.pid) === owner.data.startedAt) {
        throw new DataDirInUse(dataDir, owner.data.pid);
      }
      await rm(file, { force: true });
    }
    throw new Error(`could not take the lock ${file}`);
  } finally {
    await rm(mine, { force: true });
  }
}
