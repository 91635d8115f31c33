import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { processStart } from "@/postgres/lock";

const memory = "/dev/shm";
const prefix = "slipway-test-";
/** What the databases and repositories of a test run need at most, in bytes. */
const enough = 4 * 1024 ** 3;

function mayRunPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  try {
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}

/** Removes the folders of test runs that were killed: they would hold memory until the machine restarts. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const pid = /^slipway-test-(\d+)-/.exec(name)?.[1];
    if (pid && !processStart(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/**
 * Lets the temporary files of a test run be in memory, where the machine has enough of it: git and PostgreSQL wait for
 * the disk at every write. Returns what removes them.
 */
export default function keepTemporaryFilesInMemory(): () => void {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < enough) return () => {};
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
    // The database may run as another account.
    chmodSync(folder, 0o755);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    if (mayRunPrograms(folder)) {
      process.env.TMPDIR = folder;
      return remove;
    }
    remove();
  } catch {
    // This system keeps no files in memory.
  }
  return () => {};
}
