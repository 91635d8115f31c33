import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { processStartTime } from "@/postgres/lock";

const memory = "/dev/shm";
const prefix = "slipway-test-";
/** Bytes the databases and repositories of a test run need at most. */
const requiredBytes = 4 * 1024 ** 3;

function allowsExecution(folder: string): boolean {
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

/** Removes the folders of killed test runs, which use memory until the machine restarts. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const pid = /^slipway-test-(\d+)-/.exec(name)?.[1];
    if (pid && !processStartTime(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/**
 * Moves the temporary files of a test run to memory if enough is free, because git and PostgreSQL sync every write to disk.
 * Returns a function that removes the files.
 */
export default function moveTemporaryFilesToMemory(): () => void {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < requiredBytes) return () => {};
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
    // The database may run as another account.
    chmodSync(folder, 0o755);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    if (allowsExecution(folder)) {
      process.env.TMPDIR = folder;
      return remove;
    }
    remove();
  } catch {
    // This system has no tmpfs.
  }
  return () => {};
}
